"""The `response_format` of OpenAI's chat completions, which vLLM and llama-server take too."""

from __future__ import annotations

from playground.constraints.body_fields import Fields

NAME = "response_format"
_TYPES = '"text" or "json_object"'
"""What llama-server's message names, though it takes json_schema as well."""


def read_response_format(fields: Fields, notes: list[str]) -> tuple[str, str] | None:
    """Kind and text of the constraint, or None when the answer is free text. Raises ConstraintError."""
    response_format = fields.object(NAME)
    if response_format is None:
        return None
    kind = response_format.string("type")
    match kind:
        case "text":
            return None
        case "json_object":
            return _json_object(response_format, notes)
        case "json_schema":
            return _json_schema(response_format, notes)
        case "structural_tag":
            notes.append("A structural tag under response_format is vLLM's way; OpenAI has none.")
            return "structural_tag", fields.written(NAME)
        case None:
            hint = 'Add "type": "text", "json_object" or "json_schema".'
            raise fields.error("response-format", "response_format has no type", hint, NAME)
    message = f"response_format type must be one of {_TYPES}, but got: {kind}"
    raise response_format.error("response-format", message, '"json_schema" is taken too.', "type")


def _json_object(response_format: Fields, notes: list[str]) -> tuple[str, str]:
    schema = response_format.object("schema")
    if schema is None:
        return "json_object", ""
    notes.append("A schema under json_object is llama-server's way; OpenAI wants it under json_schema.")
    return "json_schema", response_format.written("schema")


def _json_schema(response_format: Fields, notes: list[str]) -> tuple[str, str]:
    wrapper = response_format.object("json_schema")
    if wrapper is None or wrapper.object("schema") is None:
        message = "response_format has the type json_schema and no schema"
        hint = 'It stands two levels down: "json_schema": {"name": "…", "schema": {…}}.'
        raise response_format.error("response-format", message, hint)
    if wrapper.flag("strict") is not None:
        notes.append("strict changes nothing here: a grammar is always strict.")
    return "json_schema", wrapper.written("schema")
