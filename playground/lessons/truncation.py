"""Lesson 12: white space that a grammar allows, and texts that were cut."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import get_args

from playground.automaton import Automaton, shortest_completion
from playground.constraints import Constraint
from playground.decoding import Session, WhiteSpace, white_space_of
from playground.decoding.position import Plain
from playground.grammar.schema import SchemaOptions
from playground.grammar.schema.options import WhiteSpace as Allowance
from playground.lessons.examples import example
from playground.models import load_model
from playground.records.json_value import parse_json

RANDOM_ANSWER = (
    '{\n\n\t\t\t            \t \t\t\t"file":\n\n "",\n\t\t    \t\t\t    \t \t\t\t \t"fixed":'
    "\n\n \t\t\t\t            \t\ttrue }"
)
"""What a model of random weights wrote in llama-server under the schema of lesson 9."""
FULL = '{"file":"Main.java","line":42,"severity":"high"}'
CUTS = (10, 25, 40, 47, 48)
"""After so many characters."""


@dataclass(frozen=True, slots=True)
class CutText(Plain):
    text: str
    parses: bool
    error: str
    """The parser's; empty when it parses."""
    missing: int
    """Characters that the schema's grammar still needs, at least."""
    completion: str
    """Some that would do."""


@dataclass(frozen=True, slots=True)
class Remedy(Plain):
    """What noise writes under the same schema with less white space allowed."""

    allowance: Allowance
    text: str
    white_space: WhiteSpace
    percent: int


@dataclass(frozen=True, slots=True)
class Truncation(Plain):
    answer: str
    white_space: WhiteSpace
    percent: int
    """Of white space in the answer."""
    compact: str
    """The answer without it."""
    remedies: tuple[Remedy, ...]
    cuts: tuple[CutText, ...]


@cache
def truncation() -> Truncation:
    white_space = white_space_of(RANDOM_ANSWER)
    schema = example("finding").constraint
    automaton = Automaton(schema.grammar)
    return Truncation(
        answer=RANDOM_ANSWER,
        white_space=white_space,
        percent=white_space.percent,
        compact=json.dumps(parse_json(RANDOM_ANSWER), separators=(",", ":")),
        remedies=tuple(map(_remedy, get_args(Allowance))),
        cuts=tuple(_cut(automaton, FULL[:length]) for length in CUTS),
    )


def _remedy(allowance: Allowance) -> Remedy:
    asked = example("lesson_9")
    constraint = Constraint(asked.kind, asked.text, SchemaOptions(white_space=allowance))
    session = Session(load_model("toy"), asked.prompt, constraint, engine="automaton")
    for _ in session.run():
        pass
    white_space = white_space_of(session.text)
    return Remedy(allowance, session.text, white_space, white_space.percent)


def _cut(automaton: Automaton, text: str) -> CutText:
    completion = shortest_completion(automaton, automaton.feed(automaton.start, text.encode()))
    assert completion is not None
    error = ""
    try:
        parse_json(text)
    except ValueError as refusal:
        error = str(refusal)
    return CutText(text, not error, error, completion.characters, completion.text or "")
