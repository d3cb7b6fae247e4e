"""The small picture of a grammar: its root, with what is long left out."""

import xml.etree.ElementTree as ET

from playground.grammar.picture import picture_svg
from tests.automaton.build import grammar


def labels(text: str) -> list[str]:
    picture = ET.fromstring(picture_svg(grammar(text)))
    return [element.text or "" for element in picture.iter() if element.tag.endswith("text")]


def test_a_root_that_only_refers_is_drawn_as_what_it_refers_to() -> None:
    assert labels('root ::= line\nline ::= "a" | number\nnumber ::= [0-9]') == ['"a"', "number"]
    assert labels('root ::= ws line ws\nws ::= " "*\nline ::= "a" "b"') == ['"ab"']


def test_white_space_is_left_out_and_signs_beside_each_other_are_one() -> None:
    assert labels('root ::= "{" ws "x" ws ":" value "}"\nws ::= [ \\t]*\nvalue ::= [a-z]') == [
        '"{x:"',
        "value",
        '"}"',
    ]


def test_what_is_long_ends_with_three_dots() -> None:
    assert labels('root ::= "a" | "b" | "c" | "d" | "e"') == ['"a"', '"b"', '"c"', "…"]
    assert labels("root ::= a b a b a b a\na ::= [0-9]\nb ::= [a-z]") == ["a", "b", "a", "b", "a", "…"]
    assert labels('root ::= "<abcdefghijklmnop>"') == ['"<abcdefghi…"']


def test_what_a_grammar_holds_is_escaped() -> None:
    assert labels('root ::= "<script>"') == ['"<script>"']
