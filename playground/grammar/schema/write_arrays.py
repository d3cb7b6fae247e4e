"""Arrays as parts of a grammar."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

from playground.grammar.json_text import pointer
from playground.grammar.model import Node, Reference
from playground.grammar.schema.compounds import ANYTHING, Arrays, Claim, Contains, Goal, Objects
from playground.grammar.schema.literals import write_value
from playground.grammar.schema.machine import TooManyStates, write_machine
from playground.grammar.schema.notes import Status
from playground.grammar.schema.scalars import Booleans, Null, Numbers, Strings
from playground.grammar.schema.shape import Atom, Shape
from playground.grammar.schema.spelling import brackets
from playground.grammar.schema.write_scalars import MAX_COUNT
from playground.grammar.simplify import EMPTY, choice, repeat, sequence

if TYPE_CHECKING:
    from playground.grammar.schema.writer import Writer

_MOST_DISTINCT = 7
"""Values of an array with uniqueItems of which every set is told apart."""
_NESTED = 20
"""Optional items inside one another before a rule is made of them."""

_Counts = tuple[int, tuple[int, ...]]
"""How many items came, and how many of them were found by each `contains`."""


def write_array(writer: Writer, atom: Arrays, name: str, where: str) -> Node:
    if atom.values is not None:
        return choice([write_value(value.value, writer.gap) for value in atom.values])
    if atom.is_free:
        writer.endless(where, "array")
        writer.endless(pointer(where, "items"), "value")
        return Reference("array")
    atom = _bounded(writer, atom, where)
    if atom.maximum is not None and atom.maximum < atom.minimum:
        return choice([])
    if atom.unique and not atom.contains and (atom.maximum is None or atom.maximum > 1):
        distinct = _distinct(writer, atom, name, where)
        if distinct is not None:
            return distinct
    if atom.maximum is None:
        writer.endless(where, "array")
    if atom.contains:
        return _with_contains(writer, atom, name, where)
    return _plain(writer, atom, name, where)


def _bounded(writer: Writer, atom: Arrays, where: str) -> Arrays:
    """With no more items than there is a value for, and with counts that a grammar can hold."""
    maximum, minimum = atom.maximum, atom.minimum
    for index in range(atom.prefix + 1):
        if writer.shapes.is_empty(atom.goal(index)):
            maximum = index if maximum is None else min(maximum, index)
            break
    if minimum > MAX_COUNT:
        writer.note(pointer(where, "minItems"), Status.LOOSER, f"the grammar counts up to {MAX_COUNT:,}")
        minimum = MAX_COUNT
    if maximum is not None and maximum > MAX_COUNT:
        writer.note(pointer(where, "maxItems"), Status.LOOSER, f"the grammar counts up to {MAX_COUNT:,}")
        maximum = None
    return replace(atom, minimum=minimum, maximum=maximum)


def _plain(writer: Writer, atom: Arrays, name: str, where: str) -> Node:
    prefix = atom.prefix if atom.maximum is None else min(atom.prefix, atom.maximum)
    rest = None
    if atom.maximum is None or atom.maximum > prefix:
        item = writer.value(atom.goal(atom.prefix), pointer(where, "items"))
        least = max(0, atom.minimum - prefix)
        most = None if atom.maximum is None else atom.maximum - prefix
        if prefix == 0:
            return _repeated(writer, item, least, most)
        rest = repeat(sequence([writer.comma, item]), least, most)
    tail = rest or EMPTY
    helper = writer.helper(f"{name}-rest", where)
    for index in range(prefix - 1, -1, -1):
        own = writer.value(atom.goal(index), pointer(pointer(where, "prefixItems"), index))
        tail = sequence([writer.comma, own, tail] if index else [own, tail])
        if index and index >= atom.minimum:
            tail = repeat(tail, 0, 1)
            if (prefix - index) % _NESTED == 0:
                tail = helper.add_rule(tail)
    return brackets("[]", tail if prefix else None, writer.gap, optional=atom.minimum == 0)


def _repeated(writer: Writer, item: Node, least: int, most: int | None) -> Node:
    more = repeat(sequence([writer.comma, item]), max(0, least - 1), None if most is None else most - 1)
    return brackets("[]", sequence([item, more]), writer.gap, optional=least == 0)


def _with_contains(writer: Writer, atom: Arrays, name: str, where: str) -> Node:
    if atom.unique:
        writer.note(atom.unique, Status.LOOSER, "items may repeat, as contains is counted here")
    last = max(atom.prefix, atom.minimum, atom.maximum or 0, *(contains.start for contains in atom.contains))

    def steps(state: _Counts) -> Iterator[tuple[Node, _Counts]]:
        index, counts = state
        if atom.maximum is not None and index >= atom.maximum:
            return
        for found in product((True, False), repeat=len(atom.contains)):
            goal: Goal | None = atom.goal(index)
            following = []
            for contains, count, matches in zip(atom.contains, counts, found, strict=True):
                goal = _with_match(writer, goal, contains, index, matches, where)
                following.append(
                    count + matches
                    if contains.maximum is not None
                    else min(count + matches, contains.minimum)
                )
                if contains.maximum is not None and following[-1] > contains.maximum:
                    goal = None
            if goal is not None and not writer.shapes.is_empty(goal):
                yield (
                    writer.value(goal, pointer(where, "items")),
                    (min(index + 1, last + (atom.maximum is None)), tuple(following)),
                )

    def may_end(state: _Counts) -> bool:
        index, counts = state
        return index >= atom.minimum and all(
            c.minimum <= n for c, n in zip(atom.contains, counts, strict=True)
        )

    try:
        start = (0, (0,) * len(atom.contains))
        written = write_machine(start, steps, may_end, writer.comma, writer.helper(f"{name}-rest", where))
    except TooManyStates:
        for contains in atom.contains:
            writer.note(contains.where, Status.LOOSER, "it would take too many rules to count")
        return _plain(writer, replace(atom, contains=()), name, where)
    if written is None:
        return choice([])
    return brackets("[]", written[0], writer.gap, optional=written[1])


def _with_match(
    writer: Writer, goal: Goal | None, contains: Contains, index: int, matches: bool, where: str
) -> Goal | None:
    """The goal of an item that `contains` finds, or that it does not find; None when that cannot be."""
    if goal is None or (matches and index < contains.start):
        return None
    if matches:
        return goal | contains.goal
    if contains.maximum is None or index < contains.start:
        return goal  # to count fewer than there are does no harm
    if contains.goal == ANYTHING:
        return None
    opposites = [frozenset((Claim(claim.place, not claim.holds),)) for claim in contains.goal]
    return goal | writer.shapes.either(opposites, where)


def _distinct(writer: Writer, atom: Arrays, name: str, where: str) -> Node | None:
    """An array whose items differ, when there are few values to choose from; else None, with a note."""
    values = [_few_values(writer, writer.shape(atom.goal(index))) for index in range(atom.prefix + 1)]
    if atom.prefix or values[0] is None or len(values[0]) > _MOST_DISTINCT:
        assert atom.unique is not None
        writer.note(atom.unique, Status.LOOSER, "items may repeat")
        return None
    items = values[0]

    def steps(used: frozenset[int]) -> Iterator[tuple[Node, frozenset[int]]]:
        if atom.maximum is None or len(used) < atom.maximum:
            for number, item in enumerate(items):
                if number not in used:
                    yield item, used | {number}

    def may_end(used: frozenset[int]) -> bool:
        return len(used) >= atom.minimum

    start: frozenset[int] = frozenset()
    written = write_machine(start, steps, may_end, writer.comma, writer.helper(f"{name}-rest", where))
    return choice([]) if written is None else brackets("[]", written[0], writer.gap, optional=written[1])


def _few_values(writer: Writer, shape: Shape) -> list[Node] | None:
    """The values of a shape, each once; None when they are not listed."""
    found: list[Any] = []
    for atoms in shape.values():
        for atom in atoms:
            values = _values(atom)
            if values is None:
                return None
            found += values
    return [write_value(value, writer.gap) for value in found]


def _values(atom: Atom) -> list[Any] | None:
    match atom:
        case Null():
            return [None]
        case Booleans(values=booleans):
            return sorted(booleans)
        case Arrays(values=listed) | Objects(values=listed) if listed is not None:
            return [one.value for one in listed]
        case Numbers(values=numbers) if numbers is not None:
            return list(numbers)
        case Strings(values=strings) if strings is not None:
            return list(strings)
        case _:
            return None
