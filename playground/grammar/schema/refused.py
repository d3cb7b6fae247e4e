"""Why a schema cannot become a grammar."""

from __future__ import annotations


class SchemaRefused(ValueError):  # noqa: N818 - it is an answer, not a fault
    """`where` is the JSON pointer of the part at fault."""

    def __init__(self, where: str, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.where = where
        self.code = code
        self.message = message
        self.hint = hint


def circular(where: str) -> SchemaRefused:
    """A reference that leads back to its own schema."""
    message = "this schema refers to itself without anything in between, so it says nothing"
    hint = "Put an object or an array between the $ref and what it points at."
    return SchemaRefused(where, "schema-circular", message, hint)
