import pytest

from playground.automaton.expectation import expected
from playground.automaton.view import open_stacks
from tests.automaton.build import JSON, automaton


def deepest(rules: str, text: str):
    machine = automaton(rules)
    return open_stacks(machine, machine.feed(machine.start, text.encode()))[0]


@pytest.mark.parametrize(
    ("text", "waiting"),
    [
        ("", []),
        ("{", ["object", "member"]),
        ('{"a": ', ["object", "member"]),
        ('{"a": [', ["object", "array"]),
        ('{"a": [1, 2', ["object", "array"]),
        ('{"a": [1, 2]', ["object"]),
        ("[tru", ["array"]),
        ('"unterminated', []),
        ("[[[[[[1", ["array"] * 6),
        ('[{"a": "x', ["array", "object"]),
    ],
)
def test_depth_counts_the_rules_that_wait_for_their_end(text, waiting):
    stack = deepest(JSON, text)
    assert [rule.rule for rule in stack.rules if rule.waits] == waiting
    assert stack.depth == len(waiting)


def test_all_open_rules_are_named_outermost_first():
    rules = [rule.rule for rule in deepest(JSON, '{"a": [1').rules]
    assert rules == ["root", "value", "object", "member", "value", "array", "value", "number"]


@pytest.mark.parametrize(
    ("rules", "text", "places"),
    [
        ('root ::= "a" "b"', "a", ['"a" • "b"']),
        ('root ::= "true"', "tr", ['"tr•ue"']),
        (
            'root ::= "line " num "\\n"\nnum ::= [1-9] [0-9]{0,3}',
            "line 4",
            ['"line " num • "\\n"', "[1-9] • [0-9]{0,3}"],
        ),
        ('root ::= "x" | "a" b\nb ::= "c"', "a", ['"a" b •', '• "c"']),
        ('root ::= a ("," a)*\na ::= "x" [0-9]+', "x1,x", ['a ("," a •)*', '"x" • [0-9]+']),
        ('root ::= "a" "b" "c" "d" "e" "f"', "abcd", ['"a" "b" … • "e" "f"']),
    ],
)
def test_each_open_rule_shows_its_place(rules, text, places):
    assert [rule.place for rule in deepest(rules, text).rules] == places


@pytest.mark.parametrize(
    ("rules", "text", "places"),
    [
        ('root ::= "a"{2,5}', "", ['• "a"{2,5}']),
        ('root ::= "a"{2,5}', "aaa", ['• "a"{2,5; 3 done}']),
        ('root ::= "a"{3,}', "aa", ['• "a"{3,; 2 done}']),
        # What no bound asks for is not counted.
        ('root ::= "a"{3,}', "aaaaa", ['• "a"{3,; 3+ done}']),
        ('root ::= pair{4}\npair ::= "x" "y"', "xyxyx", ["(pair •){4; 2 done}", '"x" • "y"']),
        (
            'root ::= (row ";"){3}\nrow ::= [0-9]{1,9}',
            "12;345",
            ['(row • ";"){3; 1 done}', "• [0-9]{1,9; 3 done}"],
        ),
    ],
)
def test_a_counted_repetition_says_how_many_rounds_are_done(rules, text, places):
    machine = automaton(rules)
    stacks = open_stacks(machine, machine.feed(machine.start, text.encode()))
    assert places in [[rule.place for rule in stack.rules] for stack in stacks]


def test_several_stacks_come_deepest_first():
    machine = automaton('root ::= a | b\na ::= "x" c "z"\nb ::= "x" "y"\nc ::= "y"')
    stacks = open_stacks(machine, machine.feed(machine.start, b"x"))
    assert [stack.depth for stack in stacks] == [1, 0]


def test_a_finished_text_has_no_open_stack():
    machine = automaton('root ::= "a"')
    assert open_stacks(machine, machine.feed(machine.start, b"a")) == ()


def test_a_repetition_waits_while_rounds_are_missing():
    rules = "root ::= r\nr ::= (a){3}\na ::= [x] [y]"
    assert deepest(rules, "xyx").depth == 1
    assert deepest(rules, "xyxyx").depth == 0


def test_many_deep_stacks_are_ranked_in_bearable_time():
    rules = [f'a{i} ::= "x"? a{i + 1}?' for i in range(400)]
    machine = automaton("\n".join(["root ::= a0", *rules, 'a400 ::= "y"']))
    stacks = open_stacks(machine, machine.start, limit=1)
    assert stacks[0].rules[-1].rule == "a400"
    assert stacks[0].frames == 402


def test_a_literal_as_long_as_a_text_is_shown_by_its_ends_only():
    machine = automaton(f'root ::= "{"ab" * 20_000}"')
    state = machine.feed(machine.start, b"ab" * 300)
    place = open_stacks(machine, state)[0].rules[0].place
    assert place.startswith('"…' + "ab" * 10 + "•abab")
    assert len(place) < 80
    (wanted,) = expected(machine, state)
    assert wanted.what == '"' + "ab" * 29 + 'a…"'
