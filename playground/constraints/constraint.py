"""A constraint: what a visitor pasted, and the grammar it stands for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from playground.constraints.errors import ConstraintError
from playground.constraints.limits import NAMES as LIMIT_NAMES
from playground.constraints.limits import check_grammar_size, check_schema_size, limits
from playground.environment import raise_it
from playground.grammar.choice import choice_to_grammar
from playground.grammar.diagnostics import Diagnostic, Span, diagnose
from playground.grammar.gbnf import parse_gbnf
from playground.grammar.json_object import json_object_to_grammar
from playground.grammar.model import Grammar, Parsed
from playground.grammar.regex import regex_to_grammar
from playground.grammar.schema import SchemaOptions, SchemaReading, read_schema

Kind = Literal["gbnf", "regex", "json_schema", "choice", "json_object"]

_READERS: Mapping[str, Callable[[str], Parsed]] = {
    "gbnf": parse_gbnf,
    "regex": regex_to_grammar,
    "choice": choice_to_grammar,
    "json_object": json_object_to_grammar,
}
KINDS: tuple[str, ...] = ("gbnf", "regex", "json_schema", "choice", "json_object")
_NAMES = {
    "gbnf": "grammar",
    "regex": "pattern",
    "json_schema": "schema",
    "choice": "list of choices",
    "json_object": "text",
}
_WITHOUT_TEXT = ("json_object",)


@dataclass(frozen=True)
class Constraint:
    """A kind (one of `KINDS`) and its text, read when it is made.

    `options` are the choices for a JSON Schema, its defaults when they are not given; other kinds have
    none. Raises ConstraintError when the text is not a usable constraint of that kind. `grammar` holds
    the rules it stands for, `warnings` what is legal in it but may not do what was meant, and `schema`
    what a JSON Schema became; it is None for other kinds.
    """

    kind: str
    text: str
    options: SchemaOptions | None = field(default=None, repr=False)
    grammar: Grammar = field(init=False, repr=False, compare=False)
    warnings: tuple[Diagnostic, ...] = field(init=False, repr=False, compare=False)
    schema: SchemaReading | None = field(init=False, repr=False, compare=False, default=None)

    def __post_init__(self) -> None:
        _check_text(self.kind, self.text)
        if self.kind == "json_schema":
            options = self.options or SchemaOptions()
            object.__setattr__(self, "options", options)
            if too_large := check_schema_size(self.text):
                raise ConstraintError([too_large])
            parsed, schema = read_schema(self.text, options)
            object.__setattr__(self, "schema", schema)
        elif self.options is None:
            parsed = _READERS[self.kind](self.text)
        else:
            message = f"the choices for a JSON Schema say nothing of a {_NAMES[self.kind]}"
            raise _refused("options", message, "Leave them out.")
        if parsed.grammar is None or parsed.errors:
            raise ConstraintError(parsed.errors)
        too_large = check_grammar_size(parsed.grammar)
        if too_large is not None:
            raise ConstraintError([too_large])
        object.__setattr__(self, "grammar", parsed.grammar)
        object.__setattr__(self, "warnings", parsed.warnings)

    def to_dict(self) -> dict[str, Any]:
        """What was pasted, the warnings, and what a JSON Schema became."""
        return {
            "kind": self.kind,
            "text": self.text,
            "options": self.options.to_dict() if self.options else None,
            "warnings": [warning.to_dict() for warning in self.warnings],
            "schema": self.schema.to_dict() if self.schema else None,
        }


def _check_text(kind: str, text: str) -> None:
    if not isinstance(kind, str) or kind not in KINDS:
        raise _refused("kind", f"unknown kind of constraint {kind!r}", f"Use one of {', '.join(KINDS)}.")
    if not isinstance(text, str):
        given = type(text).__name__
        raise _refused("text-type", f"a constraint is text, not {given}", "Decode bytes to text first.")
    # A pattern may be a space.
    if not (text if kind == "regex" else text.strip()) and kind not in _WITHOUT_TEXT:
        raise _refused("empty", f"the {_NAMES[kind]} is empty", "Paste a constraint or load an example.")
    most = limits().characters
    if len(text) > most:
        size = f"the {_NAMES[kind]} has {len(text):,} characters, more than {most:,}"
        hint = (
            f"Shorten it, or share parts of it by rules or definitions. {raise_it(LIMIT_NAMES['characters'])}"
        )
        raise _refused("too-long", size, hint)
    for offset, character in enumerate(text):
        if "\ud800" <= character <= "\udfff":
            span = Span(offset, offset + 1)
            message = f"U+{ord(character):04X} is half of a surrogate pair, not a character"
            hint = "Paste the text again from a source that is valid Unicode."
            raise ConstraintError([diagnose(text, span, "surrogate", message, hint)])


def _refused(code: str, message: str, hint: str) -> ConstraintError:
    return ConstraintError([Diagnostic(code, message, hint)])
