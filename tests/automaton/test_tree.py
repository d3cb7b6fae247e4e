import pytest

from playground.automaton.tree import parse_tree, rules_so_far
from tests.automaton.build import JSON, automaton


def spans(rules: str, *pieces):
    tree = parse_tree(automaton(rules), pieces)
    return [(span.rule, span.start, span.end, span.depth) for span in tree.spans]


def test_each_named_rule_has_its_part_of_the_text():
    rules = 'root ::= "line " num ws "." ws\nnum ::= [1-9] digit*\ndigit ::= [0-9]\nws ::= " "*'
    assert spans(rules, b"line 407 .") == [
        ("root", 0, 10, 0),
        ("num", 5, 8, 1),
        ("digit", 6, 7, 2),
        ("digit", 7, 8, 2),
        ("ws", 8, 9, 1),
        ("ws", 10, 10, 1),
    ]


def test_offsets_count_characters():
    assert spans('root ::= a b\na ::= "é"+\nb ::= "😀"', "éé😀".encode()) == [
        ("root", 0, 3, 0),
        ("a", 0, 2, 1),
        ("b", 2, 3, 1),
    ]


def test_a_prefix_is_read_as_far_as_it_goes():
    tree = parse_tree(automaton(JSON), [b'{"a": [1, 2'])
    assert not tree.complete
    assert [(s.rule, s.start, s.complete) for s in tree.spans if s.rule in ("object", "array", "number")] == [
        ("object", 0, False),
        ("array", 6, False),
        ("number", 7, True),
        ("number", 10, False),
    ]


@pytest.mark.parametrize(
    ("rules", "text", "ambiguous"),
    [
        ('root ::= a a\na ::= "x"*', b"xx", True),
        ('root ::= a | b\na ::= "x"\nb ::= "x"', b"x", True),
        ('root ::= e\ne ::= "1" | "(" e "+" e ")"', b"((1+1)+1)", False),
        ('root ::= "a"? "a"?', b"a", False),
        ('root ::= a? a?\na ::= "x"', b"x", False),
        (JSON, b'{"a": [1, {"b": null}]}', False),
    ],
)
def test_a_text_with_two_trees_says_so(rules, text, ambiguous):
    tree = parse_tree(automaton(rules), [text])
    assert tree.complete
    assert tree.ambiguous == ambiguous


def test_the_first_alternative_and_the_longest_repetition_win():
    assert spans('root ::= a a\na ::= "x"*', b"xx") == [("root", 0, 2, 0), ("a", 0, 2, 1), ("a", 2, 2, 1)]


def test_a_text_that_does_not_fit_has_no_tree():
    assert parse_tree(automaton('root ::= "a"'), [b"b"]) is None


def test_a_very_deep_tree_is_built_without_recursion():
    tree = parse_tree(automaton('root ::= e\ne ::= "(" e ")" | "x"'), [b"(" * 2000 + b"x" + b")" * 2000])
    assert tree.complete
    assert tree.spans[-1].depth == 2001


def test_tokens_are_part_of_the_tree():
    rules = "root ::= <[1]> thought <[2]>\nthought ::= !<[2]>*"
    pieces = [(1, b"<think>"), (5, b"hm"), (None, b"!"), (2, b"</think>")]
    assert spans(rules, *pieces) == [("root", 0, 18, 0), ("thought", 7, 10, 1)]


LIST = """root ::= "[" item ("," item)* "]"
item ::= num | word
num ::= [0-9]+
word ::= "'" char* "'"
char ::= [a-z]
"""


@pytest.mark.parametrize(
    ("text", "still_open", "ended"),
    [
        ("", [("root", 0)], []),
        ("[", [("root", 0), ("item", 1)], []),  # an item must follow, which kind of it is open
        ("[1", [("root", 0), ("item", 1), ("num", 1)], []),  # the number may go on
        ("[1,", [("root", 0), ("item", 3)], [("item", 1), ("num", 1)]),
        ("['", [("root", 0), ("item", 1), ("word", 1)], []),  # no char has to follow
        ("['a", [("root", 0), ("item", 1), ("word", 1)], [("char", 2)]),
        ("['a'", [("root", 0)], [("item", 1), ("word", 1), ("char", 2)]),
        ("[1]", [], [("root", 0), ("item", 1), ("num", 1)]),
    ],
)
def test_rules_of_a_text_that_goes_on(text, still_open, ended):
    spans = rules_so_far(automaton(LIST), [text.encode()])
    assert [(span.rule, span.start) for span in spans if not span.complete] == still_open
    assert [(span.rule, span.start) for span in spans if span.complete] == ended


def test_a_text_that_could_end_keeps_the_rules_that_could_go_on():
    spans = rules_so_far(automaton("root ::= num\nnum ::= [0-9]+"), [b"1"])
    assert [(span.rule, span.complete) for span in spans] == [("root", False), ("num", False)]


def test_rules_that_read_nothing_and_texts_that_do_not_fit_are_left_out():
    rules = 'root ::= ws "a" ws "b"\nws ::= " "*'
    assert [span.rule for span in rules_so_far(automaton(rules), [b"a"])] == ["root"]
    assert rules_so_far(automaton(rules), [b"b"]) == ()
