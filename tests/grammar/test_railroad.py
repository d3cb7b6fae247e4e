"""Railroad diagrams: well-formed, inert, without a style of their own, and bounded."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from playground.grammar.gbnf import parse_gbnf
from playground.grammar.model import Literal, Node, Rule, Sequence
from playground.grammar.railroad import MAX_PARTS, railroad_svg


def rule(text: str) -> Rule:
    parsed = parse_gbnf(f'a ::= "x"\nroot ::= {text}')
    assert parsed.grammar is not None, parsed.errors
    return parsed.grammar.by_name["root"]


def draw(text: str, open: bool = False) -> ElementTree.Element:
    return ElementTree.fromstring(railroad_svg(rule(text), open))


def texts(svg: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in svg.iter("text")]


def test_a_rule_without_parts_is_an_empty_line() -> None:
    svg = ElementTree.fromstring(railroad_svg(Rule("rest", Sequence(()))))
    assert texts(svg) == []


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ('"a" a [0-9]', ['"a"', "a", "[0-9]"]),
        ('"a" | "b"', ['"a"', '"b"']),
        ('"a" | ', ['"a"']),
        ('("a" "b")? .', ['"a"', '"b"', "."]),
        ('"a"*', ['"a"']),
        ('"a"+', ['"a"']),
        ('"a"{3}', ['"a"', "3 times"]),
        ('"a"{3,}', ['"a"', "at least 3 times"]),
        ('"a"{0,5}', ['"a"', "up to 5 times"]),
        ('"a"{1,5}', ['"a"', "up to 5 times"]),
        ('"a"{2,5}', ['"a"', "2 to 5 times"]),
        ('"a"{0} a', ["a"]),
        ('"a"{1}', ['"a"']),
        ("<[5]> !<think>", ["<[5]>", "!<think>"]),
        ('""', []),
    ],
)
def test_labels(text: str, labels: list[str]) -> None:
    assert texts(draw(text)) == labels


def test_kinds_are_classes() -> None:
    kinds = [group.get("class") for group in draw('"a" a [0-9] <[5]>').iter("g") if group.get("class")]
    assert kinds == ["terminal literal", "non-terminal ", "terminal class", "terminal token"]


def test_the_open_rule_is_marked() -> None:
    assert draw('"a"').get("class") == "railroad-diagram"
    marked = draw('"a"', open=True)
    assert marked.get("class") == "railroad-diagram open"
    assert marked.get("aria-label") == "Diagram of the rule root, open now"


def test_texts_are_inert() -> None:
    literal = "<script>alert('x')</script>&\"<img src=x onerror=y>"
    written = '"' + literal.replace('"', '\\"') + '"'
    svg = railroad_svg(rule(written))
    assert "<script" not in svg
    assert "<img" not in svg
    root = ElementTree.fromstring(svg)
    assert {element.tag for element in root.iter()} <= {"svg", "g", "path", "rect", "text", "title"}
    assert [element.text for element in root.iter("title")] == [written]


def test_there_is_no_style() -> None:
    svg = railroad_svg(rule('"a" | a*'))
    assert "style" not in svg
    assert "stroke" not in svg
    assert "fill" not in svg


def test_a_long_label_is_cut_and_kept_in_the_title() -> None:
    root = draw(f'"{"word " * 50}"')
    (label,) = texts(root)
    assert len(label) == 40
    assert label.endswith("…")
    assert [element.text for element in root.iter("title")] == [f'"{"word " * 50}"']


def test_wide_characters_have_room() -> None:
    def width(text: str) -> float:
        return float(next(draw(text).iter("rect")).get("width") or 0)

    assert width('"日本語"') == width('"abcdef"')


def test_a_long_sequence_is_broken_into_lines() -> None:
    root = draw(" ".join(f'"word number {number}"' for number in range(30)))
    assert float(root.get("width") or 0) < 1000
    assert float(root.get("height") or 0) > 150


def test_a_large_rule_says_so() -> None:
    root = draw(" | ".join(['"a"'] * MAX_PARTS))
    assert texts(root) == [f"{MAX_PARTS + 1} parts: too many to draw"]


def test_a_deep_rule_says_so() -> None:
    body: Node = Literal("a")
    for _ in range(100):
        body = Sequence((body,))
    root = ElementTree.fromstring(railroad_svg(Rule("root", body)))
    assert texts(root) == ["nested too deep to draw"]
