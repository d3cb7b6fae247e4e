"""The lesson's recognizer of a JSON subset, with the lesson's own answers (its Examples 4, 5 and 6)."""

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


class JavaRandom:
    """java.util.Random as its documentation specifies it: a linear congruential generator of 48 bits."""

    def __init__(self, seed: int) -> None:
        self.state = (seed ^ 0x5DEECE66D) & (1 << 48) - 1

    def next_int(self, bound: int) -> int:
        while True:
            self.state = (self.state * 0x5DEECE66D + 0xB) & (1 << 48) - 1
            bits = self.state >> 17
            if bound & (bound - 1) == 0:
                return bound * bits >> 31
            if bits - bits % bound + bound - 1 < 1 << 31:
                return bits % bound


def lesson_vocabulary() -> list[str]:
    alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789 "{}[]:,-_.\n'
    random = JavaRandom(11)
    tokens = dict.fromkeys(alphabet)
    while len(tokens) < 20_000:
        length = 2 + random.next_int(7)
        tokens["".join(alphabet[random.next_int(len(alphabet))] for _ in range(length))] = None
    return list(tokens)


def test_example_6_character_steps_of_the_replay_and_of_the_trie():
    machine = Automaton(LESSON.grammar)
    state = machine.feed(machine.start, b'{"name": "Ada", "age": ')
    verdicts = judge(machine, Trie(vocabulary(lesson_vocabulary())), state)
    assert verdicts.allowed.sum() == 656
    assert verdicts.bytes_naive == 31_226
    assert verdicts.bytes_read == 4_162
