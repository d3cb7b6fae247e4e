"""Sets of arrays and objects: what the keywords of one alternative leave of them.

What holds for an item or a value is a goal: claims about places in the schema that all have to come true.
Goals stay unread until the grammar needs them, so that a schema may refer to itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeVar

from playground.grammar.schema.scalars import Texts
from playground.grammar.schema.values import Listed

T = TypeVar("T")


class Claim(NamedTuple):
    """That a value matches, or does not match, the schema at a place (a number of the document's)."""

    place: int
    holds: bool = True


Goal = frozenset[Claim]
"""Claims that all hold for one value; without any, every value will do."""

ANYTHING: Goal = frozenset()


@dataclass(frozen=True, slots=True)
class Items:
    """What one schema says about the items of an array.

    `rest` is None when it says nothing about those behind `prefix`. `evaluates` is False when the schema
    must not match, so that `unevaluatedItems` does not count what it looked at.
    """

    prefix: tuple[Goal, ...] = ()
    rest: Goal | None = None
    evaluates: bool = True

    def at(self, index: int) -> Goal:
        return self.prefix[index] if index < len(self.prefix) else self.rest or ANYTHING


@dataclass(frozen=True, slots=True)
class Contains:
    """From `minimum` to `maximum` of the items from index `start` on reach the goal."""

    goal: Goal
    minimum: int
    maximum: int | None = None
    start: int = 0
    where: str = field(default="", compare=False)


@dataclass(frozen=True)
class Arrays:
    """Arrays that every layer allows, or those of `values`."""

    layers: tuple[Items, ...] = ()
    minimum: int = 0
    maximum: int | None = None
    contains: tuple[Contains, ...] = ()
    unique: str | None = None
    """Where `uniqueItems` asks for items that differ."""
    values: tuple[Listed, ...] | None = None
    origin: str = field(default="", compare=False)

    def meet(self, other: Arrays) -> Arrays:
        return Arrays(
            _together(self.layers, other.layers),
            max(self.minimum, other.minimum),
            _least(self.maximum, other.maximum),
            _together(self.contains, other.contains),
            self.unique or other.unique,
            _common(self.values, other.values),
            self.origin or other.origin,
        )

    @property
    def is_free(self) -> bool:
        return self == Arrays()

    @property
    def prefix(self) -> int:
        """How many items have a goal of their own."""
        return max((len(layer.prefix) for layer in self.layers), default=0)

    def goal(self, index: int) -> Goal:
        return frozenset().union(*(layer.at(index) for layer in self.layers))


@dataclass(frozen=True)
class Members:
    """What one schema says about the members of an object; `rest` and `evaluates` as for `Items`.

    `declares` tells a schema that lists properties from what `unevaluatedProperties` or `not` made.
    """

    properties: tuple[tuple[str, Goal], ...] = ()
    patterns: tuple[tuple[Texts, Goal], ...] = ()
    rest: Goal | None = None
    evaluates: bool = True
    declares: bool = True
    where: str = field(default="", compare=False)

    def at(self, name: str) -> Goal:
        """What the value of a key has to be."""
        named = self._named.get(name)
        goal = named or ANYTHING
        known = named is not None
        for texts, wanted in self.patterns:
            # A key in which only one reading finds the pattern has to please both.
            if texts.wide.accepts(name):
                goal |= wanted
                known |= texts.automaton.accepts(name)
        return goal if known else goal | (self.rest or ANYTHING)

    @cached_property
    def _named(self) -> dict[str, Goal]:
        return dict(self.properties)


@dataclass(frozen=True)
class Objects:
    """Objects that every layer allows, or those of `values`."""

    layers: tuple[Members, ...] = ()
    required: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int | None = None
    names: Goal = ANYTHING
    """What the keys have to be, as strings."""
    values: tuple[Listed, ...] | None = None
    counted: str = field(default="", compare=False)
    """Where the number of members is limited."""
    listing: tuple[str, ...] = field(default=(), compare=False)
    """The keywords that name keys."""
    origin: str = field(default="", compare=False)

    def meet(self, other: Objects) -> Objects:
        return Objects(
            _together(self.layers, other.layers),
            _together(self.required, other.required),
            max(self.minimum, other.minimum),
            _least(self.maximum, other.maximum),
            self.names | other.names,
            _common(self.values, other.values),
            self.counted or other.counted,
            _together(self.listing, other.listing),
            self.origin or other.origin,
        )

    @property
    def is_free(self) -> bool:
        return self == Objects()

    @property
    def declared(self) -> tuple[str, ...]:
        """All names that are spoken of, in the order of the schema, then those that are only required."""
        named = [name for layer in self.layers for name, _ in layer.properties]
        return tuple(dict.fromkeys([*named, *self.required]))

    def goal(self, name: str) -> Goal:
        """What the value of a key has to be."""
        return frozenset().union(*[layer.at(name) for layer in self.layers])


def _together(left: tuple[T, ...], right: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(dict.fromkeys((*left, *right)))


def _common(left: tuple[T, ...] | None, right: tuple[T, ...] | None) -> tuple[T, ...] | None:
    if left is None or right is None:
        return right if left is None else left
    return tuple(value for value in left if value in right)


def _least(left: int | None, right: int | None) -> int | None:
    return left if right is None else right if left is None else min(left, right)
