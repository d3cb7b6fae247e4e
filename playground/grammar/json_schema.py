"""A JSON Schema as a grammar: xgrammar's, with what it leaves out or narrows said aloud.

White space is free between tokens, properties come in the order in which the schema declares them, and an
object that declares properties takes no others unless `additionalProperties` says so: xgrammar's
defaults, which vLLM keeps.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Literal

from playground.grammar.analysis import endless_rules, left_recursion
from playground.grammar.converters import ConverterError, convert_schema
from playground.grammar.diagnostics import Diagnostic, diagnose
from playground.grammar.from_xgrammar import grammar_from_serialized
from playground.grammar.json_strings import in_json_string
from playground.grammar.json_text import JsonText, read_json
from playground.grammar.model import Grammar, Node, Parsed
from playground.grammar.regex import regex_to_grammar
from playground.grammar.schema_checks import find_errors
from playground.grammar.schema_lint import lint
from playground.grammar.schema_names import keeps_name, with_readable_names
from playground.grammar.schema_remark import SchemaRemark
from playground.grammar.schema_walk import subschemas
from playground.grammar.simplify import simplify

_MOST_REMARKS = 50


def schema_to_grammar(text: str) -> Parsed:
    """The grammar of a JSON Schema, or what is wrong with it; never raises.

    `where` of each remark is the JSON pointer of the part it is about.
    """
    document = read_json(text)
    if isinstance(document, Diagnostic):
        return Parsed(None, (document,))
    errors = _diagnostics(text, document, find_errors(document.value), "error")
    if errors:
        return Parsed(None, errors)
    warnings = (*document.warnings, *_diagnostics(text, document, lint(document.value), "warning"))
    try:
        grammar = _convert(document.value)
    except ConverterError as error:
        message = f"xgrammar cannot turn this schema into a grammar: {error}"
        return Parsed(None, (Diagnostic("schema-engine", message),), warnings)
    circular = left_recursion(grammar)
    if circular:
        message = "a $ref leads back to itself before any character is written"
        hint = "Put an object or an array between the $ref and what it points at."
        return Parsed(None, (Diagnostic("schema-circular", message, hint),), warnings)
    if grammar.root in endless_rules(grammar):
        message = "no finite value fits this schema: it needs itself again inside itself"
        hint = "Leave the property out of required, or allow null in its place."
        warnings = (*warnings, Diagnostic("schema-endless", message, hint, "warning"))
    return Parsed(grammar, (), warnings)


def _convert(schema: Any) -> Grammar:
    """xgrammar's grammar, with its patterns read as `playground.grammar.regex` reads them.

    xgrammar reads a pattern in one of two ways, and in one of them lets quotes through. So it gets a
    name in place of each pattern, which comes back in the grammar as it was.
    """
    patterns: dict[str, str] = {}

    def stand_in(pattern: str) -> str:
        name = f"p{len(patterns)}"
        patterns[name] = pattern
        return name

    named = json.loads(json.dumps(schema))
    for _, part in subschemas(named):
        if isinstance(part.get("pattern"), str):
            part["pattern"] = stand_in(part["pattern"])
        if isinstance(part.get("patternProperties"), dict):
            part["patternProperties"] = {
                stand_in(pattern): value for pattern, value in part["patternProperties"].items()
            }

    def read_pattern(name: str) -> Node:
        grammar = regex_to_grammar(patterns[name]).grammar
        if grammar is None or len(grammar.rules) > 1:
            raise ConverterError(f"the pattern {patterns[name]!r} is not supported")
        return in_json_string(grammar.by_name[grammar.root].body)

    try:
        grammar = grammar_from_serialized(convert_schema(json.dumps(named)), read_pattern)
    except UnicodeDecodeError:
        # It tells such names from others byte by byte, and a grammar of characters cannot.
        raise ConverterError(
            "a property name that is not ASCII stands beside additional properties; "
            "set additionalProperties to false, or name it in ASCII"
        ) from None
    return with_readable_names(simplify(grammar, keeps_name))


def _diagnostics(
    text: str, document: JsonText, remarks: Iterable[SchemaRemark], severity: Literal["error", "warning"]
) -> tuple[Diagnostic, ...]:
    """The remarks with their places in the text, in the order of the text."""
    placed = [(document.places[remark.where], remark) for remark in dict.fromkeys(remarks)]
    placed.sort(key=lambda pair: pair[0].start)
    return tuple(
        diagnose(text, span, remark.code, remark.message, remark.hint, severity, remark.where)
        for span, remark in placed[:_MOST_REMARKS]
    )
