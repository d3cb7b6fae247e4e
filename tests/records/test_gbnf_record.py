"""Finished texts under a grammar as the texts of their named rules."""

from pathlib import Path
from typing import Any

import pytest

from playground.automaton import Automaton
from playground.constraints import Constraint
from playground.records.gbnf_record import DEEPEST, gbnf_record
from playground.records.record import Record

GRAMMARS = Path(__file__).parents[2] / "grammars"
COMMAND = """root ::= "edit " path " line " num "\\n"
path ::= name ("/" name){0,2} ".java"
name ::= [a-z]{1,8}
num  ::= [1-9] [0-9]{0,3}"""


def record(grammar: str, text: str) -> Record:
    return gbnf_record(Automaton(Constraint("gbnf", grammar).grammar), [(None, text.encode())])


JSON = (GRAMMARS / "json.gbnf").read_text(encoding="utf-8")


def texts(nested: Any) -> str:
    """All strings of a nested record, one after the other."""
    if isinstance(nested, dict):
        return "".join(texts(part) for part in nested.values())
    return nested if isinstance(nested, str) else "".join(texts(part) for part in nested)


@pytest.mark.parametrize(
    ("grammar", "text", "value"),
    [
        (COMMAND, "edit src/app.java line 12\n", {"path": "src/app.java", "num": "12"}),
        (COMMAND, "edit app.java line 8888\n", {"path": "app.java", "num": "8888"}),
        ('root ::= item ("," item)*\nitem ::= [a-z]', "a,b", {"item": ["a", "b"]}),
        ("root ::= [a-z]+", "abc", "abc"),
        ('root ::= sign [0-9]\nsign ::= [-+] | ""', "7", "7"),
        ('root ::= word\nword ::= "a" ws\nws ::= [ \\n]*', "a\n", {"word": "a\n"}),
    ],
)
def test_texts_of_the_rules_that_the_root_names(grammar: str, text: str, value: Any) -> None:
    found = record(grammar, text)
    assert found.errors == ()
    assert found.value == value
    assert found.notes == ()


def test_nested_values_hold_every_rule_in_order() -> None:
    assert record(COMMAND, "edit src/app.java line 12\n").nested == {
        "root": [
            "edit ",
            {"path": [{"name": "src"}, "/", {"name": "app"}, ".java"]},
            " line ",
            {"num": "12"},
            "\n",
        ]
    }


@pytest.mark.parametrize("text", ['{"a": "b"\n}', '{"a":1\n}', '{"a": [true,\n null]}', "{ }", '{"a":[{}]}'])
def test_no_text_is_lost_in_nested_values(text: str) -> None:
    assert texts(record(JSON, text).nested) == text


def test_it_reads_like_a_call_of_the_root() -> None:
    assert record(COMMAND, "edit app.java line 8\n").repr == "root(path='app.java', num='8')"
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
    text = "(" * 500 + ")" * 500
    found = record('root ::= p\np ::= "(" p? ")"', text)
    assert "nested more than 100 deep" in found.notes[0]
    value, depth = found.nested["root"][0], 1
    while len(value["p"]) == 3:
        value, depth = value["p"][1], depth + 1
    assert depth == DEEPEST
    assert value["p"] == "(" * 401 + ")" * 401
    assert texts(found.nested) == text
    assert len(found.spans) == 501


@pytest.mark.parametrize("text", ["edit", "edit app.java line 0\n", "x"])
def test_what_does_not_match_is_an_error(text: str) -> None:
    found = record(COMMAND, text)
    assert found.value is None
    assert "does not match" in found.errors[0]


def test_without_an_automaton_there_is_no_tree() -> None:
    assert "too ambiguous" in gbnf_record(None, [(None, b"x")]).errors[0]
