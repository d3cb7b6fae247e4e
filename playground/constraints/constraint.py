"""A constraint: what a visitor pasted, and the grammar it stands for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

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
from playground.grammar.tags import Tag, read_structural_tag

Kind = Literal["gbnf", "regex", "json_schema", "choice", "json_object", "structural_tag"]

_READERS: Mapping[str, Callable[[str], Parsed]] = {
    "gbnf": parse_gbnf,
    "regex": regex_to_grammar,
    "choice": choice_to_grammar,
    "json_object": json_object_to_grammar,
}
KINDS: tuple[str, ...] = get_args(Kind)
_NAMES = {
    "gbnf": "grammar",
    "regex": "pattern",
    "json_schema": "schema",
    "choice": "list of choices",
    "json_object": "text",
    "structural_tag": "structural tag",
}
_WITHOUT_TEXT = ("json_object",)
_WITH_SCHEMAS = ("json_schema", "structural_tag")


@dataclass(frozen=True)
class Constraint:
    """A kind (one of `KINDS`) and its text, read when it is made.

    `options` are the choices for a JSON Schema, its defaults when they are not given; other kinds have
    none. Raises ConstraintError when the text is not a usable constraint of that kind. `grammar` holds
    the rules it stands for, `warnings` what is legal in it but may not do what was meant, `schema` what a
    JSON Schema became (None for other kinds), and `tags` the tags of a structural tag.
    """

    kind: str
    text: str
    options: SchemaOptions | None = field(default=None, repr=False)
    grammar: Grammar = field(init=False, repr=False, compare=False)
    warnings: tuple[Diagnostic, ...] = field(init=False, repr=False, compare=False)
    schema: SchemaReading | None = field(init=False, repr=False, compare=False, default=None)
    tags: tuple[Tag, ...] = field(init=False, repr=False, compare=False, default=())

    def __post_init__(self) -> None:
        _check_text(self.kind, self.text)
        if self.kind in _WITH_SCHEMAS and (too_large := check_schema_size(self.text)):
            raise ConstraintError([too_large])
        if self.kind == "json_schema":
            options = self.options or SchemaOptions()
            object.__setattr__(self, "options", options)
            parsed, schema = read_schema(self.text, options)
            object.__setattr__(self, "schema", schema)
        elif self.options is not None:
            message = f"the choices for a JSON Schema say nothing of a {_NAMES[self.kind]}"
            raise _refused("options", message, "Leave them out.")
        elif self.kind == "structural_tag":
            parsed, tags = read_structural_tag(self.text)
            object.__setattr__(self, "tags", tags)
        else:
            parsed = _READERS[self.kind](self.text)
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
            "tags": [tag.to_dict() for tag in self.tags],
        }

    def grammar_as_rules(self) -> Grammar:
        """The grammar in the form that xgrammar masks fastest; another than `grammar` for structural tags."""
        if self.kind != "structural_tag":
            return self.grammar
        parsed, _ = read_structural_tag(self.text, as_rules=True)
        assert parsed.grammar  # the text was read before
        return parsed.grammar


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
