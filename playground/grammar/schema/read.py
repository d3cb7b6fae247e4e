"""A pasted JSON Schema read: its grammar, what the grammar stands for, and what it does not follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from playground.grammar.diagnostics import Diagnostic, Span, diagnose
from playground.grammar.json_text import JsonText, pointer, read_json
from playground.grammar.model import Grammar, Parsed
from playground.grammar.print_gbnf import print_gbnf
from playground.grammar.regular import metered
from playground.grammar.schema import assert_arrays, assert_in_place, assert_objects, assert_scalars
from playground.grammar.schema.check import exact_value, find_errors
from playground.grammar.schema.coverage import Coverage, coverage_of, subschemas
from playground.grammar.schema.document import Document
from playground.grammar.schema.facts import Facts
from playground.grammar.schema.formats import PATTERNS
from playground.grammar.schema.given import given_schema
from playground.grammar.schema.notes import Status
from playground.grammar.schema.options import SchemaOptions
from playground.grammar.schema.refused import SchemaRefused
from playground.grammar.schema.shapes import Shapes
from playground.grammar.schema.values import pretty
from playground.grammar.schema.writer import Writer, Written

_GROUPS = (*assert_in_place.GROUPS, *assert_scalars.GROUPS, *assert_arrays.GROUPS, *assert_objects.GROUPS)
_CLOSINGS = (assert_arrays.CLOSING, assert_objects.CLOSING)
_MOST_WARNINGS = 50


@dataclass(frozen=True)
class SchemaReading:
    """What a schema became under some options."""

    options: SchemaOptions
    grammar: Grammar
    rules: Mapping[str, str]
    """The JSON pointer of each rule that stands for a place in the schema."""
    coverage: Coverage
    given: str
    """The schema that the grammar follows, as JSON: normalised, without what could not be followed."""
    facts: Facts
    places: Mapping[str, Span]
    """Where each part of the pasted text stands, by its JSON pointer."""

    def to_dict(self) -> dict[str, Any]:
        """The grammar as GBNF, and where its rules come from; the facts and places are left out."""
        return {
            "options": self.options.to_dict(),
            "grammar": print_gbnf(self.grammar),
            "rules": dict(self.rules),
            "coverage": self.coverage.to_dict(),
            "given": self.given,
        }


def read_schema(text: str, options: SchemaOptions) -> tuple[Parsed, SchemaReading | None]:
    """The grammar of a JSON Schema, or what is wrong with it; never raises.

    `where` of each remark is the JSON pointer of the part it is about. What is looser than the schema, or
    ignored, is a warning. The reading is there when the grammar is.
    """
    document = read_json(text)
    if isinstance(document, Diagnostic):
        return Parsed(None, (document,)), None
    errors = find_errors(document.value)
    if errors:
        return Parsed(None, tuple(_error(text, document, error) for error in errors)), None
    try:
        reading = _read(exact_value(text), document, options)
    except SchemaRefused as error:
        return Parsed(None, (_error(text, document, error),), tuple(document.warnings)), None
    warnings = (*document.warnings, *_warnings(text, document, reading.coverage))
    return Parsed(reading.grammar, (), warnings), reading


def shapes_of(schema: Any, without: str = "") -> Shapes:
    """The shapes of a schema whose numbers are exact, `without` one keyword. Raises SchemaRefused."""
    groups = tuple(group for group in _GROUPS if without not in group.keywords)
    return Shapes(Document(schema), groups, _CLOSINGS)


def _read(schema: Any, document: JsonText, options: SchemaOptions) -> SchemaReading:
    shapes = shapes_of(schema)
    try:
        with metered(shapes.spend):
            written = Writer(shapes, options).write()
    except RecursionError:
        message = "the schema is nested too deep"
        raise SchemaRefused("", "schema-too-deep", message, "Move parts into $defs.") from None
    except SchemaRefused as error:
        raise (_by_format(schema) if error.code == "schema-nothing" else None) or error from None
    given = given_schema(shapes, written.rules, shapes.goal(shapes.document.root), options)
    coverage = _coverage(shapes, written)
    return SchemaReading(
        options,
        written.grammar,
        written.pointers,
        coverage,
        pretty(given),
        written.facts,
        document.places,
    )


def _by_format(schema: Any) -> SchemaRefused | None:
    """Why no value is left, when it is for the formats. Raises SchemaRefused when that takes too long."""
    formats = [
        (where, part["format"]) for where, part in subschemas(schema) if part.get("format") in PATTERNS
    ]
    if not formats:
        return None
    loose = shapes_of(schema, without="format")
    with metered(loose.spend):
        if loose.is_empty(loose.goal(loose.document.root)):
            return None
    names = ", ".join(dict.fromkeys(name for _, name in formats))
    message = f"no JSON value matches this schema while texts have to have their format ({names})"
    hint = "Take out format, which the standard leaves open, or what contradicts it."
    return SchemaRefused(pointer(formats[0][0], "format"), "schema-nothing", message, hint)


def _coverage(shapes: Shapes, written: Written) -> Coverage:
    used = {claim.place for claim in shapes.places(written.read)} | shapes.aliases
    visited = frozenset(shapes.document.place(number).pointer for number in used)
    return coverage_of(shapes.document, [*shapes.notes(written.read), *written.notes], visited)


def _warnings(text: str, document: JsonText, coverage: Coverage) -> Iterator[Diagnostic]:
    entries = coverage.having(Status.LOOSER, Status.IGNORED)
    for entry in entries[:_MOST_WARNINGS]:
        verb = "is ignored" if entry.status == Status.IGNORED else "does not hold in full"
        message = f"{f'the keyword {entry.keyword}' if entry.keyword else 'the schema'} {verb}: {entry.how}"
        hint = "The finished text is checked against the whole schema."
        code = f"schema-{entry.status.value}"
        yield _diagnostic(text, document, entry.where, code, message, hint, "warning")
    left_out = len(entries) - _MOST_WARNINGS
    if left_out > 0:
        yield Diagnostic("more_warnings", f"{left_out} more warnings.", "", "warning")


def _error(text: str, document: JsonText, error: SchemaRefused) -> Diagnostic:
    return _diagnostic(text, document, error.where, error.code, error.message, error.hint, "error")


def _diagnostic(
    text: str,
    document: JsonText,
    where: str,
    code: str,
    message: str,
    hint: str,
    severity: Literal["error", "warning"],
) -> Diagnostic:
    span = document.places.get(where)
    if span is None or not where:
        return Diagnostic(code, message, hint, severity, where=where)
    return diagnose(text, span, code, message, hint, severity, where)
