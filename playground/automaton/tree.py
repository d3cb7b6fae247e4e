"""Which rule wrote which part of a text.

The text is read twice by threads that remember the rules they opened and closed: once preferring first
alternatives and long repetitions, once the opposite. Each reading keeps, for every place on every
stack, its best thread only (Pike's way of keeping priorities). If both readings give one tree, there is
no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from playground.automaton.automaton import MOVES, SECONDS, Automaton
from playground.automaton.byte_graph import ACCEPT, NOTHING
from playground.automaton.program import MatchToken, Program
from playground.automaton.stacks import BOTTOM, COMPLETE, Budget, Events, Item, Opened, Stacks, Ways, in_order

Piece = bytes | tuple[int | None, bytes]
"""Text, or a token: its id (None when no grammar names it) and its text."""


@dataclass(frozen=True, slots=True)
class RuleSpan:
    """A named rule and its part of the text, in characters from 0, end excluded.

    `complete` is False for a rule that was still open when the text stopped.
    """

    rule: str
    start: int
    end: int
    depth: int
    """0 for the root, one more for each rule around this one."""
    complete: bool

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ParseTree:
    """The rules of a text, each before the rules inside it.

    `ambiguous` when the grammar can read the text in other ways than this one.
    """

    spans: tuple[RuleSpan, ...]
    text: str
    """What the spans count in; U+FFFD for a character that has not ended."""
    complete: bool
    ambiguous: bool

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def parse_tree(automaton: Automaton, pieces: Sequence[Piece]) -> ParseTree | None:
    """The tree of a complete text, or of a valid prefix as far as it goes; None when it is neither.

    Raises TooAmbiguous.
    """
    program = automaton.program
    first, last = (_read(program, pieces, reverse) for reverse in (False, True))
    if first is None or last is None:
        return None
    text = b"".join(_data(piece) for piece in pieces)
    spans = _spans(program, first, text)
    ambiguous = first.complete and spans != _spans(program, last, text)
    return ParseTree(spans, text.decode(errors="replace"), first.complete, ambiguous)


def rules_so_far(automaton: Automaton, pieces: Sequence[Piece]) -> tuple[RuleSpan, ...]:
    """The rules of a text that is to go on, each before the rules inside it; none when it does not fit.

    What may still read more is open. A rule that has read nothing is left out, unless it is open and both
    readings begin with it: then the text does not go on without it. Raises TooAmbiguous.
    """
    program = automaton.program
    text = b"".join(_data(piece) for piece in pieces)
    first, last = (_spans_so_far(program, pieces, text, reverse) for reverse in (False, True))
    in_last = {(span.rule, span.depth) for span in last if _is_next(span)}
    kept = []
    goes_on = True
    for span in first:
        if _is_next(span):
            goes_on = goes_on and (span.depth == 0 or (span.rule, span.depth) in in_last)
        if span.start < span.end or (goes_on and _is_next(span)):
            kept.append(span)
    return tuple(kept)


def _is_next(span: RuleSpan) -> bool:
    """Whether it is open and has read nothing."""
    return not span.complete and span.start == span.end


def _spans_so_far(
    program: Program, pieces: Sequence[Piece], text: bytes, reverse: bool
) -> tuple[RuleSpan, ...]:
    threads = _threads(program, pieces, reverse)
    living = next((number for number in threads if number != COMPLETE), COMPLETE)
    if living not in threads:
        return ()
    return _spans(program, _Reading(threads[living], living == COMPLETE), text)


@dataclass(frozen=True, slots=True)
class _History:
    """What a thread opened and closed, and where, the newest first."""

    before: _History | None
    offset: int
    events: Events


@dataclass(frozen=True, slots=True)
class _Reading:
    history: _History | None
    complete: bool


Threads = dict[int, _History | None]
"""Numbers of items with what led to them, best first."""


class _Reader:
    def __init__(self, program: Program, reverse: bool) -> None:
        self.program = program
        self.budget = Budget(MOVES, SECONDS)
        self.stacks = Stacks(program, self.budget, traced=True, reverse=reverse)

    def start(self) -> Threads:
        self.budget.renew()
        threads: Threads = {}
        _spread(threads, self.stacks.after(self.program.starts[self.program.root], BOTTOM), None, 0)
        return threads

    def read(self, threads: Threads, piece: Piece, offset: int) -> Threads:
        """The threads after one more piece of text."""
        if isinstance(piece, bytes):
            return self._by_text(threads, piece, offset)
        by_id = self._by_id(threads, piece, offset)
        by_text = self._by_text(threads, piece[1], offset) if piece[1] else {}
        return by_id | {item: history for item, history in by_text.items() if item not in by_id}

    def _by_text(self, threads: Threads, data: bytes, offset: int) -> Threads:
        for i, byte in enumerate(data):
            threads = self._byte(threads, byte, offset + i + 1)
        return threads

    def _byte(self, threads: Threads, byte: int, offset: int) -> Threads:
        reached: Threads = {}
        self.budget.renew()
        for item, history in self._living(threads):
            node = self.program.bytes.step(item.node, byte)
            if node == ACCEPT:
                _spread(reached, self.stacks.after(item.terminal.then, item.stack), history, offset)
            elif node != NOTHING:
                reached.setdefault(self.stacks.number(item._replace(node=node)), history)
        return reached

    def _by_id(self, threads: Threads, token: tuple[int | None, bytes], offset: int) -> Threads:
        reached: Threads = {}
        token_id, data = token
        for item, history in self._living(threads):
            if isinstance(item.terminal, MatchToken) and item.terminal.accepts(token_id):
                ways = self.stacks.after(item.terminal.then, item.stack)
                _spread(reached, ways, history, offset + len(data))
        return reached

    def _living(self, threads: Threads) -> Iterator[tuple[Item, _History | None]]:
        self.budget.spend(len(threads))
        return ((self.stacks.item(n), history) for n, history in threads.items() if n != COMPLETE)


def _threads(program: Program, pieces: Sequence[Piece], reverse: bool) -> Threads:
    reader = _Reader(program, reverse)
    threads = reader.start()
    offset = 0
    for piece in pieces:
        threads = reader.read(threads, piece, offset)
        offset += len(_data(piece))
    return threads


def _read(program: Program, pieces: Sequence[Piece], reverse: bool) -> _Reading | None:
    threads = _threads(program, pieces, reverse)
    if not threads:
        return None
    complete = COMPLETE in threads
    return _Reading(threads[COMPLETE] if complete else next(iter(threads.values())), complete)


def _spread(threads: Threads, ways: Ways, history: _History | None, offset: int) -> None:
    for item, events in ways.items():
        if item not in threads:
            threads[item] = history if events is None else _History(history, offset, events)


def _spans(program: Program, reading: _Reading, text: bytes) -> tuple[RuleSpan, ...]:
    names = [rule.name for rule in program.grammar.rules]
    characters = _characters_before(text)
    spans = [RuleSpan(names[program.root], 0, characters[-1], 0, reading.complete)]
    open_spans = [0]
    for offset, event in _replay(reading.history):
        if isinstance(event, Opened):
            start = characters[offset]
            spans.append(RuleSpan(names[event.rule], start, characters[-1], len(open_spans), False))
            open_spans.append(len(spans) - 1)
        else:
            closed = open_spans.pop()
            span = spans[closed]
            spans[closed] = RuleSpan(span.rule, span.start, characters[offset], span.depth, True)
    return tuple(spans)


def _replay(history: _History | None) -> list[tuple[int, Opened | str]]:
    entries = []
    while history is not None:
        entries.append(history)
        history = history.before
    return [(entry.offset, event) for entry in reversed(entries) for event in in_order(entry.events)]


def _characters_before(text: bytes) -> list[int]:
    """For each byte offset, how many characters begin before it."""
    counts = [0]
    for byte in text:
        counts.append(counts[-1] + (byte & 0xC0 != 0x80))
    return counts


def _data(piece: Piece) -> bytes:
    return piece[1] if isinstance(piece, tuple) else piece
