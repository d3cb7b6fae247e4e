"""jsonschema over a value: every error with its place, no network, and no pattern that runs for ever."""

from __future__ import annotations

from typing import Any

from jsonschema import FormatChecker
from jsonschema.exceptions import SchemaError
from jsonschema_specifications import REGISTRY
from referencing.exceptions import Unresolvable

from playground.grammar.schema.document import draft_of
from playground.records.python_pattern import PatternError, PatternTimeoutError
from playground.records.schema_keywords import bounded

_MESSAGE_LENGTH = 300
_NO_FORMATS = FormatChecker(formats=())
"""Without it, a pattern of a schema would have to be one of Python's."""


_TOO_DEEP = "The schema or the value is nested too deeply, or a number is too large, to be checked."


def check_schema(schema: Any) -> tuple[str, ...]:
    """What is wrong with the schema, by the metaschema of its draft: at most one error."""
    try:
        draft_of(schema).check_schema(schema, format_checker=_NO_FORMATS)
    except SchemaError as error:
        return (f"The schema is not valid at {_pointer(error.absolute_path)}: {_short(error.message)}.",)
    except RecursionError:
        return (_TOO_DEEP,)
    return ()


def check_value(schema: Any, value: Any) -> tuple[str, ...]:
    """What is wrong with the value, each error with the JSON pointer of its place; empty when valid.

    The draft is the one that `$schema` names, or whose keywords are used, else 2020-12. Patterns are
    ECMA-262's. `check_schema` has nothing against the schema; that it refers to something outside itself is
    an error here.
    """
    try:
        # A registry of the metaschemas alone: nothing is fetched from anywhere.
        errors = list(bounded(draft_of(schema))(schema, registry=REGISTRY).iter_errors(value))
    except Unresolvable as error:
        return (f"The schema refers to {str(error.ref)!r}, which is not in it.",)
    except (PatternError, PatternTimeoutError) as error:
        return (str(error),)
    except (RecursionError, OverflowError):
        return (_TOO_DEEP,)
    errors.sort(key=lambda error: list(map(str, error.absolute_path)))
    return tuple(f"{_pointer(error.absolute_path)}: {_short(error.message)}" for error in errors)


def _pointer(path: Any) -> str:
    """A JSON pointer, or words for the whole value."""
    escaped = (str(part).replace("~", "~0").replace("/", "~1") for part in path)
    return "".join(f"/{part}" for part in escaped) or "the whole value"


def _short(message: str) -> str:
    return message if len(message) <= _MESSAGE_LENGTH else f"{message[:_MESSAGE_LENGTH]}…"
