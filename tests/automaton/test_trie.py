"""The walk over the prefix tree against a replay of every token alone."""

import random

import numpy as np
import pytest

from playground.automaton.automaton import DEAD
from playground.automaton.trie import Trie
from playground.automaton.verdicts import ALLOWED, judge
from tests.automaton.build import JSON, automaton, vocabulary

ALPHABET = 'abtrue019 "{}[]:,-.\\n\n'


def random_tokens(random_: random.Random, count: int) -> list[bytes]:
    tokens = [character.encode() for character in ALPHABET] + [b"\xc3", b"\xa9", "é".encode(), 'é"'.encode()]
    while len(tokens) < count:
        text = "".join(random_.choice(ALPHABET + "é") for _ in range(random_.randint(2, 6)))
        tokens.append(text.encode())
    return tokens


def first_rejected_character(machine, state, token: bytes) -> int:
    """By reading one byte after the other; a byte that continues a character counts to that character."""
    character = -1
    for byte in token:
        if byte & 0xC0 != 0x80 or character < 0:
            character += 1
        state = machine.feed(state, bytes([byte]))
        if state == DEAD:
            return character
    return ALLOWED


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("prefix", ["", "{", '{"a', '{"a": [1, 2', '["é', '["\\', "12", "[1] "])
def test_the_walk_finds_what_a_replay_of_each_token_finds(seed, prefix):
    tokens = random_tokens(random.Random(seed), 300)
    machine = automaton(JSON)
    state = machine.feed(machine.start, prefix.encode())
    verdicts = judge(machine, Trie(vocabulary(tokens)), state)
    wanted = [first_rejected_character(machine, state, token) for token in tokens]
    assert [verdicts.offset(i) for i in range(len(tokens))] == wanted
    assert verdicts.offsets[: len(tokens)].tolist() == wanted
    assert verdicts.allowed[: len(tokens)].tolist() == [offset == ALLOWED for offset in wanted]


@pytest.mark.parametrize("prefix", ["", '{"a', "[1, "])
def test_the_cost_of_a_replay_is_known_without_making_one(prefix):
    tokens = random_tokens(random.Random(9), 200)
    machine = automaton(JSON)
    state = machine.feed(machine.start, prefix.encode())
    read = 0
    for token in tokens:
        reached = state
        for byte in token:
            read += 1
            reached = machine.feed(reached, bytes([byte]))
            if reached == DEAD:
                break
    verdicts = judge(machine, Trie(vocabulary(tokens)), state)
    assert verdicts.bytes_naive == read
    assert verdicts.bytes_read < read


def test_tokens_with_the_same_text_get_the_same_verdict():
    trie = Trie(vocabulary(["a", "b", "a", "ab", "ab"]))
    machine = automaton('root ::= "ab" | "a"')
    assert judge(machine, trie, machine.start).allowed.tolist() == [True, False, True, True, True, False]


def test_a_token_without_text_is_never_allowed_as_text():
    machine = automaton("root ::= .*")
    allowed = judge(
        machine, Trie(vocabulary(["a", b""], special=("<eos>", "<other>"))), machine.start
    ).allowed
    assert allowed.tolist() == [True, False, True, False]


def test_a_vocabulary_without_text_is_walked_too():
    machine = automaton('root ::= "a"')
    trie = Trie(vocabulary([]))
    assert not judge(machine, trie, machine.start).allowed.any()
    assert trie.node_count == 0


def test_the_answer_is_the_same_when_it_is_asked_again():
    machine = automaton(JSON)
    trie = Trie(vocabulary(random_tokens(random.Random(1), 100)))
    first = judge(machine, trie, machine.start)
    again = judge(machine, trie, machine.start)
    np.testing.assert_array_equal(first.allowed, again.allowed)
    assert first.bytes_read == again.bytes_read


@pytest.mark.parametrize(
    "rules", ["root ::= [^x]*", "root ::= [\\x00-\\x7F]*", 'root ::= ([a-e] | [t-u])* "é"*']
)
def test_what_leads_back_to_its_state_is_not_walked_and_judged_all_the_same(rules):
    tokens = random_tokens(random.Random(3), 300)
    machine = automaton(rules)
    verdicts = judge(machine, Trie(vocabulary(tokens)), machine.start)
    wanted = [first_rejected_character(machine, machine.start, token) for token in tokens]
    assert [verdicts.offset(i) for i in range(len(tokens))] == wanted
