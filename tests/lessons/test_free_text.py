"""The seven answers of the lesson's first example."""

import json

import pytest

from playground.lessons.examples import example
from playground.lessons.free_text import ANSWERS, AnswerVerdict, judge_answer, seven_answers

# What Jackson says in the lesson, and by hand where the schema's grammar stops: after a whole number of
# an object that must hold nothing else, `}` or a digit or white space may come, and no comma.
EXPECTED = {
    "clean": ("ok", "complete", 33),
    "markdown fence": ("parse_error", "invalid", 0),
    "prose first": ("parse_error", "invalid", 0),
    "trailing comma": ("parse_error", "invalid", '{"file": "Main.java", "line": 42,}'.index(",}")),
    "single quotes": ("parse_error", "invalid", 1),
    "truncated": ("truncated", "valid_prefix", 25),
    "wrong type": ("wrong_type", "invalid", '{"file": "Main.java", "line": "forty-two"}'.index('"forty')),
}


@pytest.fixture(scope="module")
def verdicts() -> tuple[AnswerVerdict, ...]:
    return seven_answers()


def test_the_lessons_seven_answers(verdicts: tuple[AnswerVerdict, ...]) -> None:
    assert [verdict.name for verdict in verdicts] == list(EXPECTED)
    assert {v.name: (v.parser, v.mask, v.offset) for v in verdicts} == EXPECTED


def test_the_mask_makes_all_but_truncation_impossible(verdicts: tuple[AnswerVerdict, ...]) -> None:
    impossible = {verdict.name for verdict in verdicts if verdict.mask == "invalid"}
    assert set(ANSWERS) - impossible == {"clean", "truncated"}


def test_details_are_readable(verdicts: tuple[AnswerVerdict, ...]) -> None:
    details = {verdict.name: verdict.detail for verdict in verdicts}
    assert details["clean"].endswith("(file='Main.java', line=42)")
    assert "integer" in details["wrong type"]
    assert "line 1, column 34" in details["trailing comma"]
    assert "Unterminated" in details["truncated"]
    wanted = {verdict.name: verdict.wanted for verdict in verdicts}
    assert '"{"' in wanted["markdown fence"]
    assert "a digit" in wanted["wrong type"] or "[1-9]" in wanted["wrong type"]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ('{"file": "a", "line": 1, "more": 2}', "wrong_type"),
        ('{"file": "a"}', "wrong_type"),
        ("[1]", "wrong_type"),
        ('{"file": tru', "truncated"),
        (' {"file": "a",', "truncated"),
        ("", "truncated"),
        ('{"file": "a", "file": "b", "line": 1}', "parse_error"),
        ('{"file": "a", "line": 01', "parse_error"),
    ],
)
def test_other_answers(text: str, outcome: str) -> None:
    assert judge_answer(example("lesson_1").text, "", text).parser == outcome


def test_plain_data(verdicts: tuple[AnswerVerdict, ...]) -> None:
    written = json.loads(json.dumps([verdict.to_dict() for verdict in verdicts]))
    assert [verdict["parser"] for verdict in written] == [verdict.parser for verdict in verdicts]
    assert {"ok", "truncated"} <= {verdict["parser"] for verdict in written}
