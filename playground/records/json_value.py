"""JSON text as Python values, stricter than the standard library: nothing is dropped or rounded away."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from typing import Any, NoReturn

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_MAX_DIGITS = 4300
"""Python's own limit on the digits of a whole number."""


def parse_json(text: str) -> Any:
    """The value of a JSON text.

    Raises ValueError, saying where: for what is no JSON (NaN and Infinity among it), a key that occurs
    twice in an object, a number too large for Python, half of a character (`"\\ud800"` alone), and nesting
    too deep to read.
    """
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_float=_float,
            parse_int=_int,
        )
        half = _HALF_CHARACTER.search(json.dumps(value, ensure_ascii=False))
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise ValueError(f"The text is not JSON: {error.msg.removesuffix(' at')} at {place}.") from None
    except RecursionError:
        raise ValueError("The text is nested too deeply to read.") from None
    if half:
        raise ValueError(f"A string holds \\u{ord(half[0]):x} alone, half of a character.")
    return value


def keys_of(value: Any) -> set[str]:
    """The keys of all objects in a value."""
    keys: set[str] = set()
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            keys.update(part)
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)
    return keys


def same_json(one: Any, other: Any) -> bool:
    """Whether two values are the same to JSON: 1 is 1.0, and neither is true, unlike in Python."""
    match one:
        case dict():
            return (
                isinstance(other, dict)
                and one.keys() == other.keys()
                and all(same_json(part, other[key]) for key, part in one.items())
            )
        case list():
            return isinstance(other, list) and len(one) == len(other) and all(map(same_json, one, other))
        case _:
            return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"The key {twice!r} occurs more than once in one object.")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON.")


def _float(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise ValueError(f"The number {digits} is too large for a float.")
    return value


def _int(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise ValueError(f"A number of {len(digits)} digits is too long to read; at most {_MAX_DIGITS} are.")
    return int(digits)
