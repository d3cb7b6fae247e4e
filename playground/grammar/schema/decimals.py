"""Numbers as texts: which decimal notations lie between bounds or are multiples.

A number is written without exponent, and without a sign when it is zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce

from playground.grammar.regular import Dfa, TooLarge, combine, complement, metered, minimal, read_pattern
from playground.grammar.regular.dfa import DEAD, MAX_STATES, Alphabet, build, intersection, prefixed, split

_SYNTAX = r"^(0|[1-9][0-9]*)(\.[0-9]+)?$"
_INTEGER = r"^[0-9]+$"
_FRACTION = r"\.[0-9]*[1-9]"
_LESS, _EQUAL, _GREATER = -1, 0, 1

_Compared = tuple[str, int, int]
"""Phase, digits read in it, and how what was read compares with the bound."""


@dataclass(frozen=True, slots=True)
class Decimals:
    """What a number has to meet; see `playground.grammar.schema.scalars.Numbers`."""

    low: Fraction | None = None
    low_open: bool = False
    high: Fraction | None = None
    high_open: bool = False
    integer: bool | None = None
    multiples: frozenset[Fraction] = frozenset()
    not_multiples: frozenset[Fraction] = frozenset()
    excluded: frozenset[Fraction] = frozenset()


def decimal_text(value: Fraction) -> str:
    """The shortest decimal notation of a number that has one."""
    places = decimal_places(value)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    whole, fraction = (digits[:-places], digits[-places:]) if places else (digits, "")
    return ("-" if value < 0 else "") + whole + ("." + fraction if fraction else "")


def decimal_places(value: Fraction) -> int:
    """Digits behind the point, at least."""
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
    return places


def number_automaton(wanted: Decimals) -> Dfa:
    """The texts of the numbers. Raises TooLarge."""
    above = _magnitudes(wanted, wanted.low, wanted.low_open, wanted.high, wanted.high_open, sign=1)
    low = None if wanted.high is None else -wanted.high
    high = None if wanted.low is None else -wanted.low
    below = _magnitudes(wanted, low, wanted.high_open, high, wanted.low_open, sign=-1)
    return combine(above, prefixed("-", below), lambda a, b: a or b)


def _magnitudes(
    wanted: Decimals,
    low: Fraction | None,
    low_open: bool,
    high: Fraction | None,
    high_open: bool,
    sign: int,
) -> Dfa:
    """The numbers of one sign, without it."""
    found = [_plain(_SYNTAX)]
    if sign < 0 and (low is None or low < 0):
        low, low_open = Fraction(0), True
    if low is not None and low >= 0:
        found.append(_compared(low, frozenset((_GREATER,)) if low_open else frozenset((_EQUAL, _GREATER))))
    if high is not None:
        if high < 0:
            return _nothing()
        found.append(_compared(high, frozenset((_LESS,)) if high_open else frozenset((_LESS, _EQUAL))))
    if wanted.integer is not None:
        found.append(_plain(_INTEGER if wanted.integer else _FRACTION))
    found += [_multiples(of) for of in sorted(wanted.multiples)]
    found += [complement(_multiples(of)) for of in sorted(wanted.not_multiples)]
    for value in sorted(wanted.excluded):
        if value * sign > 0 or (value == 0 and sign > 0):
            found.append(complement(_compared(abs(value), frozenset((_EQUAL,)))))
    return reduce(intersection, found)


@cache
def _plain(pattern: str) -> Dfa:
    with metered(None):
        return read_pattern(pattern).automaton


def _nothing() -> Dfa:
    alphabet, _ = split(())
    return Dfa(alphabet, ((DEAD,) * alphabet.size,), frozenset())


def _digits() -> tuple[Alphabet, list[str]]:
    """Digits and the point, each a column of its own, and which column is which."""
    characters = ".0123456789"
    alphabet, members = split([((ord(c), ord(c)),) for c in characters])
    names = [""] * alphabet.size
    for character, columns in zip(characters, members, strict=True):
        names[columns[0]] = character
    return alphabet, names


def _compared(bound: Fraction, accepted: frozenset[int]) -> Dfa:
    """Numbers without sign whose comparison with a bound that is not negative is one of `accepted`."""
    whole, _, fraction = decimal_text(bound).partition(".")
    alphabet, names = _digits()
    dead = ("", 0, 0)

    def step(state: _Compared, character: str) -> _Compared:
        phase, count, compared = state
        if not character or (character == "." and phase == "fraction"):
            return dead
        if character == ".":
            return ("fraction", 0, _whole(state))
        known = whole if phase == "whole" else fraction
        if compared == _EQUAL:
            digit = known[count : count + 1] or "0"
            compared = _EQUAL if character == digit else _GREATER if character > digit else _LESS
        return (phase, min(count + 1, len(known) + 1), compared)

    def _whole(state: _Compared) -> int:
        _, count, compared = state
        return compared if count == len(whole) else _LESS if count < len(whole) else _GREATER

    def ends(state: _Compared) -> bool:
        phase, count, compared = state
        if phase == "whole":
            compared, count = _whole(state), 0
        if compared == _EQUAL and count < len(fraction):
            compared = _LESS
        return compared in accepted

    def follow(state: _Compared) -> Iterable[_Compared]:
        return (step(state, character) for character in names)

    return minimal(build(alphabet, ("whole", 0, _EQUAL), follow, ends, dead))


def _multiples(of: Fraction) -> Dfa:
    """Numbers without sign that are multiples. Raises TooLarge."""
    places = decimal_places(of)
    unit: int = of.numerator * 10**places // of.denominator
    if unit * (places + 2) > MAX_STATES:
        raise TooLarge(f"multiples of {decimal_text(of)}")
    alphabet, names = _digits()
    dead = (DEAD, DEAD)

    def step(state: tuple[int, int], character: str) -> tuple[int, int]:
        """A state is how many digits behind the point were read (DEAD before it), and the remainder."""
        place, rest = state
        if not character or (character == "." and place != DEAD):
            return dead
        if character == ".":
            return (0, rest)
        if place == places:
            return state if character == "0" else dead
        return (place if place == DEAD else place + 1, (rest * 10 + int(character)) % unit)

    def ends(state: tuple[int, int]) -> bool:
        place, rest = state
        scale: int = 10 ** (places - max(place, 0))
        return rest * scale % unit == 0

    def follow(state: tuple[int, int]) -> Iterable[tuple[int, int]]:
        return (step(state, character) for character in names)

    return minimal(build(alphabet, (DEAD, 0), follow, ends, dead))
