"""Text that is free until a word in it says what must follow.

Which words the end of a text could still become is a finite automaton (Aho and Corasick 1975). It is
written as repetitions rather than as rules that refer to one another: as a stack, those would be a new
level for every character. The equations of the states are solved from the deepest state upwards (Arden's
lemma), so that what is left of `<tag>` reads `([^<] | "<" "<"* ("t" ... | [^<t]))*`. xgrammar is faster
with the rules, which read `text ::= "" | [^<] text | "<" text-2`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from playground.grammar.model import CharClass, Literal, Node, Reference, walk
from playground.grammar.simplify import EMPTY, choice, repeat, sequence

MAX_PARTS = 5_000
"""Parts of the rules that one free text becomes."""
_DEEPEST = 10
"""Levels of groups before a rule is made of the inner ones."""
_ROOT = ""
"""Each state is named by what it has read of a word."""

AddRule = Callable[[Node], Reference]
"""Makes a rule of a part and returns a reference to it."""
SetRule = Callable[[Reference, Node], None]
"""Gives a rule another body."""


class TooTangled(ValueError):  # noqa: N818 - it is an answer, not a fault
    """The words begin with parts of one another in too many ways."""


@dataclass(slots=True)
class _Equation:
    """What may follow in a state: for each state to go on from, what is read on the way, and how to end."""

    ways: dict[str, list[Node]] = field(default_factory=dict)
    ends: list[Node] = field(default_factory=list)


def free_text(dispatch: Mapping[str, Node], excluded: Sequence[str], again: bool, add_rule: AddRule) -> Node:
    """Any text without the words, each word of `dispatch` followed by its node.

    With `again` the text is free once more behind that, else it ends there. The first word that is complete
    counts; of words that end at the same character an excluded one, else the longest. No word is empty.
    Raises TooTangled.
    """
    states = _states(dispatch, excluded)
    equations = {state: _equation(state, states, dispatch, excluded, again) for state in states}
    depths: dict[str, int] = {}
    for state in sorted(states, key=len, reverse=True):
        solved = equations.pop(state)
        around = solved.ways.pop(state, None)
        if around is not None:
            loop = repeat(choice(around), 0, None)
            solved.ways = {to: [_then(loop, nodes)] for to, nodes in solved.ways.items()}
            solved.ends = [_then(loop, solved.ends)] if solved.ends else []
        if state == _ROOT:
            return choice(solved.ends)
        _put_in_place(state, solved, equations, depths, add_rule)
    raise AssertionError(states)


def free_text_as_rules(
    dispatch: Mapping[str, Node],
    excluded: Sequence[str],
    again: bool,
    add_rule: AddRule,
    set_rule: SetRule,
) -> Node:
    """The same as `free_text`, a rule for each state."""
    states = _states(dispatch, excluded)
    rules = {state: add_rule(EMPTY) for state in states}
    for state in states:
        equation = _equation(state, states, dispatch, excluded, again)
        ways = [sequence([node, rules[to]]) for to, nodes in equation.ways.items() for node in nodes]
        set_rule(rules[state], choice([*equation.ends, *ways]))
    return rules[_ROOT]


def _put_in_place(
    state: str,
    solved: _Equation,
    equations: Mapping[str, _Equation],
    depths: dict[str, int],
    add_rule: AddRule,
) -> None:
    """Replace a state wherever another one leads to it."""
    before = [other for other in equations.values() if state in other.ways]
    depth = 1 + max((depths.get(state + c, 0) for c in _following(state, depths)), default=0)
    shared = depth > _DEEPEST or len(before) > 1

    def part(nodes: list[Node]) -> Node:
        node = choice(nodes)
        size = sum(1 for _ in walk(node))
        if size > MAX_PARTS:
            raise TooTangled
        return add_rule(node) if shared and size > _DEEPEST else node

    ways = {to: part(nodes) for to, nodes in solved.ways.items()}
    ends = part(solved.ends) if solved.ends else None
    for other in before:
        through = choice(other.ways.pop(state))
        for to, node in ways.items():
            other.ways.setdefault(to, []).append(sequence([through, node]))
        if ends is not None:
            other.ends.append(sequence([through, ends]))
    depths[state] = 0 if shared else depth


def _following(state: str, depths: Mapping[str, int]) -> list[str]:
    return [other[-1] for other in depths if other[:-1] == state]


def _then(first: Node, nodes: list[Node]) -> Node:
    return sequence([first, choice(nodes)])


def _states(dispatch: Mapping[str, Node], excluded: Sequence[str]) -> list[str]:
    """What may have been read of a word while none is complete, shortest first."""
    words = (*dispatch, *excluded)
    begun = {word[:length] for word in words for length in range(len(word))}
    return sorted((text for text in begun if not any(word in text for word in words)), key=len)


def _equation(
    state: str, states: Sequence[str], dispatch: Mapping[str, Node], excluded: Sequence[str], again: bool
) -> _Equation:
    found = _Equation(ends=[EMPTY])
    known = set(states)
    told_apart = sorted({character for word in (*dispatch, *excluded) for character in word})
    to_state: dict[str, list[str]] = {}
    for character in told_apart:
        text = state + character
        if any(text.endswith(word) for word in excluded):
            continue
        complete = max((word for word in dispatch if text.endswith(word)), key=len, default=None)
        if complete is None:
            longest = next(text[start:] for start in range(len(text) + 1) if text[start:] in known)
            to_state.setdefault(longest, []).append(character)
            continue
        fired = sequence([Literal(character), dispatch[complete]])
        if again:
            found.ways.setdefault(_ROOT, []).append(fired)
        else:
            found.ends.append(fired)
    others = set(told_apart) - set(to_state.pop(_ROOT, ()))
    for target, characters in to_state.items():
        found.ways.setdefault(target, []).append(_one_of(characters))
    back = CharClass(tuple((ord(c), ord(c)) for c in sorted(others)), negated=True)
    found.ways.setdefault(_ROOT, []).insert(0, back)
    return found


def _one_of(characters: Sequence[str]) -> Node:
    if len(characters) == 1:
        return Literal(characters[0])
    return CharClass(tuple((ord(c), ord(c)) for c in characters))
