"""The outlines engine: regexes, choices and JSON Schemas, and how its reading of them differs."""

import pytest

from playground.constraints import Constraint
from playground.engines import EngineError, compile_constraint, outlines
from playground.engines.outlines import without_anchors
from tests.engines.build import VOCABULARY, feed, matcher

OBJECT = (
    '{"type": "object", "properties": {"a": {"type": "number"}, "b": {"type": "string"}}, "required": ["a"]}'
)


@pytest.mark.parametrize(
    ("kind", "constraint", "accepted", "rejected"),
    [
        ("regex", "red|redwood", ["red", "redwood"], ["re", "redw", "redwoods"]),
        ("regex", "(a|ab)(c|bcd)", ["ac", "abcd", "abc", "abbcd"], ["a", "ab"]),
        ("regex", "a*?b", ["b", "aab"], ["a", "bb"]),
        ("regex", "^x+$", ["x", "xx"], ["", "$"]),
        ("regex", r"a\$", ["a$"], ["a"]),
        ("regex", r"(?P<day>\d{2})/\d{2}", ["01/02"], ["1/2"]),
        ("regex", "[^a]", ["b", "é", "😀"], ["a", "\0"]),
        ("regex", "()", [""], ["a"]),
        ("choice", "yes\nno\nnone", ["yes", "no", "none"], ["n", "nones"]),
        ("choice", '["a.b", "(\\n"]', ["a.b", "(\n"], ["axb"]),
        ("json_schema", '{"type": "number"}', ["1", "1.5", "-0", "2e+5"], ["1.", "2e5", "01"]),
        (
            "json_schema",
            OBJECT,
            ['{"a":1}', '{ "a" : 1.5 , "b" : "x" }'],
            ["{}", '{"b":"x","a":1}', '{"a":  1}'],
        ),
        ("json_schema", '{"enum": ["red", "redwood"]}', ['"red"', '"redwood"'], ['"blue"']),
        ("json_schema", '{"type": "string", "pattern": "^a+$"}', ['"a"', '"aa"'], ['""']),
    ],
)
def test_texts(kind: str, constraint: str, accepted: list[str], rejected: list[str]) -> None:
    for text in accepted:
        at = matcher(kind, constraint, engine="outlines")
        assert feed(at, text), text
        assert at.may_end(), text
    for text in rejected:
        at = matcher(kind, constraint, engine="outlines")
        assert not (feed(at, text) and at.may_end()), text


@pytest.mark.parametrize(
    ("kind", "constraint", "message"),
    [
        ("gbnf", 'root ::= "a"', "outlines reads regexes, choices and JSON Schemas, not gbnf"),
        ("json_object", "", "not json_object"),
        ("json_schema", "true", "Unsupported JSON Schema structure true"),
        ("regex", "(?#a remark)a", "Failed to build DFA"),
    ],
)
def test_refusals(kind: str, constraint: str, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        compile_constraint("outlines", Constraint(kind, constraint), VOCABULARY)


def test_a_pattern_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlines, "SECONDS", 1)
    with pytest.raises(EngineError, match="no answer after 1 seconds: the constraint is too large"):
        compile_constraint("outlines", Constraint("regex", "(a|b)*a(a|b){22}"), VOCABULARY)


def test_what_it_warns_of() -> None:
    def warnings(kind: str, text: str) -> str:
        return "; ".join(compile_constraint("outlines", Constraint(kind, text), VOCABULARY).warnings)

    assert "U+0000 marks the end of the text" in warnings("choice", "a")
    assert "all scripts" in warnings("regex", r"\d")
    assert "all scripts" not in warnings("regex", "[0-9]")
    assert "an exponent needs a sign" in warnings("json_schema", '{"type": "number"}')


def test_digits_of_all_scripts() -> None:
    at = matcher("regex", r"\d", engine="outlines")
    assert feed(at, "٣")
    assert at.may_end()


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [("^a$", "a"), ("a", "a"), (r"a\$", r"a\$"), (r"a\\$", r"a\\"), ("$", ""), ("^", ""), ("^^a$$", "^a$")],
)
def test_anchors_at_the_ends(pattern: str, expected: str) -> None:
    assert without_anchors(pattern) == expected
