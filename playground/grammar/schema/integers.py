"""Integers between bounds as a grammar, the way a person would list them: by their number of digits."""

from __future__ import annotations

from playground.grammar.model import CharClass, Literal, Node
from playground.grammar.simplify import choice, repeat, sequence

_DIGIT = CharClass(((0x30, 0x39),))
_FIRST = CharClass(((0x31, 0x39),))


def integer_range(low: int | None, high: int | None) -> Node:
    """All integers from `low` to `high`, without bounds where they are None. Zero has no sign."""
    parts: list[Node] = []
    if low is None or low < 0:
        smallest = 1 if high is None or high >= 0 else -high
        largest = None if low is None else -low
        parts.append(sequence([Literal("-"), _positive(smallest, largest)]))
    if (low is None or low <= 0) and (high is None or high >= 0):
        parts.append(Literal("0"))
    if high is None or high > 0:
        parts.append(_positive(max(1, low or 1), high))
    return choice(parts)


def _positive(low: int, high: int | None) -> Node:
    """From `low`, which is at least 1, to `high`."""
    if high is None:
        if low == 10 ** (len(str(low)) - 1):
            return _by_length(len(str(low)), None)
        return choice([_same_length(str(low), "9" * len(str(low))), _by_length(len(str(low)) + 1, None)])
    parts: list[Node] = []
    first, last = len(str(low)), len(str(high))
    if first == last:
        return _same_length(str(low), str(high))
    if low > 10 ** (first - 1):
        parts.append(_same_length(str(low), "9" * first))
        first += 1
    full = last if high == 10**last - 1 else last - 1
    if first <= full:
        parts.append(_by_length(first, full))
    if full < last:
        parts.append(_same_length("1" + "0" * (last - 1), str(high)))
    return choice(parts)


def _by_length(fewest: int, most: int | None) -> Node:
    return sequence([_FIRST, repeat(_DIGIT, fewest - 1, None if most is None else most - 1)])


def _same_length(low: str, high: str) -> Node:
    """Numbers with as many digits as both bounds have."""
    if set(low) <= {"0"} and set(high) <= {"9"}:
        return repeat(_DIGIT, len(low), len(low))
    if low[0] == high[0]:
        same = 1
        while same < len(low) and low[same] == high[same]:
            same += 1
        return sequence([Literal(low[:same]), _same_length(low[same:], high[same:])])
    rest = len(low) - 1
    parts: list[Node] = []
    first, last = int(low[0]), int(high[0])
    if int(low[1:] or "0") > 0:
        parts.append(sequence([Literal(low[0]), _same_length(low[1:], "9" * rest)]))
        first += 1
    ends_early = (high[1:] or "") != "9" * rest
    last -= ends_early
    if first <= last:
        parts.append(sequence([_digits(first, last), repeat(_DIGIT, rest, rest)]))
    if ends_early:
        parts.append(sequence([Literal(high[0]), _same_length("0" * rest, high[1:])]))
    return choice(parts)


def _digits(first: int, last: int) -> Node:
    return Literal(str(first)) if first == last else CharClass(((0x30 + first, 0x30 + last),))
