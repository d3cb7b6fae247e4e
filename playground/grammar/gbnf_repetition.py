"""The repetitions of GBNF: `*`, `+`, `?` and `{m,n}`, and how far llama.cpp lets them go."""

from __future__ import annotations

import re
from typing import NamedTuple

from playground.grammar.diagnostics import Span
from playground.grammar.gbnf_cursor import Cursor, end_of_match, show

# llama.cpp writes repetitions out as rules and refuses to write more than this for one of them.
MAX_REPETITIONS = 2000

_DIGITS = re.compile(r"[0-9]*")
_SIGNS: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_LARGEST_NUMBER = 2**64 - 1


class Bounds(NamedTuple):
    """How often an item repeats, and where that is written."""

    minimum: int
    maximum: int | None
    span: Span

    @property
    def generated(self) -> int:
        """How many rules llama.cpp generates for it."""
        return 1 if self.maximum is None else self.maximum - self.minimum

    @property
    def weight(self) -> int:
        """By how much llama.cpp multiplies the rules of the item before it compares with its limit."""
        return self.maximum or self.minimum or 1


def read_bounds(cursor: Cursor, newlines: bool) -> Bounds:
    """The repetition sign at the position, and the space after it.

    Bounds that llama.cpp refuses are noted as errors and replaced by some that hold, so that the rule can
    be read on.
    """
    start = cursor.position
    sign = cursor.peek()
    cursor.position += 1
    if sign in _SIGNS:
        span = Span(start, cursor.position)
        cursor.skip_space(newlines)
        return Bounds(*_SIGNS[sign], span)
    cursor.skip_space(newlines)
    minimum = _read_number(cursor, newlines)
    maximum = minimum
    if cursor.peek() == ",":
        cursor.position += 1
        cursor.skip_space(newlines)
        maximum = _read_number(cursor, newlines)
    if cursor.peek() != "}":
        _stop_inside_braces(cursor, start)
    cursor.position += 1
    span = Span(start, cursor.position)
    cursor.skip_space(newlines)
    return _checked_bounds(cursor, span, minimum, maximum)


def _read_number(cursor: Cursor, newlines: bool) -> int | None:
    end = end_of_match(_DIGITS, cursor.text, cursor.position)
    digits = cursor.text[cursor.position : end].lstrip("0")
    missing = end == cursor.position
    cursor.position = end
    cursor.skip_space(newlines)
    if missing:
        return None
    # Longer numbers are as wrong as this one, and costly to convert.
    return int(digits[:21] or "0")


def _stop_inside_braces(cursor: Cursor, start: int) -> None:
    hint = "Write {3}, {3,} or {3,5}."
    character = cursor.peek()
    if not character or character in "\r\n":
        span = Span(start, cursor.position)
        cursor.stop(span, "unterminated_repetition", "This repetition has no closing brace.", hint)
    span = Span(cursor.position, cursor.position + 1)
    message = f"Expected a number, `,` or `}}` in a repetition, found {show(character)}."
    cursor.stop(span, "repetition", message, hint)


def _checked_bounds(cursor: Cursor, span: Span, minimum: int | None, maximum: int | None) -> Bounds:
    if minimum is None:
        upper = "" if maximum is None else str(maximum)
        hint = f"Write {{0,{upper}}}." if upper else "Write {0,} or * for any number of times."
        cursor.error(span, "repetition", "A repetition must name its lower bound.", hint)
        return Bounds(0, None, span)
    if minimum > MAX_REPETITIONS or (maximum or 0) > _LARGEST_NUMBER:
        cursor.error(
            span,
            "repetition_limit",
            f"llama.cpp repeats nothing more than {MAX_REPETITIONS} times.",
            'Put a part into a rule of its own, part ::= "a"{1000}, and repeat that rule.',
        )
        return Bounds(0, None, span)
    if maximum is None:
        return Bounds(minimum, None, span)
    if maximum > MAX_REPETITIONS:
        cursor.warn(
            span,
            "upper_bound_dropped",
            f"llama.cpp takes an upper bound above {MAX_REPETITIONS} for none at all, and so it is here.",
            f"Write {{{minimum},}} to say so, or split the repetition over two rules.",
        )
        return Bounds(minimum, None, span)
    if maximum < minimum:
        message = f"The upper bound {maximum} is below the lower bound {minimum}."
        cursor.error(span, "repetition_order", message, f"Write {{{maximum},{minimum}}}.")
        return Bounds(maximum, minimum, span)
    return Bounds(minimum, maximum, span)
