"""Lesson 1: answers without a constraint, what a parser makes of them, and what a mask would have."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Literal

from playground.automaton import check, phrase
from playground.automaton.checker import Status
from playground.constraints import Constraint
from playground.lessons.examples import example
from playground.records.json_record import json_record
from playground.records.json_value import parse_json

Outcome = Literal["ok", "parse_error", "truncated", "wrong_type"]

ANSWERS = {
    "clean": '{"file": "Main.java", "line": 42}',
    "markdown fence": '```json\n{"file": "Main.java", "line": 42}\n```',
    "prose first": 'Sure! Here is the JSON: {"file": "Main.java", "line": 42}',
    "trailing comma": '{"file": "Main.java", "line": 42,}',
    "single quotes": "{'file': 'Main.java', 'line': 42}",
    "truncated": '{"file": "Main.java", "li',
    "wrong type": '{"file": "Main.java", "line": "forty-two"}',
}


@dataclass(frozen=True, slots=True)
class AnswerVerdict:
    """One answer, read by a parser and judged by the constraint.

    `parser` is what becomes of it in a program, `detail` the record or the error. `mask` says whether a
    mask lets the text through: `invalid` texts cannot be written, from character `offset` on, where
    `wanted` is what the grammar asks for.
    """

    name: str
    text: str
    parser: Outcome
    detail: str
    mask: Status
    offset: int
    wanted: str

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def seven_answers() -> tuple[AnswerVerdict, ...]:
    """The lesson's answers under its schema."""
    schema = example("lesson_1").text
    return tuple(judge_answer(schema, name, text) for name, text in ANSWERS.items())


def judge_answer(schema: str, name: str, text: str) -> AnswerVerdict:
    """What a parser and a mask make of a text that should fit a JSON Schema.

    Raises ConstraintError when the schema cannot be used, TooAmbiguous when it is too ambiguous.
    """
    verdict = check(Constraint("json_schema", schema), text)
    outcome, detail = _parse(schema, text)
    return AnswerVerdict(
        name, text, outcome, detail, verdict.status, verdict.offset, phrase(verdict.expected)
    )


def _parse(schema: str, text: str) -> tuple[Outcome, str]:
    try:
        parse_json(text)
    except ValueError as error:
        # A text that more could follow was cut; any other will never be JSON.
        begun = check(Constraint("json_object", ""), text.strip()).status == "valid_prefix"
        return ("truncated" if begun else "parse_error"), str(error)
    record = json_record(json.loads(schema), text)
    return ("wrong_type", " ".join(record.errors)) if record.errors else ("ok", record.repr)
