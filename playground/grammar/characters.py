"""Sets of Unicode characters as disjoint code point ranges."""

from __future__ import annotations

from collections.abc import Iterable

from playground.grammar.model import MAX_CODE_POINT, CharClass

Ranges = tuple[tuple[int, int], ...]
"""Inclusive, ascending, disjoint and not adjacent; never a surrogate."""

_SURROGATES = (0xD800, 0xDFFF)


def characters_of(node: CharClass) -> Ranges:
    """The characters a class matches. A reversed range adds none; surrogates are not characters."""
    return complement(node.ranges) if node.negated else _without_surrogates(_merged(node.ranges))


def complement(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Every character that is not in `ranges`."""
    gaps, start = [], 0
    for low, high in _merged(ranges):
        if start < low:
            gaps.append((start, low - 1))
        start = high + 1
    if start <= MAX_CODE_POINT:
        gaps.append((start, MAX_CODE_POINT))
    return _without_surrogates(gaps)


def intersection(left: Ranges, right: Ranges) -> Ranges:
    """The characters in both sets."""
    return complement((*complement(left), *complement(right)))


def is_character(code_point: int) -> bool:
    """Whether a code point can stand in a text on its own: all but the surrogates."""
    first, last = _SURROGATES
    return not first <= code_point <= last


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for low, high in sorted(pair for pair in ranges if pair[0] <= pair[1]):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged


def _without_surrogates(ranges: Iterable[tuple[int, int]]) -> Ranges:
    first, last = _SURROGATES
    kept = []
    for low, high in ranges:
        if low < first:
            kept.append((low, min(high, first - 1)))
        if high > last:
            kept.append((max(low, last + 1), high))
    return tuple(kept)
