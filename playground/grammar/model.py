"""A grammar: named rules over characters and tokens, each part knowing its place in the source text.

Every kind of constraint becomes one of these: GBNF is parsed into it, a regex and a JSON Schema arrive
through an engine's converter. Nodes compare without their spans, so that a printed grammar that is
parsed again equals the first one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from playground.grammar.diagnostics import Diagnostic, Span

MAX_CODE_POINT = 0x10FFFF
NO_SPAN = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Literal:
    """An exact text of Unicode characters; the empty text matches nothing but itself."""

    text: str
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(frozen=True, slots=True)
class CharClass:
    """One character out of inclusive code point ranges, or out of all others when negated.

    `.` is the negated class without ranges. Ranges stay as they were written (they may overlap or be
    reversed); `playground.automaton` normalises them.
    """

    ranges: tuple[tuple[int, int], ...]
    negated: bool = False
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(frozen=True, slots=True)
class TokenSet:
    """One token of the vocabulary by id, or any token but these when negated."""

    ids: tuple[int, ...]
    negated: bool = False
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(frozen=True, slots=True)
class TokenText:
    """`<think>` or `!<think>`: a token named by its text, angle brackets included, not yet looked up."""

    text: str
    negated: bool = False
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(frozen=True, slots=True)
class Reference:
    """The text of another rule."""

    rule: str
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(frozen=True, slots=True)
class Repeat:
    """`item` from `minimum` to `maximum` times; no upper bound when `maximum` is None."""

    item: Node
    minimum: int
    maximum: int | None
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(frozen=True, slots=True)
class Sequence:
    """All items in order; without items, the empty text."""

    items: tuple[Node, ...]
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(frozen=True, slots=True)
class Choice:
    """Exactly one of the alternatives."""

    alternatives: tuple[Node, ...]
    span: Span = field(default=NO_SPAN, compare=False)


Node = Literal | CharClass | TokenSet | TokenText | Reference | Repeat | Sequence | Choice


@dataclass(frozen=True, slots=True)
class Rule:
    """A name and what it stands for. `span` covers the name in the source text."""

    name: str
    body: Node
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(frozen=True)
class Grammar:
    """Rules in the order of the source text; `root` names the one a text must match."""

    rules: tuple[Rule, ...]
    root: str = "root"

    @cached_property
    def by_name(self) -> dict[str, Rule]:
        return {rule.name: rule for rule in self.rules}


@dataclass(frozen=True, slots=True)
class Parsed:
    """What became of a pasted text: a grammar when there is no error, and all remarks about it."""

    grammar: Grammar | None
    errors: tuple[Diagnostic, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()


def children(node: Node) -> tuple[Node, ...]:
    """The direct parts of a node."""
    match node:
        case Repeat(item=item):
            return (item,)
        case Sequence(items=items):
            return items
        case Choice(alternatives=alternatives):
            return alternatives
        case _:
            return ()


def walk(node: Node) -> Iterator[Node]:
    """The node and every part below it, outermost first, without recursion."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(children(current)))
