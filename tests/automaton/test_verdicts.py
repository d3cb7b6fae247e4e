import pytest

from playground.automaton.trie import Trie
from playground.automaton.verdicts import judge
from tests.automaton.build import automaton, vocabulary

COMMAND = """
root ::= "line " num "\\n"
num  ::= [1-9] [0-9]{0,3}
"""


def verdicts(rules, tokens, prefix="", special=("<eos>",)):
    machine = automaton(rules)
    state = machine.feed(machine.start, prefix.encode())
    return judge(machine, Trie(vocabulary(tokens, special)), state)


@pytest.mark.parametrize(
    ("prefix", "token", "reason"),
    [
        ("", "x", 'at its first character the grammar wanted "line␣", from rule root'),
        ("", "lime", 'at character 2 the grammar wanted "ne␣", from rule root'),
        ("line ", "0", "at its first character the grammar wanted [1-9], from rule num"),
        ("line ", "12x", 'at character 2 the grammar wanted "⏎" or a digit, from rules root and num'),
        ("line 1234", "5", 'at its first character the grammar wanted "⏎", from rule root'),
    ],
)
def test_a_masked_token_says_where_and_what_was_wanted(prefix, token, reason):
    assert verdicts(COMMAND, ["line ", token], prefix).reason(1) == reason


def test_an_allowed_token_needs_no_reason():
    assert verdicts(COMMAND, ["line 4"]).reason(0) == ""


@pytest.mark.parametrize(
    ("prefix", "allowed", "reason"),
    [
        ("line 4\n", True, ""),
        (
            "line 4",
            False,
            'the text cannot end here: the grammar wants "⏎" or a digit, from rules root and num',
        ),
    ],
)
def test_the_end_token_is_allowed_exactly_where_the_text_is_complete(prefix, allowed, reason):
    found = verdicts(COMMAND, ["4"], prefix)
    assert found.allowed[1] == allowed
    assert found.reason(1) == reason


def test_a_special_token_never_matches_as_text():
    found = verdicts("root ::= .*", ["a"], special=("<eos>", "<think>"))
    assert not found.allowed[2]
    assert "special token" in found.reason(2)


@pytest.mark.parametrize(
    ("rules", "allowed"),
    [
        ("root ::= <[2]>", [False, False, True, False, False]),
        ('root ::= <[2]> | "a"', [True, False, True, False, False]),
        # Any token but the named one, special ones too; the end token only where the text may end.
        ("root ::= !<[1]>", [True, False, True, False, True]),
        ("root ::= !<[1]>*", [True, False, True, True, True]),
    ],
)
def test_tokens_by_id_join_the_text(rules, allowed):
    found = verdicts(rules, ["a", "b", "c"], special=("<eos>", "<think>"))
    assert found.allowed.tolist() == allowed


def test_masked_tokens_are_grouped_by_place_and_wish():
    found = verdicts(COMMAND, ["line 1", "lime", "limb", "x", "yz"])
    groups = [(g.character, [str(e) for e in g.expected], g.count) for g in found.groups(10)]
    assert groups == [(0, ['"line␣"'], 2), (2, ['"ne␣"'], 2)]
