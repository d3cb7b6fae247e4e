"""Finished texts under a grammar as the texts of their named rules."""

from typing import Any

import pytest

from playground.automaton import Automaton
from playground.constraints import Constraint
from playground.records.gbnf_record import DEEPEST, gbnf_record
from playground.records.record import Record

COMMAND = """root ::= "edit " path " line " num "\\n"
path ::= name ("/" name){0,2} ".java"
name ::= [a-z]{1,8}
num  ::= [1-9] [0-9]{0,3}"""


def record(grammar: str, text: str) -> Record:
    return gbnf_record(Automaton(Constraint("gbnf", grammar).grammar), [(None, text.encode())])


@pytest.mark.parametrize(
    ("grammar", "text", "value"),
    [
        (COMMAND, "edit src/app.java line 12\n", {"path": {"name": ["src", "app"]}, "num": "12"}),
        (COMMAND, "edit app.java line 8888\n", {"path": {"name": "app"}, "num": "8888"}),
        ("root ::= [a-z]+", "abc", "abc"),
        ('root ::= sign [0-9]\nsign ::= [-+] | ""', "7", "7"),
    ],
)
def test_values_by_rule(grammar: str, text: str, value: Any) -> None:
    found = record(grammar, text)
    assert found.errors == ()
    assert found.value == value
    assert found.notes == ()


def test_it_reads_like_a_call_of_the_root() -> None:
    assert record(COMMAND, "edit app.java line 8\n").repr == "root(path={'name': 'app'}, num='8')"
    assert record("root ::= [a-z]+", "abc").repr == "root('abc')"


def test_spans_count_characters() -> None:
    found = record('root ::= a "-" a\na ::= [é€]', "é-€")
    assert found.value == {"a": ["é", "€"]}
    assert [(span.rule, span.start, span.end, span.depth) for span in found.spans] == [
        ("root", 0, 3, 0),
        ("a", 0, 1, 1),
        ("a", 2, 3, 1),
    ]
    assert found.to_dict()["spans"][1]["rule"] == "a"


def test_an_ambiguous_text_says_so() -> None:
    found = record('root ::= a | b\na ::= "x"\nb ::= "x"', "x")
    assert found.value == {"a": "x"}
    assert "other ways" in found.notes[0]


def test_rules_nested_very_deep_stay_text() -> None:
    found = record('root ::= p\np ::= "(" p? ")"', "(" * 500 + ")" * 500)
    assert "nested more than 100 deep" in found.notes[0]
    value, depth = found.value, 0
    while isinstance(value, dict):
        value, depth = value["p"], depth + 1
    assert depth == DEEPEST
    assert value == "(" * 401 + ")" * 401
    assert len(found.spans) == 501


@pytest.mark.parametrize("text", ["edit", "edit app.java line 0\n", "x"])
def test_what_does_not_match_is_an_error(text: str) -> None:
    found = record(COMMAND, text)
    assert found.value is None
    assert "does not match" in found.errors[0]


def test_without_an_automaton_there_is_no_tree() -> None:
    assert "too ambiguous" in gbnf_record(None, [(None, b"x")]).errors[0]
