"""What makes a schema unusable as it stands: no schema at all, or not one of its draft."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from itertools import islice
from typing import Any

from playground.grammar.json_text import MARK, pointer
from playground.grammar.schema.coverage import subschemas
from playground.grammar.schema.document import MAX_PLACES, draft_of
from playground.grammar.schema.refused import SchemaRefused
from playground.grammar.schema.size import least_rules
from playground.grammar.schema.writer import MAX_RULES

MAX_ERRORS = 20
MAX_EXPONENT = 400
"""How many digits a number may have before or behind the point."""
_BEYOND = Decimal("1e999999")
_LONGEST_MESSAGE = 200
TYPES = ("string", "integer", "number", "boolean", "object", "array", "null")
_KINDS = {str: "a string", list: "an array", int: "a number", float: "a number", type(None): "null"}


def find_errors(schema: Any) -> list[SchemaRefused]:
    """Everything that the metaschema of the schema's draft has against it, in the order of the schema."""
    if not isinstance(schema, dict | bool):
        message = f"a schema is an object, true or false, not {_KINDS[type(schema)]}"
        return [SchemaRefused("", "schema-type", message, 'Write an object such as {"type": "string"}.')]
    count = sum(1 for _ in subschemas(schema))
    if count > MAX_PLACES:
        message = f"there are {count:,} schemas in this schema, more than {MAX_PLACES:,}"
        return [
            SchemaRefused("", "schema-too-large", message, "Paste the part that the model has to follow.")
        ]
    rules = least_rules(schema)
    if rules > MAX_RULES:
        message = f"the schema becomes a grammar of {rules:,} rules or more; {MAX_RULES:,} are the most"
        hint = "Paste a smaller part of it. What is in required takes fewer rules than what is optional."
        return [SchemaRefused("", "schema-too-large", message, hint)]
    try:
        return list(islice(_metaschema_errors(schema), MAX_ERRORS))
    except RecursionError:
        return [
            SchemaRefused(
                "", "schema-too-deep", "schemas are nested too deep in one another", "Move parts into $defs."
            )
        ]


def _metaschema_errors(schema: Any) -> Iterator[SchemaRefused]:
    draft = draft_of(schema)
    seen: set[tuple[str, str]] = set()
    for error in draft(draft.META_SCHEMA).iter_errors(schema):
        where = ""
        for step in error.absolute_path:
            where = pointer(where, step)
        message, hint = error.message, ""
        if _is_type(error.absolute_path):
            message, hint = _type_message(error.instance)
        if len(message) > _LONGEST_MESSAGE:
            message = message[:_LONGEST_MESSAGE] + "…"
        if (where, message) not in seen:  # a metaschema of several parts says it once for each
            seen.add((where, message))
            yield SchemaRefused(where, "schema-invalid", f"not a valid schema: {message}", hint)


def _is_type(path: Sequence[str | int]) -> bool:
    """Whether this place is the keyword `type`, or one of the types in its list."""
    steps = [step for step in path if isinstance(step, str)]
    return steps[-1:] == ["type"] and steps[-2:-1] not in (["properties"], ["patternProperties"])


def _type_message(given: Any) -> tuple[str, str]:
    """What is wrong with a type or a list of types, and a hint."""
    wrong = [each for each in given if each not in TYPES] if isinstance(given, list) else [given]
    if not wrong:
        return f"{json.dumps(given)} is no list of different types", "Name at least one type, each once."
    name = wrong[0].lower() if isinstance(wrong[0], str) else ""
    close = difflib.get_close_matches(name, TYPES, n=1)
    hint = f"Did you mean {close[0]}?" if close else f"The types are {', '.join(TYPES)}."
    return f"{json.dumps(wrong[0])} is not a type", hint


def exact_value(text: str) -> Any:
    """A JSON text as a value whose numbers are exact. Raises SchemaRefused for numbers beyond all use."""
    value = json.loads(text.removeprefix(MARK), parse_float=_exact)
    for where, number in _numbers("", value):
        if not _is_writable(number):
            message = f"this number has more than {MAX_EXPONENT} digits when it is written out"
            hint = "Leave the bound out if it is meant to be no bound."
            raise SchemaRefused(where, "schema-number", message, hint)
    return value


def _exact(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent of 19 digits or more
        return _BEYOND


def _numbers(where: str, value: Any) -> Iterator[tuple[str, int | Decimal]]:
    """Every number in a value, with its JSON pointer."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _numbers(pointer(where, key), item)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _numbers(pointer(where, index), item)
    elif isinstance(value, int | Decimal):
        yield where, value


def _is_writable(number: int | Decimal) -> bool:
    if isinstance(number, int):
        return len(str(abs(number))) <= MAX_EXPONENT
    fits = not number or -MAX_EXPONENT <= number.adjusted() <= MAX_EXPONENT
    return fits and len(number.as_tuple().digits) <= MAX_EXPONENT
