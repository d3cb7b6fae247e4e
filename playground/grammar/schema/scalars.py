"""Sets of strings, numbers and booleans: what the keywords of one alternative leave of a JSON type."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, reduce

from playground.grammar.characters import Ranges
from playground.grammar.characters import complement as complement_of
from playground.grammar.regular import Dfa, Pattern, of_lengths, of_words, read_pattern
from playground.grammar.regular.dfa import complement, intersection
from playground.grammar.schema.decimals import Decimals, number_automaton

BEYOND_ASCII = frozenset(((0x80, 0xD7FF), (0xE000, 0x10FFFF)))


@dataclass(frozen=True)
class Texts:
    """The texts of a pattern, or with `negated` all others. `name` says which keyword asked for it."""

    name: str
    source: str
    negated: bool = False
    pattern: Pattern | None = field(default=None, compare=False)
    words: tuple[str, ...] = ()

    @cached_property
    def automaton(self) -> Dfa:
        """Raises TooLarge and PatternError."""
        found = of_words(self.words) if self.pattern is None else self.pattern.automaton
        return complement(found) if self.negated else found

    @cached_property
    def wide(self) -> Dfa:
        """The texts in which the pattern is found by either of its readings. Raises as `automaton` does."""
        return read_pattern(self.source, wide=True).automaton

    @property
    def longest(self) -> int | None:
        """The most characters a text may have; None when there is no most, or none that is known."""
        return None if self.pattern is None or self.negated else self.pattern.lengths[1]

    @property
    def has_letters_beyond_ascii(self) -> bool:
        """Whether some character beyond ASCII, but not every one, can stand somewhere in a text."""
        dfa = self.automaton
        sets = (ranges for state in dfa.useful for _, ranges in dfa.steps(state))
        return any(ranges[-1][1] > 0x7F and not set(_above(ranges)) >= BEYOND_ASCII for ranges in sets)


@dataclass(frozen=True)
class Strings:
    """Strings of `minimum` to `maximum` characters that are in all of `texts`, or those of `values`."""

    minimum: int = 0
    maximum: int | None = None
    texts: frozenset[Texts] = frozenset()
    values: tuple[str, ...] | None = None
    origin: str = field(default="", compare=False)

    def meet(self, other: Strings) -> Strings:
        values = self.values if other.values is None else other.values
        if self.values is not None and other.values is not None:
            values = tuple(value for value in self.values if value in other.values)
        return Strings(
            max(self.minimum, other.minimum),
            _least(self.maximum, other.maximum),
            self.texts | other.texts,
            values,
            self.origin or other.origin,
        ).reduced()

    def reduced(self) -> Strings:
        """The same strings; when they are listed, without other conditions. Raises TooLarge."""
        if self.values is None:
            return self
        values = tuple(value for value in self.values if self.has(value))
        return Strings(values=values, origin=self.origin)

    def has(self, value: str) -> bool:
        """Whether it is one of these strings. Raises TooLarge."""
        if self.values is not None and value not in self.values:
            return False
        longest = len(value) if self.maximum is None else self.maximum
        return self.minimum <= len(value) <= longest and all(t.automaton.accepts(value) for t in self.texts)

    @property
    def is_free(self) -> bool:
        return self == Strings()

    @cached_property
    def is_empty(self) -> bool:
        """Raises TooLarge."""
        if self.values is not None:
            return not self.values
        if self.maximum is not None and self.maximum < self.minimum:
            return True
        return bool(self.texts) and self.automaton.is_empty

    @cached_property
    def automaton(self) -> Dfa:
        """All of them; `values` must be None. Raises TooLarge."""
        found = reduce(intersection, (t.automaton for t in sorted(self.texts, key=lambda t: t.source)))
        if self.only_texts:
            return found
        return intersection(found, of_lengths(self.minimum, self.maximum))

    @property
    def only_texts(self) -> bool:
        """Whether the lengths say nothing that one of the texts does not say."""
        for one in self.texts:
            low, high = (0, None) if one.pattern is None or one.negated else one.pattern.lengths
            if low >= self.minimum and (self.maximum is None or (high is not None and high <= self.maximum)):
                return True
        return self.minimum == 0 and self.maximum is None


@dataclass(frozen=True)
class Numbers:
    """Numbers between bounds, integers only or others only, that are multiples, or those of `values`."""

    low: Fraction | None = None
    low_open: bool = False
    high: Fraction | None = None
    high_open: bool = False
    integer: bool | None = None
    multiples: frozenset[Fraction] = frozenset()
    not_multiples: frozenset[Fraction] = frozenset()
    excluded: frozenset[Fraction] = frozenset()
    values: tuple[Fraction, ...] | None = None
    contradictory: bool = False
    origin: str = field(default="", compare=False)

    def meet(self, other: Numbers) -> Numbers:
        low, low_open = max(
            (self.low, self.low_open),
            (other.low, other.low_open),
            key=lambda b: (b[0] is not None, b[0] or 0, b[1]),
        )
        high, high_open = min(
            (self.high, self.high_open),
            (other.high, other.high_open),
            key=lambda b: (b[0] is None, b[0] or 0, not b[1]),
        )
        values = self.values if other.values is None else other.values
        if self.values is not None and other.values is not None:
            values = tuple(value for value in self.values if value in other.values)
        both = None not in (self.integer, other.integer) and self.integer != other.integer
        return Numbers(
            low,
            low_open,
            high,
            high_open,
            other.integer if self.integer is None else self.integer,
            self.multiples | other.multiples,
            self.not_multiples | other.not_multiples,
            self.excluded | other.excluded,
            values,
            self.contradictory or other.contradictory or both,
            self.origin or other.origin,
        ).reduced()

    def reduced(self) -> Numbers:
        """The same numbers: whole bounds for integers, and no other conditions when they are listed."""
        if self.values is not None:
            values = () if self.contradictory else tuple(value for value in self.values if self.has(value))
            return Numbers(values=values, origin=self.origin)
        if not self.integer:
            return self
        low, high = self.low, self.high
        if low is not None:
            low = Fraction(math.floor(low) + 1 if self.low_open else math.ceil(low))
        if high is not None:
            high = Fraction(math.ceil(high) - 1 if self.high_open else math.floor(high))
        return replace(
            self,
            low=low,
            low_open=False,
            high=high,
            high_open=False,
            multiples=frozenset(m for m in self.multiples if m != 1),
        )

    def has(self, value: Fraction) -> bool:
        """Whether a number meets every condition but `values`."""
        if self.low is not None and (value < self.low or (self.low_open and value == self.low)):
            return False
        if self.high is not None and (value > self.high or (self.high_open and value == self.high)):
            return False
        whole = is_multiple(value, Fraction(1))
        return (
            self.integer in (None, whole)
            and all(is_multiple(value, m) for m in self.multiples)
            and not any(is_multiple(value, m) for m in self.not_multiples)
            and value not in self.excluded
        )

    @property
    def is_free(self) -> bool:
        return self == Numbers()

    @property
    def is_plain(self) -> bool:
        """Whether nothing but bounds and `integer` limits them."""
        return not (self.multiples or self.not_multiples or self.excluded) and self.values is None

    @cached_property
    def is_empty(self) -> bool:
        """Raises TooLarge."""
        if self.contradictory:
            return True
        if self.values is not None:
            return not self.values
        if self.low is not None and self.high is not None and self.low >= self.high:
            return self.low > self.high or self.low_open or self.high_open
        return not self.is_plain and self.automaton.is_empty

    @cached_property
    def automaton(self) -> Dfa:
        """Their texts without exponents; `values` must be None. Raises TooLarge."""
        return number_automaton(
            Decimals(
                self.low,
                self.low_open,
                self.high,
                self.high_open,
                self.integer,
                self.multiples,
                self.not_multiples,
                self.excluded,
            )
        )


@dataclass(frozen=True)
class Booleans:
    values: frozenset[bool] = frozenset((True, False))
    origin: str = field(default="", compare=False)

    def meet(self, other: Booleans) -> Booleans:
        return Booleans(self.values & other.values, self.origin or other.origin)

    @property
    def is_free(self) -> bool:
        return len(self.values) == 2

    @property
    def is_empty(self) -> bool:
        return not self.values


@dataclass(frozen=True)
class Null:
    origin: str = field(default="", compare=False)

    def meet(self, other: Null) -> Null:
        return Null(self.origin or other.origin)

    is_free = True
    is_empty = False


def _above(ranges: Ranges) -> Ranges:
    return complement_of((*complement_of(ranges), (0, 0x7F)))


def is_multiple(value: Fraction, of: Fraction) -> bool:
    """Whether `value` is a whole number of times `of`."""
    return (value / of).denominator == 1


def _least(left: int | None, right: int | None) -> int | None:
    return left if right is None else right if left is None else min(left, right)
