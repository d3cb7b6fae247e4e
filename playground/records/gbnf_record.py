"""A finished text under a GBNF grammar as the texts of its named rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.automaton import Automaton, ParseTree, RuleSpan, TooAmbiguous, parse_tree
from playground.records.record import Record, unread

KIND = "gbnf"
SOURCE = "The text of each rule that the root names; several texts of one rule are a list."
DEEPEST = 100
"""Rules nested deeper than this are not told apart in `nested`."""
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
    deep = any(span.depth > DEEPEST for span in tree.spans)
    notes = tuple(note for note, holds in ((_AMBIGUOUS, tree.ambiguous), (_DEEP, deep)) if holds)
    value = _by_rule(tree)
    shown = f"{tree.spans[0].rule}({_arguments(value)})"
    return Record(KIND, value, value, SOURCE, shown, (), notes, tree.spans, _nested(tree))


def _by_rule(tree: ParseTree) -> Any:
    """The texts of the rules right inside the root; the whole text where there are none."""
    texts: dict[str, list[str]] = {}
    for span in tree.spans:
        if span.depth == 1 and span.end > span.start:
            texts.setdefault(span.rule, []).append(tree.text[span.start : span.end])
    return {rule: found[0] if len(found) == 1 else found for rule, found in texts.items()} or tree.text


def _nested(tree: ParseTree) -> dict[str, Any]:
    """Every rule by its name, with what it wrote in order, so that all strings together are the text.

    Built from the last rule to the first: each stands before those inside it in `spans`. A rule that
    wrote nothing is an optional part that is not there.
    """
    inside: dict[int, list[tuple[RuleSpan, dict[str, Any]]]] = {}
    named: dict[str, Any] = {}
    for span in reversed(tree.spans):
        if span.depth > DEEPEST or (span.end == span.start and span.depth):
            continue
        named = {span.rule: _parts(tree.text, span, inside.pop(span.depth + 1, [])[::-1])}
        inside.setdefault(span.depth, []).append((span, named))
    return named


def _parts(text: str, span: RuleSpan, inside: Sequence[tuple[RuleSpan, dict[str, Any]]]) -> str | list[Any]:
    """The rule's own text and the rules inside it in order; only its text where there are none."""
    if not inside:
        return text[span.start : span.end]
    parts: list[Any] = []
    at = span.start
    for part, named in inside:
        parts += [text[at : part.start], named]
        at = part.end
    return [part for part in (*parts, text[at : span.end]) if part]


def _arguments(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={part!r}" for name, part in value.items())
    return repr(value)
