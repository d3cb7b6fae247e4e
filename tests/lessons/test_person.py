"""Lesson 14: what a Java pattern and Jackson would say of these runs, said by `re` and `json`."""

import json
import re

from playground.lessons.person import people

PATTERN = r'\{"name": "[A-Z][a-z]{1,8}", "age": [1-9][0-9]?\}'


def test_every_finished_run_is_a_person_and_no_other_is_parsed() -> None:
    assert people().size == 32
    finished = [run for run in people().runs if run.finish_reason == "stop"]
    assert len(finished) == 3
    for run in finished:
        assert re.fullmatch(PATTERN, run.text)
        person = json.loads(run.text)
        assert run.record == f"Person(name={person['name']!r}, age={person['age']})"
    [ended] = [run for run in people().runs if run.finish_reason == "dead_end"]
    assert (ended.text, ended.record) == ('{"name": ', "")


def test_most_candidates_are_masked() -> None:
    for run in people().runs:
        assert run.candidates == 32 * run.tokens
        assert 0.8 < run.masked / run.candidates < 1


def test_six_tokens_are_too_few() -> None:
    cut, whole = people().cut, people().runs[0]
    assert (cut.finish_reason, cut.tokens, cut.record) == ("length", 6, "")
    assert whole.text.startswith(cut.text)
    assert cut.text != whole.text


def test_without_a_space_among_the_tokens_there_is_no_way_on() -> None:
    end = people().without_space
    assert (end.text, end.wanted, end.finish_reason) == ('{"name": "Ada", "age":', ('"␣"',), "dead_end")
