"""Objects as parts of a grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground.grammar.json_text import pointer
from playground.grammar.model import Literal, Node, Reference
from playground.grammar.schema.compounds import Objects
from playground.grammar.schema.facts import Keys
from playground.grammar.schema.keys import NamedKey, named_keys, other_keys, write_key
from playground.grammar.schema.literals import write_value
from playground.grammar.schema.machine import TooManyStates, write_machine
from playground.grammar.schema.notes import Status
from playground.grammar.schema.scalars import Numbers, Strings
from playground.grammar.schema.shape import Shape
from playground.grammar.schema.spelling import brackets
from playground.grammar.schema.values import quoted
from playground.grammar.simplify import EMPTY, choice, repeat, sequence

if TYPE_CHECKING:
    from playground.grammar.schema.writer import Writer

_UNKNOWN = re.compile(
    r"(?ix) .* (unknown|unsure|unclear|none|null|n/?a|other|undefined|undetermined|unspecified|missing|"
    r"not[ _-]?(found|given|known|sure|applicable|available)) .* | [-?]* "
)
"""Texts that say that there is no answer."""

MOST_IN_ANY_ORDER = 6
"""Named keys that may come in any order; with more, there is a rule for too many sets of them."""
INLINE = 4
"""Optional keys that are written out in one rule for each of them that may come first."""


@dataclass(frozen=True, slots=True)
class _Member:
    """A named key with its value."""

    node: Node
    required: bool


@dataclass(frozen=True, slots=True)
class _Content:
    """What may stand between the braces. `other` is a member whose key is not named, if there may be any."""

    members: tuple[_Member, ...]
    other: Node | None
    minimum: int
    maximum: int | None

    @property
    def required(self) -> int:
        return sum(member.required for member in self.members)


def write_object(writer: Writer, atom: Objects, name: str, where: str) -> Node:
    if atom.values is not None:
        return choice([write_value(value.value, writer.gap) for value in atom.values])
    if atom.is_free:
        writer.endless(where, "object")
        writer.endless(pointer(where, "additionalProperties"), "value")
        return Reference("object")
    content = _content(writer, atom, name, where)
    if content.required < len(atom.required):
        return choice([])
    written = _written(writer, content, atom, name, where)
    return choice([]) if written is None else brackets("{}", written[0], writer.gap, optional=written[1])


def _content(writer: Writer, atom: Objects, name: str, where: str) -> _Content:
    keys = named_keys(writer, atom)
    members = tuple(
        _Member(
            sequence(
                [
                    Literal(quoted(key.name)),
                    writer.colon,
                    writer.value(key.goal, pointer(pointer(where, "properties"), key.name)),
                ]
            ),
            key.required,
        )
        for key in keys
    )
    others = [
        sequence(
            [
                write_key(writer, kind, name, where),
                writer.colon,
                writer.value(kind.goal, pointer(where, "additionalProperties")),
            ]
        )
        for kind in other_keys(writer, atom, where)
    ]
    other = choice(others) if others else None
    if other is not None and atom.maximum is None:
        writer.endless(where, "object")
    writer.keys.append(_keys(writer, atom, keys, where))
    _note_order(writer, atom, len(members), other, where)
    maximum = atom.maximum
    if maximum is not None and other is None and maximum >= len(members):
        maximum = None
    minimum = atom.minimum if atom.minimum > len(atom.required) else 0
    if other is not None and (minimum > 1 or (maximum is not None and maximum > 1)):
        how = "a key that is not listed may be written twice, which counts as two and a record refuses"
        writer.note(atom.counted, Status.LOOSER, how)
    return _Content(members, other, minimum, maximum)


def _keys(writer: Writer, atom: Objects, keys: list[NamedKey], where: str) -> Keys:
    required = frozenset(key.name for key in keys if key.required)
    forced = tuple(key.name for key in keys if key.required and _is_forced(writer.shapes.of_goal(key.goal)))
    written = tuple(key.name for key in keys)
    return Keys(where, tuple(name for name in atom.declared if name in written), written, required, forced)


def _is_forced(shape: Shape) -> bool:
    """Whether a value can only be a number, or one of several listed texts that all say something."""
    if set(shape) - {"number", "string"}:
        return False
    for atom in shape.get("string", ()):
        assert isinstance(atom, Strings)
        if (
            atom.values is None
            or len(atom.values) < 2
            or any(_UNKNOWN.fullmatch(value) for value in atom.values)
        ):
            return False
    numbers = [atom for atom in shape.get("number", ()) if isinstance(atom, Numbers)]
    return bool(shape) and all(atom.values is None or len(atom.values) > 1 for atom in numbers)


def _note_order(writer: Writer, atom: Objects, count: int, other: Node | None, where: str) -> None:
    """Say in which order keys come, at the keywords that name them, and that they have one spelling."""
    listed = {name for layer in atom.layers if layer.declares for name, _ in layer.properties}
    adding = [
        at for at in atom.listing if not at.endswith("/required") or not listed.issuperset(atom.required)
    ]
    order = writer.options.key_order
    if (order != "any" or count > MOST_IN_ANY_ORDER) and count + (other is not None) > 1:
        how = "keys come in the order in which they are listed"
        if order == "required_first":
            how += ", the required ones first"
        if order == "any":
            how += f", because there are more than {MOST_IN_ANY_ORDER}"
        how += ", and all others behind them" if other is not None else ""
        for at in adding or [where]:
            writer.note(at, Status.NARROWER, how)
    if not all(map(str.isascii, atom.declared)):
        for at in adding or [where]:
            writer.note(at, Status.NARROWER, "keys are written with their characters as themselves")


def _written(
    writer: Writer, content: _Content, atom: Objects, name: str, where: str
) -> tuple[Node | None, bool] | None:
    several = content.members != () and len(content.members) + (content.other is not None) > 1
    in_any_order = writer.options.key_order == "any" and several and len(content.members) <= MOST_IN_ANY_ORDER
    counted = content.minimum > 1 or content.maximum is not None
    if counted and not content.members and not in_any_order:
        return _only_others(writer, content)
    if not counted and not in_any_order:
        return _in_order(writer, content, name, where)
    try:
        return _by_machine(writer, content, in_any_order, name, where)
    except TooManyStates:
        writer.note(atom.counted or where, Status.LOOSER, "it would take too many rules to count")
        return _in_order(writer, content, name, where)


def _only_others(writer: Writer, content: _Content) -> tuple[Node | None, bool] | None:
    if content.maximum == 0 or content.other is None:
        return None if content.minimum else (None, True)
    most = None if content.maximum is None else content.maximum - 1
    more = repeat(sequence([writer.comma, content.other]), max(0, content.minimum - 1), most)
    return sequence([content.other, more]), content.minimum == 0


def _in_order(writer: Writer, content: _Content, name: str, where: str) -> tuple[Node | None, bool] | None:
    members, comma = content.members, writer.comma
    rest = EMPTY if content.other is None else repeat(sequence([comma, content.other]), 0, None)
    first = next((i for i, member in enumerate(members) if member.required), None)
    if first is not None:
        parts: list[Node] = [repeat(sequence([m.node, comma]), 0, 1) for m in members[:first]]
        parts.append(members[first].node)
        parts += [_later(member, comma) for member in members[first + 1 :]]
        return sequence([*parts, rest]), False
    if not members and content.other is None:
        return None if content.minimum else (None, True)
    ways = _first_of(writer, members, rest, name, where)
    if content.other is not None:
        ways.append(sequence([content.other, rest]))
    return choice(ways), content.minimum == 0


def _later(member: _Member, comma: Node) -> Node:
    node = sequence([comma, member.node])
    return node if member.required else repeat(node, 0, 1)


def _first_of(writer: Writer, members: tuple[_Member, ...], rest: Node, name: str, where: str) -> list[Node]:
    """Optional members, one way for each that may come first."""
    ways: list[Node] = []
    helper = writer.helper(f"{name}-rest", where)
    for index in range(len(members) - 1, -1, -1):
        ways.append(sequence([members[index].node, rest]))
        rest = sequence([_later(members[index], writer.comma), rest])
        if len(members) > INLINE and index:
            rest = helper.add_rule(rest)
    return ways[::-1]


def _by_machine(
    writer: Writer, content: _Content, in_any_order: bool, name: str, where: str
) -> tuple[Node | None, bool] | None:
    """Members that are counted, or that come in any order.

    A state is the members still to come and how many came.
    """
    members, maximum = content.members, content.maximum
    last = content.minimum if maximum is None else maximum

    def steps(state: tuple[frozenset[int], int]) -> Iterator[tuple[Node, tuple[frozenset[int], int]]]:
        open_, count = state
        if maximum is not None and count >= maximum:
            return
        following = min(count + 1, last)
        for index in sorted(open_):
            passed = frozenset(i for i in open_ if i < index)
            if in_any_order:
                yield members[index].node, (open_ - {index}, following)
            elif not any(members[i].required for i in passed):
                yield members[index].node, (open_ - passed - {index}, following)
        if content.other is not None and (in_any_order or not any(members[i].required for i in open_)):
            yield content.other, (open_ if in_any_order else frozenset(), following)

    def may_end(state: tuple[frozenset[int], int]) -> bool:
        open_, count = state
        return count >= content.minimum and not any(members[i].required for i in open_)

    start = (frozenset(range(len(members))), 0)
    return write_machine(start, steps, may_end, writer.comma, writer.helper(f"{name}-rest", where))
