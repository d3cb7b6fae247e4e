"""The example grammars a visitor can load: each is read without a warning and brings its prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground.grammar.gbnf import parse_gbnf
from playground.grammar.print_gbnf import print_gbnf

FOLDER = Path(__file__).parents[2] / "grammars"
LESSONS = ["lessons/lesson_11", "lessons/lesson_13", "lessons/lesson_2", "lessons/lesson_3"]
NAMES = sorted(str(path.relative_to(FOLDER).with_suffix("")) for path in FOLDER.rglob("*.gbnf"))
# The lesson's recognizer takes any number of digits and of blanks at the end.
WANTED = {"lesson_json": {"unbounded_end"}, "lessons/lesson_2": {"unbounded_end"}}


def test_the_examples_are_there() -> None:
    assert ["arithmetic", "command", "json", "lesson_json", *LESSONS, "sql", "tool_call"] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_example(name: str) -> None:
    parsed = parse_gbnf((FOLDER / f"{name}.gbnf").read_text())
    assert parsed.errors == ()
    assert {warning.code for warning in parsed.warnings} == WANTED.get(name, set())
    assert parsed.grammar is not None
    assert parse_gbnf(print_gbnf(parsed.grammar)).grammar == parsed.grammar


@pytest.mark.parametrize("name", NAMES)
def test_every_example_has_a_prompt(name: str) -> None:
    assert (FOLDER / f"{name}.prompt.txt").read_text().strip()
