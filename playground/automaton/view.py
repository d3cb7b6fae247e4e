"""The stack as a person reads it: open rules, each with a dot at its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from playground.automaton.automaton import Automaton
from playground.automaton.program import Call, Match, Path, Program
from playground.automaton.stacks import BOTTOM, Frame, Item
from playground.grammar.model import Choice, Literal, Node, Repeat, Sequence, children
from playground.grammar.print_gbnf import print_node

DOT = "•"
_BESIDE = 2
"""How many items are shown on each side of the dot before the rest becomes `…`."""
_LONGEST = 48


@dataclass(frozen=True, slots=True)
class OpenRule:
    """A named rule that has begun and not ended."""

    rule: str
    place: str
    """The alternative being read, with a dot at the current place: `"{" ws … • "}" ws`."""
    waits: bool
    """A rule inside it is being read, and something more of this one must still follow."""


@dataclass(frozen=True, slots=True)
class Stack:
    """One stack, outermost rule first.

    `depth` counts the rules that wait: for `{"a": [1, 2` those are object and array, whatever the
    grammar calls the values between them. `frames` is the raw number of entries.
    """

    rules: tuple[OpenRule, ...]
    depth: int
    frames: int


def open_stacks(automaton: Automaton, state: int) -> tuple[Stack, ...]:
    """Every stack of a state, deepest first; empty when nothing more may be read.

    Of equally deep ones those come first whose innermost rule has surely read something.
    """
    begun: dict[Stack, bool] = {}
    for item in automaton.items(state):
        stack = _stack(automaton, item)
        begun[stack] = begun.get(stack, False) or _has_begun(automaton.program, item)
    return tuple(sorted(begun, key=lambda s: (-s.depth, not begun[s], -s.frames, s.rules[-1].place)))


def _has_begun(program: Program, item: Item) -> bool:
    """Whether the innermost rule has read something for sure; a loop back to its start hides that."""
    terminal = item.terminal
    inside = isinstance(terminal, Match) and item.node != terminal.node
    return inside or terminal not in program.moves(program.starts[terminal.rule])


def _stack(automaton: Automaton, item: Item) -> Stack:
    program = automaton.program
    terminal = item.terminal
    place = _Place(terminal.path, before=True, rest=program.bytes.rest(item.node))
    rules = [_open_rule(program, terminal.rule, place, waits=False)]
    frames = list(_frames_down(automaton, item.stack))
    for i, frame in enumerate(frames):
        if isinstance(frame.move, Call):
            place = _Place(frame.move.path, before=False)
            rules.append(_open_rule(program, frame.move.rule, place, _must_go_on(program, frames[i:])))
    rules.reverse()
    return Stack(tuple(rules), sum(rule.waits for rule in rules), len(frames) + 1)


def _frames_down(automaton: Automaton, stack: int) -> Iterator[Frame]:
    while stack != BOTTOM:
        frame = automaton.stacks.frame(stack)
        yield frame
        stack = frame.parent


def _must_go_on(program: Program, frames: list[Frame]) -> bool:
    """Whether the rule that made the topmost call has to read more once that call ends."""
    if not program.can_end(frames[0].move.then):
        return True
    for frame in frames[1:]:
        move = frame.move
        if isinstance(move, Call):
            break
        if frame.rounds + 1 < move.minimum or not program.can_end(move.then):
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Place:
    """Before or after the part of a rule at `path`, or inside it when it is a literal that has begun."""

    path: Path
    before: bool
    rest: bytes | None = None


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
            suffix = print_node(Repeat(Literal("x"), node.minimum, node.maximum))[3:]
            if isinstance(item, Choice | Sequence) or not place.before:
                return f"({inner}){suffix}"
            return inner + suffix
        case _:
            raise AssertionError(node)


def _render_part(node: Node, place: _Place) -> str:
    text = _short(node)
    if not place.before:
        return f"{text} {DOT}"
    if isinstance(node, Literal) and place.rest is not None:
        read = node.text.encode()[: -len(place.rest)].decode(errors="ignore")
        if read:
            left = node.text[len(read) :]
            return f"{_short(Literal(read))[:-1]}{DOT}{_short(Literal(left))[1:]}"
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
    text = print_node(node)
    if isinstance(node, Choice) or (isinstance(node, Sequence) and len(node.items) > 1):
        text = f"({text})"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
