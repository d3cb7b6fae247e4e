"""The finished text as a typed value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playground.automaton import RuleSpan


@dataclass(frozen=True, slots=True)
class Record:
    """What a finished text means to a program.

    `kind` is the constraint's kind. `value` holds plain JSON values, None when there are `errors`;
    `typed` is the same as an object of the generated type (a plain value again, where there is no class).
    `source` is the type as Python source, `repr` the object as Python shows it (empty with errors).
    """

    kind: str
    value: Any
    typed: Any
    source: str
    repr: str
    errors: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """What a reader of the value should know: that the text was ambiguous, say."""
    spans: tuple[RuleSpan, ...] = ()
    """The parse tree of a text under a grammar: each rule before the rules inside it."""
    nested: Any = None
    """Under a grammar: each rule by its name, holding its own text and the rules inside it in order."""

    def to_dict(self) -> dict[str, Any]:
        """Everything but the object itself, as plain JSON values."""
        return {
            "kind": self.kind,
            "value": self.value,
            "source": self.source,
            "repr": self.repr,
            "errors": list(self.errors),
            "notes": list(self.notes),
            "spans": [span.to_dict() for span in self.spans],
            "nested": self.nested,
        }


def unread(kind: str, source: str, *errors: str) -> Record:
    """A record of a text that could not be read, or must not be."""
    return Record(kind, None, None, source, "", errors)
