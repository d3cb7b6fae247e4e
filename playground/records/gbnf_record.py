"""A finished text under a GBNF grammar as the texts of its named rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from playground.automaton import Automaton, ParseTree, TooAmbiguous, parse_tree
from playground.records.record import Record, unread

KIND = "gbnf"
SOURCE = (
    "The text of each named rule; one with rules inside it holds those by name, several of a name in a list."
)
DEEPEST = 100
"""Rules nested deeper than this stay text."""
_AMBIGUOUS = "The grammar can read this text in other ways too; this is one of them."
_DEEP = f"Rules nested more than {DEEPEST} deep are shown as their text."


def gbnf_record(automaton: Automaton | None, pieces: Sequence[tuple[int | None, bytes]]) -> Record:
    """The record of a complete text, given as tokens and their texts.

    An ambiguous text says so in a note, and is shown in one of its readings. Never raises.
    """
    if automaton is None:
        return unread(KIND, SOURCE, "The grammar is too ambiguous to be parsed.")
    try:
        tree = parse_tree(automaton, pieces)
    except TooAmbiguous:
        return unread(KIND, SOURCE, "The text is too ambiguous to be parsed.")
    if tree is None or not tree.complete:
        return unread(KIND, SOURCE, "The text does not match the grammar.")
    text = b"".join(data for _, data in pieces).decode("utf-8", "replace")
    value = _value(tree, text)
    deep = any(span.depth > DEEPEST for span in tree.spans)
    notes = tuple(note for note, holds in ((_AMBIGUOUS, tree.ambiguous), (_DEEP, deep)) if holds)
    shown = f"{tree.spans[0].rule}({_arguments(value)})"
    return Record(KIND, value, value, SOURCE, shown, (), notes, tree.spans)


def _value(tree: ParseTree, text: str) -> Any:
    """Nested values, built from the last rule to the first: each before those inside it in `spans`."""
    inside: dict[int, list[tuple[str, Any]]] = {}
    value: Any = None
    # A rule that wrote nothing is an optional part that is not there.
    shown = [
        span for span in tree.spans if span.depth <= DEEPEST and (span.end > span.start or not span.depth)
    ]
    for span in reversed(shown):
        found = inside.pop(span.depth + 1, [])
        value = _by_name(reversed(found)) if found else text[span.start : span.end]
        inside.setdefault(span.depth, []).append((span.rule, value))
    return value


def _by_name(found: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, list[Any]] = {}
    for name, value in found:
        values.setdefault(name, []).append(value)
    return {name: several[0] if len(several) == 1 else several for name, several in values.items()}


def _arguments(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={part!r}" for name, part in value.items())
    return repr(value)
