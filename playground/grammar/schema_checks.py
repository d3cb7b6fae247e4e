"""What makes a JSON Schema unusable: against its metaschema, or beyond what can become a grammar."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jsonschema import (
    Draft4Validator,
    Draft6Validator,
    Draft7Validator,
    Draft201909Validator,
    Draft202012Validator,
)

from playground.grammar.json_text import pointer
from playground.grammar.regex import check_pattern
from playground.grammar.schema_remark import SchemaRemark
from playground.grammar.schema_walk import Schema, subschemas

_LONGEST_MESSAGE = 200
_CHECKERS: tuple[Any, ...] = (
    Draft4Validator,
    Draft6Validator,
    Draft7Validator,
    Draft201909Validator,
    Draft202012Validator,
)
_DRAFTS = {checker.META_SCHEMA["$schema"].removesuffix("#"): checker for checker in _CHECKERS}


def find_errors(schema: Any) -> Iterator[SchemaRemark]:
    """Everything that is wrong with a schema, as far as it can be told without converting it."""
    if not isinstance(schema, dict | bool):
        message = f"a schema is an object, true or false, not {_kind(schema)}"
        yield SchemaRemark("", "schema-type", message, 'Write an object such as {"type": "string"}.')
        return
    if schema is False:
        hint = "Write true for any JSON value, or an object that describes the values."
        yield SchemaRemark("", "schema-false", "the schema false allows no value at all", hint)
        return
    wrong = list(_metaschema_errors(schema))
    yield from wrong
    if not wrong:
        for where, part in subschemas(schema):
            yield from _reference_errors(schema, where, part)
            yield from _pattern_errors(where, part)


def _metaschema_errors(schema: Schema | bool) -> Iterator[SchemaRemark]:
    validator = _metaschema(schema)
    for error in sorted(validator.iter_errors(schema), key=lambda error: list(map(str, error.absolute_path))):
        where = ""
        for step in error.absolute_path:
            where = pointer(where, step)
        message = error.message
        if len(message) > _LONGEST_MESSAGE:
            message = message[:_LONGEST_MESSAGE] + "…"
        yield SchemaRemark(where, "schema-invalid", f"not a valid schema: {message}")


def knows_draft(schema: Any) -> bool:
    """Whether the schema names no draft, or one that can be checked."""
    return not isinstance(schema, dict) or "$schema" not in schema or _draft(schema) in _DRAFTS


def _metaschema(schema: Schema | bool) -> Any:
    """What checks the schema: the draft its `$schema` names, Draft 2020-12 otherwise."""
    checker = _DRAFTS.get(_draft(schema) if isinstance(schema, dict) else "", Draft202012Validator)
    return checker(checker.META_SCHEMA)


def _draft(schema: Schema) -> str:
    return str(schema.get("$schema", "")).removesuffix("#")


def _reference_errors(schema: Schema | bool, where: str, part: Schema) -> Iterator[SchemaRemark]:
    target = part.get("$ref")
    if not isinstance(target, str):
        return
    place = pointer(where, "$ref")
    if not target.startswith("#"):
        message = f"$ref {target!r} points outside this schema, and nothing is fetched"
        yield SchemaRemark(place, "schema-remote-ref", message, "Copy what it points at into $defs.")
    elif target != "#" and not target.startswith("#/"):
        message = f"$ref {target!r} names an anchor, which is not supported"
        yield SchemaRemark(place, "schema-anchor", message, 'Point at it by its place: "#/$defs/name".')
    elif _find(schema, target[1:]) is None:
        hint = f"There is {_listed(schema)}." if _listed(schema) else "The schema has no $defs."
        yield SchemaRemark(place, "schema-missing-ref", f"$ref {target!r} points at nothing", hint)


def _find(schema: Any, path: str) -> Any:
    current = schema
    for step in path.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        if isinstance(current, dict) and step in current:
            current = current[step]
        elif isinstance(current, list) and step.isdecimal() and int(step) < len(current):
            current = current[int(step)]
        else:
            return None
    return current


def _listed(schema: Any) -> str:
    names = [f"#/{group}/{name}" for group in ("$defs", "definitions") for name in schema.get(group, {})]
    return ", ".join(names[:6]) + (", …" if len(names) > 6 else "")


def _pattern_errors(where: str, part: Schema) -> Iterator[SchemaRemark]:
    for place, pattern in patterns_of(where, part):
        for error in check_pattern(pattern):
            yield SchemaRemark(place, error.code, f"in the pattern {pattern!r}: {error.message}", error.hint)


def patterns_of(where: str, part: Schema) -> Iterator[tuple[str, str]]:
    """The patterns that one schema holds itself, each with its place."""
    if isinstance(part.get("pattern"), str):
        yield pointer(where, "pattern"), part["pattern"]
    if isinstance(part.get("patternProperties"), dict):
        for pattern in part["patternProperties"]:
            yield pointer(pointer(where, "patternProperties"), pattern), pattern


def _kind(value: Any) -> str:
    kinds = {str: "a string", list: "an array", int: "a number", float: "a number", type(None): "null"}
    return kinds[type(value)]
