"""Lessons 4 and 5: a pushdown recogniser for a part of JSON, over characters and over whole tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from playground.automaton import Automaton, Stack, Trie, Vocabulary, check, judge, open_stacks, phrase
from playground.automaton.checker import Status
from playground.decoding.position import Plain
from playground.decoding.visible import visible
from playground.lessons.examples import example

GRAMMAR = "lesson_json"
"""The name of the example."""
TEXTS = (
    '{"a": [1, 2], "b": "x"}',
    '{"a": [1, 2',
    "[tru",
    "[true]",
    '"unterminated',
    '{"a" 1}',
    '{"a": 1,}',
    '{"a": -}',
    "{} extra",
    "[[[[[[1]]]]]]",
)
NESTING = ("object", "array")
"""The rules that end with a bracket of their own."""
GROWING = ("{", '{"a": [', '{"a": [1, 2')
PREFIX = '{"name": "Ada", "tags": ["x'
"""Ends inside a string, in an array, in an object."""
TOKENS = ("y", '"', '"]', '"]}', '", "', '"],', '"]}\n', '"]},', '"}', "\n", "\\n")


@dataclass(frozen=True, slots=True)
class JudgedText(Plain):
    """What the recogniser says of a text."""

    text: str
    status: Status
    offset: int
    """The character that does not fit, or the length."""
    stack: tuple[str, ...]
    """The objects and arrays that are open, outermost first; of a text that does not fit, before that."""
    wanted: str
    """What may come there, and from which rule; white space is left to the reader."""


@dataclass(frozen=True, slots=True)
class JudgedToken(Plain):
    """What becomes of a token after `PREFIX`, read character by character."""

    text: str
    """White space made visible."""
    characters: int
    rejected_at: int | None
    """The index of the character that does not fit."""
    reason: str
    """Why it is masked; empty when it is allowed."""
    complete: bool
    """The text may end after it."""
    stack: tuple[str, ...]
    """The objects and arrays that are open after it, when it is allowed."""


@dataclass(frozen=True, slots=True)
class Recognised(Plain):
    growing: tuple[JudgedText, ...]
    texts: tuple[JudgedText, ...]


@dataclass(frozen=True, slots=True)
class Spanning(Plain):
    prefix: str
    stack: tuple[str, ...]
    tokens: tuple[JudgedToken, ...]

    @property
    def allowed(self) -> int:
        return sum(token.rejected_at is None for token in self.tokens)


@cache
def recognised() -> Recognised:
    return Recognised(tuple(map(_judge_text, GROWING)), tuple(map(_judge_text, TEXTS)))


@cache
def spanning() -> Spanning:
    automaton = Automaton(example(GRAMMAR).constraint.grammar)
    state = automaton.feed(automaton.start, PREFIX.encode())
    verdicts = judge(automaton, Trie(spelled(TOKENS)), state)
    tokens = []
    for number, token in enumerate(TOKENS):
        after = automaton.feed(state, token.encode())
        fits = bool(verdicts.allowed[number])
        judged = JudgedToken(
            text=visible(token.encode()),
            characters=len(token),
            rejected_at=None if fits else verdicts.offset(number),
            reason=verdicts.reason(number),
            complete=automaton.may_end(after),
            stack=_stack(open_stacks(automaton, after, limit=1)) if fits else (),
        )
        tokens.append(judged)
    return Spanning(PREFIX, _stack(open_stacks(automaton, state, limit=1)), tuple(tokens))


def spelled(texts: tuple[str, ...]) -> Vocabulary:
    """A vocabulary of these tokens, none of which ends a text."""

    def tokenize(text: str) -> list[int]:
        return [texts.index(text)]

    return Vocabulary(tuple(text.encode() for text in texts), texts, (), tokenize)


def _judge_text(text: str) -> JudgedText:
    verdict = check(example(GRAMMAR).constraint, text)
    stack = _stack((verdict.stack,) if verdict.stack else ())
    wanted = tuple(each for each in verdict.expected if each.rules != ("ws",))
    return JudgedText(text, verdict.status, verdict.offset, stack, phrase(wanted))


def _stack(stacks: Sequence[Stack]) -> tuple[str, ...]:
    rules = [rule for stack in stacks for rule in stack.rules]
    return tuple(rule.rule for rule in rules if rule.waits and rule.rule in NESTING)
