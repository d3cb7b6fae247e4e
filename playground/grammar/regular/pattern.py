"""Patterns of JSON Schema: the regular part of ECMA-262's, searched for anywhere in the text.

Where ECMA-262 and Python's `re` read an escape differently, a text has to satisfy both, so that it
passes the validators too. Backreferences, word boundaries and lookbehind have no automaton here, and
lookahead has one only at the start of an alternative, behind `^`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce

from playground.grammar.regular.dfa import Dfa, combine, intersection
from playground.grammar.regular.dfa import complement as texts_without
from playground.grammar.regular.nfa import search_automaton
from playground.grammar.regular.pattern_reader import PatternError, PatternReader
from playground.grammar.regular.syntax import Anchor, Concat, Either, Look, Syntax, contains, lengths


@dataclass(frozen=True)
class Pattern:
    """A pattern and its parts."""

    source: str
    syntax: Syntax
    has_two_readings: bool
    """Whether ECMA-262 and Python's `re` may find it in different texts, by `$`, `.`, `\\d` and the like."""

    @cached_property
    def automaton(self) -> Dfa:
        """All texts in which the pattern is found. Raises TooLarge and PatternError."""
        plain = tuple(option for option in self.options if not contains(option, Look))
        found = [search_automaton(Either(plain))] if plain else []
        found += [_with_looks(option) for option in self.options if contains(option, Look)]
        return reduce(lambda a, b: combine(a, b, lambda x, y: x or y), found)

    @property
    def options(self) -> tuple[Syntax, ...]:
        return self.syntax.options if isinstance(self.syntax, Either) else (self.syntax,)

    @cached_property
    def lengths(self) -> tuple[int, int | None]:
        """The fewest characters of a text in which the pattern is found, and the most; None without end."""
        found = [lengths(option) for option in self.options]
        most = [high for _, high in found]
        whole = all(_is_whole(option) for option in self.options) and None not in most
        return min(low for low, _ in found), max(h for h in most if h is not None) if whole else None


def read_pattern(source: str, wide: bool = False) -> Pattern:
    """The pattern; with `wide`, as the texts that either reading finds it in. Raises PatternError."""
    reader = PatternReader(source, wide)
    syntax = reader.read()
    return Pattern(source, syntax, reader.has_two_readings)


def _is_whole(option: Syntax) -> bool:
    """Whether it is the whole text that matches."""
    items = option.items if isinstance(option, Concat) else (option,)
    return len(items) > 1 and items[0] == Anchor(at_end=False) and items[-1] == Anchor(at_end=True)


def _with_looks(option: Syntax) -> Dfa:
    items = option.items if isinstance(option, Concat) else (option,)
    if not items or items[0] != Anchor(at_end=False):
        raise PatternError("lookahead that does not follow ^ at the start", 0, unsupported=True)
    count = 1
    while count < len(items) and isinstance(items[count], Look):
        count += 1
    rest = Concat((items[0], *items[count:]))
    if contains(rest, Look) or any(
        contains(item.item, Look) for item in items[1:count] if isinstance(item, Look)
    ):
        raise PatternError("lookahead that does not follow ^ at the start", 0, unsupported=True)
    found = search_automaton(rest)
    for look in items[1:count]:
        assert isinstance(look, Look)
        ahead = search_automaton(Concat((items[0], look.item)))
        found = intersection(found, texts_without(ahead) if look.negative else ahead)
    return found
