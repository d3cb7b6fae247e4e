"""The stack as a person reads it: open rules, each with a dot at its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from playground.automaton.automaton import Automaton
from playground.automaton.program import Call, Match, Path, Program
from playground.automaton.stacks import BOTTOM, Item
from playground.grammar.model import Choice, Literal, Node, Repeat, Sequence, children
from playground.grammar.print_gbnf import print_node

DOT = "•"
_BESIDE = 2
"""How many items are shown on each side of the dot before the rest becomes `…`."""
_LONGEST = 48
_READ = 20
"""Characters of a literal that are shown before the dot."""


@dataclass(frozen=True, slots=True)
class OpenRule:
    """A named rule that has begun and not ended."""

    rule: str
    place: str
    """The alternative being read, with a dot at the current place: `"{" ws … • "}" ws`.

    A counted repetition says how many rounds are behind it: `(item •){2,5; 3 done}`.
    """
    waits: bool
    """A rule inside it is being read, and something more of this one must still follow."""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Stack:
    """One stack, outermost rule first.

    `depth` counts the rules that wait: for `{"a": [1, 2` those are object and array, whatever the
    grammar calls the values between them. `frames` is the raw number of entries.
    """

    rules: tuple[OpenRule, ...]
    depth: int
    frames: int

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def open_stacks(automaton: Automaton, state: int, limit: int | None = None) -> tuple[Stack, ...]:
    """The stacks of a state, deepest first, at most `limit` of them; empty when nothing more may be read.

    Of equally deep ones those come first whose innermost rule has surely read something.
    """
    stacks: dict[Stack, None] = {}
    for item in _deepest_first(automaton, state):
        if limit is not None and len(stacks) == limit:
            break
        stacks[_stack(automaton.program, item, _outline(automaton, item.stack))] = None
    return tuple(stacks)


def open_names(automaton: Automaton, state: int, limit: int) -> tuple[tuple[str, ...], ...]:
    """The names of the open rules on each of the `limit` deepest stacks, outermost first.

    The same order as `open_stacks`, equal ones included, without the cost of writing out the places.
    """
    rules = automaton.program.grammar.rules
    names = []
    for item in _deepest_first(automaton, state)[:limit]:
        calls = _outline(automaton, item.stack).calls
        opened = [item.terminal.rule, *(call.rule for call, _ in calls)]
        names.append(tuple(rules[rule].name for rule in reversed(opened)))
    return tuple(names)


def _deepest_first(automaton: Automaton, state: int) -> list[Item]:
    program = automaton.program
    measures: dict[int, _Measure] = {BOTTOM: _Measure(0, 0, False)}
    ranked: list[tuple[int, bool, int, int, Item]] = []
    for number, item in enumerate(automaton.items(state)):
        measure = _measure(automaton, item.stack, measures)
        ranked.append((-measure.depth, not _has_begun(program, item), -measure.frames, number, item))
    return [item for *_, item in sorted(ranked, key=lambda entry: entry[:4])]


@dataclass(frozen=True, slots=True)
class _Measure:
    """How deep a stack is, in rules that wait and in frames."""

    depth: int
    frames: int
    goes_on: bool
    """Whether a loop on top keeps the rule around it open."""


def _measure(automaton: Automaton, stack: int, known: dict[int, _Measure]) -> _Measure:
    """From the measures of the stacks below, which are noted in `known`."""
    program = automaton.program
    above: list[int] = []
    while stack not in known:
        above.append(stack)
        stack = automaton.stacks.frame(stack).parent
    for stack in reversed(above):
        frame = automaton.stacks.frame(stack)
        below = known[frame.parent]
        goes_on = below.goes_on or not program.can_end(frame.move.then)
        if isinstance(frame.move, Call):
            known[stack] = _Measure(below.depth + goes_on, below.frames + 1, False)
        else:
            goes_on = goes_on or frame.rounds + 1 < frame.move.minimum
            known[stack] = _Measure(below.depth, below.frames + 1, goes_on)
    return known[stack]


@dataclass(frozen=True, slots=True)
class _Outline:
    """The calls that are open below the innermost rule, innermost first.

    With each, whether it waits. `rounds` has, for the innermost rule and for each of the calls, how many
    rounds its repetitions have behind them, by their paths.
    """

    calls: tuple[tuple[Call, bool], ...]
    rounds: tuple[Mapping[Path, int], ...]
    depth: int
    frames: int


def _outline(automaton: Automaton, stack: int) -> _Outline:
    program = automaton.program
    calls: list[tuple[Call, bool]] = []
    call: Call | None = None
    rounds: list[dict[Path, int]] = [{}]
    waits = False
    frames = 0
    while stack != BOTTOM:
        frame = automaton.stacks.frame(stack)
        move = frame.move
        if isinstance(move, Call):
            if call:
                calls.append((call, waits))
            call, waits = move, False
            rounds.append({})
        else:
            rounds[-1][move.path] = frame.rounds
            # A round that is still missing keeps the rule around this loop open.
            waits = waits or frame.rounds + 1 < move.minimum
        waits = waits or not program.can_end(move.then)
        frames += 1
        stack = frame.parent
    if call:
        calls.append((call, waits))
    return _Outline(tuple(calls), tuple(rounds), sum(waits for _, waits in calls), frames)


def _has_begun(program: Program, item: Item) -> bool:
    """Whether the innermost rule has read something for sure; a loop back to its start hides that."""
    terminal = item.terminal
    inside = isinstance(terminal, Match) and item.node != terminal.node
    return inside or terminal not in program.moves(program.starts[terminal.rule])


def _stack(program: Program, item: Item, outline: _Outline) -> Stack:
    terminal = item.terminal
    innermost, *below = outline.rounds
    place = _Place(terminal.path, True, innermost, program.bytes.left(item.node))
    rules = [_open_rule(program, terminal.rule, place, waits=False)]
    for (call, waits), rounds in zip(outline.calls, below, strict=True):
        rules.append(_open_rule(program, call.rule, _Place(call.path, False, rounds), waits))
    return Stack(tuple(reversed(rules)), outline.depth, outline.frames + 1)


@dataclass(frozen=True, slots=True)
class _Place:
    """Before or after the part of a rule at `path`, or inside it when it is a literal that has begun."""

    path: Path
    before: bool
    rounds: Mapping[Path, int]
    left: int | None = None
    """Bytes of the literal that are still to be written."""


def _open_rule(program: Program, rule: int, place: _Place, waits: bool) -> OpenRule:
    name, body = program.grammar.rules[rule].name, program.grammar.rules[rule].body
    if isinstance(body, Choice) and place.path:
        return OpenRule(name, _render(body.alternatives[place.path[0]], place.path[1:], place), waits)
    return OpenRule(name, _render(body, place.path, place), waits)


def _render(node: Node, path: Path, place: _Place) -> str:
    """The node in GBNF with a dot at the place, the path to it being `path`."""
    if not path:
        return _render_part(node, place)
    inner = _render(children(node)[path[0]], path[1:], place)
    match node:
        case Sequence(items=items):
            if isinstance(items[path[0]], Choice | Sequence):
                inner = f"({inner})"
            return _between(items[: path[0]], inner, items[path[0] + 1 :])
        case Choice():
            return inner
        case Repeat(item=item):
            at = place.path[: len(place.path) - len(path)]
            suffix = _counted(node, place.rounds.get(at, 0))
            if isinstance(item, Choice | Sequence) or not place.before:
                return f"({inner}){suffix}"
            return inner + suffix
        case _:
            raise AssertionError(node)


def _counted(node: Repeat, rounds: int) -> str:
    """How often the node repeats, and how often it has. Rounds that no bound asks for are not counted."""
    suffix = print_node(Repeat(Literal("x"), node.minimum, node.maximum))[3:]
    if not rounds:
        return suffix
    more = "+" if node.maximum is None and rounds >= node.minimum else ""
    return f"{suffix[:-1]}; {rounds}{more} done}}"


def _render_part(node: Node, place: _Place) -> str:
    text = _short(node)
    if not place.before:
        return f"{text} {DOT}"
    if isinstance(node, Literal) and place.left is not None:
        read = node.text.encode()[: -place.left].decode(errors="ignore")
        if read:
            left = node.text[len(read) :]
            begun = print_node(Literal(read[-_READ:]))[1:-1]
            return f'"{"…" * (len(read) > _READ)}{begun}{DOT}{_short(Literal(left))[1:]}'
    return f"{DOT} {text}"


def _between(before: tuple[Node, ...], inner: str, after: tuple[Node, ...]) -> str:
    left = [_short(node) for node in before]
    right = [_short(node) for node in after]
    if len(left) > _BESIDE + 1:
        left = [*left[:_BESIDE], "…"]
    if len(right) > _BESIDE + 1:
        right = [*right[:_BESIDE], "…"]
    return " ".join([*left, inner, *right])


def _short(node: Node) -> str:
    # Cut before it is printed: a literal may be as long as the pasted text.
    text = print_node(Literal(node.text[:_LONGEST]) if isinstance(node, Literal) else node)
    if isinstance(node, Choice) or (isinstance(node, Sequence) and len(node.items) > 1):
        text = f"({text})"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
