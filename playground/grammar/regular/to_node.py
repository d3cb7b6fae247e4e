"""An automaton, or the parts of a pattern, written as parts of a grammar.

A loop becomes a repetition rather than a rule that ends with itself: as a stack, such a rule would be a
new level for every character.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from playground.grammar.characters import Ranges
from playground.grammar.model import Choice, Literal, Node, Reference, Repeat, walk
from playground.grammar.model import Sequence as Concatenation
from playground.grammar.regular.dfa import Dfa
from playground.grammar.regular.syntax import Anchor, Chars, Concat, Either, Look, Loop, Syntax, contains
from playground.grammar.simplify import choice, repeat, sequence

_SMALL = 6
"""A part used more than once becomes a rule when it has more parts than this."""
_DEEPEST = 12
"""Levels of groups before a rule is made of the inner ones."""
_LARGEST_LOOP = 4
"""States of a loop that are still written as repetitions; more of them become rules."""
_NOTHING = Concatenation(())


@dataclass(frozen=True, slots=True)
class Spelling:
    """How characters are written in the grammar, and how a part gets a rule of its own.

    `add_rule(body)` returns a reference to a new rule; called with None, it is filled in later by
    `set_rule`.
    """

    spell: Callable[[Ranges], Node]
    add_rule: Callable[[Node | None], Reference]
    set_rule: Callable[[Reference, Node], None]


def in_order(items: Sequence[Node]) -> Node:
    """The items in order, the same one side by side as one repetition: `x x*` as `x+`."""
    joined: list[Node] = []
    whole = sequence(items)
    for item in whole.items if isinstance(whole, Concatenation) else (whole,):
        before = _counted(joined[-1]) if joined else None
        inner, low, high = _counted(item)
        if before is not None and before[0] == inner and not isinstance(inner, Literal):
            most = None if high is None or before[2] is None else high + before[2]
            joined[-1] = repeat(inner, low + before[1], most)
        else:
            joined.append(item)
    return sequence(joined)


def _counted(node: Node) -> tuple[Node, int, int | None]:
    return (node.item, node.minimum, node.maximum) if isinstance(node, Repeat) else (node, 1, 1)


def node_of(dfa: Dfa, spelling: Spelling) -> Node:
    """The texts of a minimal automaton that is not empty."""
    return _Writer(dfa, spelling).suffix(0)


def node_of_syntax(syntax: Syntax, spelling: Spelling, anything: Node) -> Node | None:
    """The texts in which a pattern is found, written the way the pattern is.

    `anything` stands for any text. None when an anchor or a lookahead stands where only an automaton
    can follow it.
    """
    options = syntax.options if isinstance(syntax, Either) else (syntax,)
    written = [_anchored(option, spelling, anything) for option in options]
    return None if None in written else choice([node for node in written if node is not None])


def _anchored(option: Syntax, spelling: Spelling, anything: Node) -> Node | None:
    items = list(option.items if isinstance(option, Concat) else (option,))
    parts: list[Node] = [anything]
    if items and items[0] == Anchor(at_end=False):
        parts, items = [], items[1:]
    at_end = bool(items) and items[-1] == Anchor(at_end=True)
    middle = items[:-1] if at_end else items
    # A loop over everything beside another one would only make the grammar ambiguous.
    if any(contains(item, Anchor) for item in middle) or _has_look(middle):
        return None
    parts += [_plain(item, spelling) for item in middle]
    return in_order(parts if at_end else [*parts, anything])


def _has_look(items: Iterable[Syntax]) -> bool:
    return any(contains(item, Look) for item in items)


def _plain(syntax: Syntax, spelling: Spelling) -> Node:
    match syntax:
        case Chars(ranges=ranges):
            return spelling.spell(ranges)
        case Concat(items=items):
            return in_order([_plain(item, spelling) for item in items])
        case Either(options=options):
            return choice([_plain(option, spelling) for option in options])
        case Loop(item=item, minimum=minimum, maximum=maximum):
            return repeat(_plain(item, spelling), minimum, maximum)
        case _:
            raise AssertionError(syntax)


class _Writer:
    def __init__(self, dfa: Dfa, spelling: Spelling) -> None:
        self._dfa = dfa
        self._spelling = spelling
        self._steps = [dfa.steps(state) if state in dfa.useful else [] for state in range(len(dfa.table))]
        self._entries = [0] * len(dfa.table)
        for steps in self._steps:
            for target, _ in steps:
                self._entries[target] += 1
        self._loops = {state: loop for loop in _loops(self._steps) for state in loop}
        self._known: dict[int, Node] = {}
        self._depths: dict[int, int] = {}

    def suffix(self, start: int) -> Node:
        """What may follow from a state, worked out from the end of the text backwards."""
        waiting = [start]
        while waiting:
            state = waiting[-1]
            if state in self._known:
                waiting.pop()
                continue
            run, end = self._run(state)
            needed = [end] if run else self._exits(state)
            missing = [target for target in needed if target not in self._known]
            if missing:
                waiting.extend(missing)
                continue
            waiting.pop()
            self._write(state, run, end)
        return self._known[start]

    def _exits(self, state: int) -> list[int]:
        loop = self._loops.get(state, (state,))
        return [target for inside in loop for target, _ in self._steps[inside] if target not in loop]

    def _run(self, state: int) -> tuple[int, int]:
        """How many states from here on only read one and the same set, and the state behind them."""
        if not self._is_link(state):
            return 0, state
        ranges, ends = self._steps[state][0][1], state in self._dfa.accepting
        count, current = 1, self._steps[state][0][0]
        while (
            self._is_link(current)
            and self._entries[current] == 1
            and self._steps[current][0][1] == ranges
            and (current in self._dfa.accepting) == ends
        ):
            count, current = count + 1, self._steps[current][0][0]
        # Optional characters are a repetition only if nothing else may follow them.
        if ends and (self._steps[current] or current not in self._dfa.accepting):
            return 0, state
        return count, current

    def _is_link(self, state: int) -> bool:
        return len(self._steps[state]) == 1 and state not in self._loops

    def _write(self, state: int, run: int, end: int) -> None:
        if run:
            ranges = self._spelling.spell(self._steps[state][0][1])
            least = 0 if state in self._dfa.accepting else run
            self._keep(state, in_order([repeat(ranges, least, run), self._known[end]]), [end])
        elif state not in self._loops:
            self._keep(state, self._way_out(state, ()), self._exits(state))
        else:
            self._write_loop(self._loops[state])

    def _way_out(self, state: int, loop: Sequence[int]) -> Node:
        """Leaving `loop` from a state: by its end, or to states outside."""
        ways: dict[Node, list[tuple[int, int]]] = {}
        for target, ranges in self._steps[state]:
            if target not in loop:
                ways.setdefault(self._known[target], []).extend(ranges)
        parts = [in_order([self._spelling.spell(tuple(sorted(r))), rest]) for rest, r in ways.items()]
        return choice([*parts, _NOTHING] if state in self._dfa.accepting else parts)

    def _write_loop(self, loop: tuple[int, ...]) -> None:
        outside = [target for state in loop for target in self._exits(state)]
        out = {state: self._way_out(state, loop) for state in loop}
        if len(loop) <= _LARGEST_LOOP:
            for state, node in self._solved(loop, out).items():
                self._keep(state, node, outside)
            return
        names = {state: self._spelling.add_rule(None) for state in loop}
        for state in loop:
            ways = [
                in_order([self._spelling.spell(ranges), names[target]])
                for target, ranges in self._steps[state]
                if target in names
            ]
            self._spelling.set_rule(names[state], choice([*ways, *_options(out[state])]))
            self._known[state] = names[state]
            self._depths[state] = 0

    def _solved(self, loop: tuple[int, ...], out: dict[int, Node]) -> dict[int, Node]:
        """What follows from each state of a loop, as repetitions: equations solved by Arden's lemma."""
        solved = {}
        for entry in loop:
            # The entry is eliminated last, so that its equation holds no other unknown.
            order = [state for state in loop if state != entry] + [entry]
            ways: dict[int, dict[int, Node]] = {
                state: {t: self._spelling.spell(r) for t, r in self._steps[state] if t in loop}
                for state in loop
            }
            rest = dict(out)
            for place, state in enumerate(order):
                around = ways[state].pop(state, None)
                if around is not None:
                    again = repeat(around, 0, None)
                    ways[state] = {t: in_order([again, node]) for t, node in ways[state].items()}
                    rest[state] = in_order([again, rest[state]])
                for other in order[place + 1 :]:
                    through = ways[other].pop(state, None)
                    if through is None:
                        continue
                    for target, node in ways[state].items():
                        longer = in_order([through, node])
                        ways[other][target] = (
                            choice([ways[other][target], longer]) if target in ways[other] else longer
                        )
                    rest[other] = choice([*_options(rest[other]), in_order([through, rest[state]])])
            solved[entry] = rest[entry]
        return solved

    def _keep(self, state: int, node: Node, inner: Iterable[int]) -> None:
        depth = 1 + max((self._depths[target] for target in inner if target in self._depths), default=0)
        large = self._entries[state] > 1 and sum(1 for _ in walk(node)) > _SMALL
        if state and (large or depth > _DEEPEST) and not isinstance(node, Reference | Literal):
            node, depth = self._spelling.add_rule(node), 0
        self._known[state], self._depths[state] = node, depth


def _options(node: Node) -> list[Node]:
    return list(node.alternatives) if isinstance(node, Choice) else [node]


def _loops(steps: list[list[tuple[int, Ranges]]]) -> list[tuple[int, ...]]:
    """Sets of states that can reach one another, those with a single state only if it reaches itself."""
    number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    found = []
    for root in range(len(steps)):
        if root in number:
            continue
        work = [(root, 0)]
        while work:
            state, place = work.pop()
            if place == 0:
                number[state] = lowest[state] = len(number)
                path.append(state)
                on_path.add(state)
            elif (before := steps[state][place - 1][0]) in on_path:
                lowest[state] = min(lowest[state], lowest[before])
            while place < len(steps[state]) and steps[state][place][0] in number:
                if steps[state][place][0] in on_path:
                    lowest[state] = min(lowest[state], lowest[steps[state][place][0]])
                place += 1
            if place < len(steps[state]):
                work.append((state, place + 1))
                work.append((steps[state][place][0], 0))
            elif lowest[state] == number[state]:
                component = path[path.index(state) :]
                del path[-len(component) :]
                on_path.difference_update(component)
                if len(component) > 1 or any(target == state for target, _ in steps[state]):
                    found.append(tuple(component))
    return found
