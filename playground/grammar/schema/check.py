"""What makes a schema unusable as it stands: no schema at all, or not one of its draft."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from itertools import islice
from typing import Any

from playground.grammar.json_text import pointer
from playground.grammar.schema.coverage import subschemas
from playground.grammar.schema.document import MAX_PLACES, draft_of
from playground.grammar.schema.refused import SchemaRefused

MAX_ERRORS = 20
MAX_EXPONENT = 400
"""How many digits a number may have before or behind the point."""
_LONGEST_MESSAGE = 200
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
    for error in draft(draft.META_SCHEMA).iter_errors(schema):
        where = ""
        for step in error.absolute_path:
            where = pointer(where, step)
        message = error.message
        if len(message) > _LONGEST_MESSAGE:
            message = message[:_LONGEST_MESSAGE] + "…"
        yield SchemaRefused(where, "schema-invalid", f"not a valid schema: {message}")


def exact_value(text: str) -> Any:
    """A JSON text as a value whose numbers are exact. Raises SchemaRefused for numbers beyond all use."""
    return json.loads(text, parse_float=_exact)


def _exact(text: str) -> Decimal:
    number = Decimal(text)
    if (number and not -MAX_EXPONENT <= number.adjusted() <= MAX_EXPONENT) or len(text) > MAX_EXPONENT:
        message = f"the number {text[:30]} has more than {MAX_EXPONENT} digits when it is written out"
        raise SchemaRefused(
            "", "schema-number", message, "Leave the bound out if it is meant to be no bound."
        )
    return number
