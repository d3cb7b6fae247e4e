"""A finished JSON text as an object of a type made from its schema."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError
from pydantic_core import SchemaError

from playground.records.json_value import keys_of, parse_json, same_json
from playground.records.record import Record, unread
from playground.records.schema_check import check_schema, check_value
from playground.records.schema_shape import schema_shapes
from playground.records.shape import Shapes
from playground.records.shape_source import shapes_source
from playground.records.shape_type import shapes_type

KIND = "json_schema"


def json_record(schema: Any, text: str) -> Record:
    """The record of a complete text under a parsed schema: checked by jsonschema, then built by pydantic.

    All errors are in the record; none is raised.
    """
    problems = check_schema(schema)
    if problems:
        return unread(KIND, "", *problems)
    try:
        value = parse_json(text)
    except ValueError as error:
        return unread(KIND, schema_source(schema), str(error))
    try:
        shapes = schema_shapes(schema, keys_of(value))
        source = shapes_source(shapes)
    except RecursionError:
        return unread(KIND, "", "The schema is nested too deeply to be written as a Python type.")
    errors = check_value(schema, value)
    if errors:
        return unread(KIND, source, *errors)
    return typed_record(shapes, source, value)


def schema_source(schema: Any) -> str:
    """The Python source of the type that records under this schema have; empty when it cannot be written."""
    try:
        return shapes_source(schema_shapes(schema))
    except RecursionError:
        return ""


def typed_record(shapes: Shapes, source: str, value: Any) -> Record:
    """The record of a value as an object of the shapes' type; an error when that is another value."""
    try:
        adapter = shapes_type(shapes)
        typed = adapter.validate_python(value, strict=True)
        again = adapter.dump_python(typed, mode="json", by_alias=True, exclude_unset=True)
        same, shown = same_json(again, value), repr(typed)
    except (ValidationError, RecursionError) as error:
        return unread(
            KIND, source, f"The text is valid, but the type made from the schema refuses it: {error}"
        )
    except (SchemaError, UnicodeError) as error:
        why = str(error).splitlines()[-1].strip()
        return unread(KIND, source, f"The text is valid, but no type can be made from the schema: {why}.")
    if not same:
        return unread(KIND, source, "The text is valid, but the type made from the schema would change it.")
    return Record(KIND, value, typed, source, shown)
