"""How strict a server is about a schema: what the body says of it, and what the server has by itself."""

from __future__ import annotations

from playground.constraints.body_fields import Fields
from playground.constraints.request import Server
from playground.grammar.schema import SchemaOptions

WITHOUT_WHITE_SPACE = "disable_any_whitespace"
_ONE_SPACE = (
    f"{WITHOUT_WHITE_SPACE}: with xgrammar vLLM then writes exactly one space behind each comma and colon, "
    "with guidance no white space at all. Here that is at most one space, which allows both."
)
_REQUIRED_FIRST = "llama-server writes the required properties first, so the key order is set to that."


def read_options(fields: Fields, server: Server, notes: list[str]) -> SchemaOptions:
    """The choices for a schema in the body, as the server has them. Raises ConstraintError."""
    match server:
        case "vllm":
            params = fields.object("structured_outputs")
            if params is not None and params.flag(WITHOUT_WHITE_SPACE):
                notes.append(_ONE_SPACE)
                return SchemaOptions("one")
        case "llama-server":
            notes.append(_REQUIRED_FIRST)
            return SchemaOptions(key_order="required_first")
    return SchemaOptions()
