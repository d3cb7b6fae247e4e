"""jsonschema over a value: every error with its place, no network, and no pattern that runs for ever."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from jsonschema.exceptions import SchemaError, ValidationError
from jsonschema.validators import extend
from jsonschema_specifications import REGISTRY
from referencing.exceptions import Unresolvable

from playground.grammar.schema.document import draft_of
from playground.records.python_pattern import PatternError, PatternTimeoutError, PythonPattern

_MESSAGE_LENGTH = 300


def check_value(schema: Any, value: Any) -> tuple[str, ...]:
    """What is wrong with the value, each error with the JSON pointer of its place; empty when valid.

    The draft is the one that `$schema` names, or whose keywords are used, else 2020-12. Patterns are
    Python's. A schema that is itself not valid, or refers to something outside itself, is an error too.
    """
    try:
        checker = draft_of(schema)
        checker.check_schema(schema)
        _refuse_unbounded(schema)
        bounded: Any = extend(checker, _BOUNDED)  # type: ignore[no-untyped-call]
        # A registry of the metaschemas alone: nothing is fetched from anywhere.
        errors = list(bounded(schema, registry=REGISTRY).iter_errors(value))
    except SchemaError as error:
        return (f"The schema is not valid at {_pointer(error.absolute_path)}: {_short(error.message)}.",)
    except Unresolvable as error:
        return (f"The schema refers to {str(error.ref)!r}, which is not in it.",)
    except (PatternError, PatternTimeoutError) as error:
        return (str(error),)
    except (RecursionError, OverflowError):
        return ("The schema or the value is nested too deeply, or a number is too large, to be checked.",)
    errors.sort(key=lambda error: list(map(str, error.absolute_path)))
    return tuple(f"{_pointer(error.absolute_path)}: {_short(error.message)}" for error in errors)


def _pointer(path: Any) -> str:
    """A JSON pointer, or words for the whole value."""
    escaped = (str(part).replace("~", "~0").replace("/", "~1") for part in path)
    return "".join(f"/{part}" for part in escaped) or "the whole value"


def _short(message: str) -> str:
    return message if len(message) <= _MESSAGE_LENGTH else f"{message[:_MESSAGE_LENGTH]}…"


def _matches(pattern: str, text: str) -> bool:
    return PythonPattern(pattern).search(text) is not None


def _pattern(validator: Any, pattern: str, value: Any, schema: Any) -> Iterator[ValidationError]:
    if validator.is_type(value, "string") and not _matches(pattern, value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


def _pattern_properties(validator: Any, patterns: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if not validator.is_type(value, "object"):
        return
    for pattern, subschema in patterns.items():
        for key, item in value.items():
            if _matches(pattern, key):
                yield from validator.descend(item, subschema, path=key, schema_path=pattern)


def _additional_properties(validator: Any, rest: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if not validator.is_type(value, "object"):
        return
    patterns = schema.get("patternProperties", {})
    for key, item in value.items():
        if key in schema.get("properties", {}) or any(_matches(pattern, key) for pattern in patterns):
            continue
        if rest is False:
            yield ValidationError(f"the key {key!r} is not allowed")
        else:
            yield from validator.descend(item, rest, path=key)


def _refuse_unbounded(schema: Any) -> None:
    """The one keyword that would search patterns without a limit, and is too long to write anew."""
    words = json.dumps(schema)
    if '"unevaluatedProperties"' in words and '"patternProperties"' in words:
        raise PatternError("unevaluatedProperties beside patternProperties cannot be checked here.")


# jsonschema searches with `re`, which cannot be stopped.
_BOUNDED = {
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
}
