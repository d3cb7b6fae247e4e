"""Booleans, numbers and strings as parts of a grammar."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from playground.grammar.json_text import pointer
from playground.grammar.model import Literal, Node, Reference, Repeat
from playground.grammar.regular import Spelling, TooLarge, node_of
from playground.grammar.regular.to_node import node_of_syntax
from playground.grammar.schema.decimals import decimal_text
from playground.grammar.schema.integers import integer_range
from playground.grammar.schema.notes import Status
from playground.grammar.schema.scalars import Booleans, Numbers, Strings, Texts
from playground.grammar.schema.spelling import CHAR
from playground.grammar.schema.values import quoted
from playground.grammar.simplify import choice, repeat, sequence

if TYPE_CHECKING:
    from playground.grammar.schema.writer import Writer

MAX_COUNT = 10_000
"""The largest length of a string or an array that the grammar counts to."""
_ANY_TEXT = Repeat(Reference(CHAR), 0, None)


def write_boolean(atom: Booleans) -> Node:
    if atom.is_free:
        return Reference("boolean")
    return choice([Literal("true" if value else "false") for value in (True, False) if value in atom.values])


def write_number(writer: Writer, atom: Numbers, name: str, where: str) -> Node:
    if atom.values is not None:
        return choice([Literal(decimal_text(value)) for value in atom.values])
    if _is_endless(atom):
        writer.endless(where, "number")
    if atom.is_free:
        return Reference("number")
    if atom == Numbers(integer=True):
        return Reference("integer")
    if atom.is_plain and atom.integer:
        return integer_range(_whole(atom.low), _whole(atom.high))
    try:
        return node_of(atom.automaton, writer.helper(f"{name}-digits", where))
    except TooLarge:
        how = "together with the bounds it would take too large an automaton"
        writer.note(pointer(where, "multipleOf"), Status.LOOSER, how)
    bounds = Numbers(atom.low, atom.low_open, atom.high, atom.high_open, atom.integer)
    return write_number(writer, bounds, name, where)


def _is_endless(atom: Numbers) -> bool:
    """Whether numbers may have any number of digits, before or behind the point."""
    return not atom.integer or atom.low is None or atom.high is None


def _whole(bound: Fraction | None) -> int | None:
    return None if bound is None else int(bound)


def write_string(writer: Writer, atom: Strings, name: str, where: str) -> Node:
    if atom.values is not None:
        return choice([Literal(quoted(value)) for value in atom.values])
    if atom.maximum is None and all(texts.longest is None for texts in atom.texts):
        writer.endless(where, "string")
    if atom.is_free:
        return Reference("string")
    return sequence([Literal('"'), _between_quotes(writer, atom, name, where), Literal('"')])


def _between_quotes(writer: Writer, atom: Strings, name: str, where: str) -> Node:
    if not atom.texts:
        return _counted(writer, atom, where)
    first, *others = sorted(atom.texts, key=lambda texts: (texts.negated, texts.name, texts.source))
    if not others and not first.negated and atom.only_texts:
        node = _as_written(writer, first, name, where)
        if node is not None:
            return node
    try:
        return node_of(atom.automaton, writer.helper(f"{name}-text", where))
    except TooLarge:
        dropped = {"minLength": atom.minimum, "maxLength": atom.maximum, "pattern": others}
        for keyword in (keyword for keyword, said in dropped.items() if said):
            how = "together with the pattern it would take too large an automaton"
            writer.note(pointer(where, keyword), Status.LOOSER, how)
    return _between_quotes(writer, Strings(texts=frozenset((first,))), name, where)


def _as_written(writer: Writer, texts: Texts, name: str, where: str) -> Node | None:
    """A pattern in the form in which it was written; a format as a rule that all its strings share."""
    pattern = texts.pattern
    if pattern is None:
        return None
    if texts.name != "format":
        return node_of_syntax(pattern.syntax, writer.helper(f"{name}-text", where), _ANY_TEXT)

    def make(helper: Spelling) -> Node:
        return node_of_syntax(pattern.syntax, helper, _ANY_TEXT) or node_of(texts.automaton, helper)

    return writer.shared(f"format-{texts.source}", make)


def _counted(writer: Writer, atom: Strings, where: str) -> Node:
    minimum, maximum = atom.minimum, atom.maximum
    if minimum > MAX_COUNT:
        writer.note(pointer(where, "minLength"), Status.LOOSER, f"the grammar counts up to {MAX_COUNT:,}")
        minimum = MAX_COUNT
    if maximum is not None and maximum > MAX_COUNT:
        writer.note(pointer(where, "maxLength"), Status.LOOSER, f"the grammar counts up to {MAX_COUNT:,}")
        maximum = None
    return repeat(Reference(CHAR), minimum, maximum)
