"""The parts of a pattern."""

from __future__ import annotations

from dataclasses import dataclass

from playground.grammar.characters import Ranges, complement

ANYTHING: Ranges = complement(())
"""Every character."""


@dataclass(frozen=True, slots=True)
class Chars:
    """One character of a set."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Concat:
    """All items in order; without items, the empty text."""

    items: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """One of the options."""

    options: tuple[Syntax, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """`item` from `minimum` to `maximum` times, or without end when `maximum` is None."""

    item: Syntax
    minimum: int
    maximum: int | None


@dataclass(frozen=True, slots=True)
class Anchor:
    """The start of the text, or its end."""

    at_end: bool


@dataclass(frozen=True, slots=True)
class Look:
    """What follows must, or must not, begin with `item`."""

    item: Syntax
    negative: bool


Syntax = Chars | Concat | Either | Loop | Anchor | Look


def parts(syntax: Syntax) -> tuple[Syntax, ...]:
    """The direct parts."""
    match syntax:
        case Concat(items=items):
            return items
        case Either(options=options):
            return options
        case Loop(item=item) | Look(item=item):
            return (item,)
        case _:
            return ()


def contains(syntax: Syntax, kind: type[Anchor] | type[Look]) -> bool:
    """Whether a part of this kind stands anywhere in it."""
    return isinstance(syntax, kind) or any(contains(part, kind) for part in parts(syntax))


def lengths(syntax: Syntax) -> tuple[int, int | None]:
    """The fewest and the most characters it matches; None when there is no most. Looks count as empty."""
    match syntax:
        case Chars():
            return 1, 1
        case Concat(items=items):
            both = [lengths(item) for item in items]
            most = [high for _, high in both]
            return sum(low for low, _ in both), None if None in most else sum(
                h for h in most if h is not None
            )
        case Either(options=options):
            both = [lengths(option) for option in options]
            most = [high for _, high in both]
            longest = None if None in most else max((h for h in most if h is not None), default=0)
            return min((low for low, _ in both), default=0), longest
        case Loop(item=item, minimum=minimum, maximum=maximum):
            low, high = lengths(item)
            if high == 0 or maximum == 0:
                return 0, 0
            return low * minimum, None if high is None or maximum is None else high * maximum
        case _:
            return 0, 0
