"""The lesson's recognizer of a JSON subset, with the lesson's own answers (its Examples 4 and 5)."""

from pathlib import Path

import pytest

from playground.automaton import Automaton, Trie, check, judge
from playground.constraints import Constraint
from tests.automaton.build import vocabulary

LESSON = Constraint("gbnf", (Path(__file__).parents[2] / "grammars" / "lesson_json.gbnf").read_text())


@pytest.mark.parametrize(
    ("text", "status", "offset", "depth"),
    [
        ('{"a": [1, 2], "b": "x"}', "complete", 23, 0),
        ('{"a": [1, 2', "valid_prefix", 11, 2),
        ("[tru", "valid_prefix", 4, 1),
        ("[true]", "complete", 6, 0),
        ('"unterminated', "valid_prefix", 13, 0),
        ('{"a" 1}', "invalid", 5, None),
        ('{"a": 1,}', "invalid", 8, None),
        ('{"a": -}', "invalid", 7, None),
        ("{} extra", "invalid", 3, None),
        ("[[[[[[1]]]]]]", "complete", 13, 0),
    ],
)
def test_example_4_ten_texts(text, status, offset, depth):
    verdict = check(LESSON, text)
    assert (verdict.status, verdict.offset) == (status, offset)
    if depth is not None:
        assert verdict.depth == depth


def test_example_4_the_stack_reads_object_then_array():
    stack = check(LESSON, '{"a": [1, 2').stack
    assert [rule.rule for rule in stack.rules if rule.waits] == ["object", "array"]


@pytest.mark.parametrize(
    ("token", "rejected_at", "complete"),
    [
        ("y", None, False),
        ('"', None, False),
        ('"]', None, False),
        ('"]}', None, True),
        ('", "', None, False),
        ('"],', None, False),
        ('"]}\n', None, True),
        ('"]},', 3, False),
        ('"}', 1, False),
        ("\n", 0, False),
        ("\\n", None, False),
    ],
)
def test_example_5_eleven_tokens(token, rejected_at, complete):
    machine = Automaton(LESSON.grammar)
    state = machine.feed(machine.start, b'{"name": "Ada", "tags": ["x')
    verdicts = judge(machine, Trie(vocabulary([token])), state)
    assert verdicts.offset(0) == (-1 if rejected_at is None else rejected_at)
    assert machine.may_end(machine.feed(state, token.encode())) == complete
