"""Lists whose items depend on what came before, as rules: one for each thing to remember."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from playground.grammar.model import Node, Reference
from playground.grammar.regular import Spelling
from playground.grammar.simplify import EMPTY, choice, repeat, sequence

State = TypeVar("State", bound=Hashable)

MAX_STATES = 200


class TooManyStates(ValueError):  # noqa: N818 - it is an answer, not a fault
    """The list would need more rules than are worth having."""


def write_machine(
    start: State,
    steps: Callable[[State], Iterable[tuple[Node, State]]],
    may_end: Callable[[State], bool],
    comma: Node,
    rules: Spelling,
) -> tuple[Node | None, bool] | None:
    """What stands between the brackets of a list, and whether it may be left out.

    `steps` gives for each state the items that may come next and the state behind each. None when no
    list is possible, not even an empty one. Raises TooManyStates.
    """
    order = _reached(start, steps)
    live = _live(order, may_end)
    if start not in live:
        return None
    targets = [target for ways in order.values() for _, target in ways]
    names = {state: rules.add_rule(None) for state in dict.fromkeys(targets) if state in live}
    for state, name in names.items():
        rules.set_rule(name, _after_item(state, order[state], names, may_end(state), comma))
    first = [sequence([item, names[target]]) for item, target in order[start] if target in names]
    return choice(first) if first else None, may_end(start)


def _after_item(
    state: State, ways: list[tuple[Node, State]], names: dict[State, Reference], ends: bool, comma: Node
) -> Node:
    again = [item for item, target in ways if target == state]
    onward = [
        sequence([comma, item, names[target]]) for item, target in ways if target != state and target in names
    ]
    rest = choice([*onward, *([EMPTY] if ends else [])])
    return sequence([repeat(sequence([comma, choice(again)]), 0, None), rest]) if again else rest


def _reached(
    start: State, steps: Callable[[State], Iterable[tuple[Node, State]]]
) -> dict[State, list[tuple[Node, State]]]:
    found: dict[State, list[tuple[Node, State]]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in found:
            continue
        if len(found) >= MAX_STATES:
            raise TooManyStates
        found[state] = list(steps(state))
        waiting.extend(target for _, target in reversed(found[state]))
    return found


def _live(order: dict[State, list[tuple[Node, State]]], may_end: Callable[[State], bool]) -> set[State]:
    live = {state for state in order if may_end(state)}
    changed = True
    while changed:
        changed = False
        for state, ways in order.items():
            if state not in live and any(target in live for _, target in ways):
                live.add(state)
                changed = True
    return live
