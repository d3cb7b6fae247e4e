"""llguidance's own reading of regexes, choices and JSON Schemas, with forced text as one token."""

import pytest

from playground.constraints import Constraint
from playground.engines import EngineError, compile_constraint
from tests.engines.build import TOKENS, VOCABULARY, allowed, feed, matcher

OBJECT = (
    '{"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}, "required": ["a"]}'
)


@pytest.mark.parametrize(
    ("kind", "constraint", "accepted", "rejected"),
    [
        ("regex", "red|redwood", ["red", "redwood"], ["re", "redwoods"]),
        ("regex", "^x+$", ["x", "xx"], [""]),
        ("regex", r"\d", ["1", "٣"], ["a"]),
        ("choice", '["yes", "a\\nb"]', ["yes", "a\nb"], ["no"]),
        ("json_object", "", ["{}", '{ "a" : [1] }'], ["[]", "1"]),
        ("json_schema", '{"type": "number"}', ["1", "1.5", "2e5"], ["01", "1."]),
        ("json_schema", OBJECT, ['{"a": 1}', '{"a":1,"b":"é","c":2}'], ["{}", '{"b":"x","a":1}']),
        ("json_schema", '{"type": "integer", "multipleOf": 5}', ["10", "-5"], ["7"]),
    ],
)
def test_texts(kind: str, constraint: str, accepted: list[str], rejected: list[str]) -> None:
    for text in accepted:
        at = matcher(kind, constraint, engine="guidance-native")
        assert at.accept_text(text.encode()), text
        assert at.may_end(), text
    for text in rejected:
        at = matcher(kind, constraint, engine="guidance-native")
        assert not (at.accept_text(text.encode()) and at.may_end()), text


@pytest.mark.parametrize(
    ("kind", "constraint", "message"),
    [
        ("gbnf", 'root ::= "a"', "llguidance's own reading of gbnf changes its meaning; guidance keeps it"),
        ("json_schema", "true", "Expecting object schema"),
        ("json_schema", '{"not": {"type": "string"}}', "Unimplemented keys"),
        ("regex", "(?#a remark)a", "(?s)regex parse error.*unrecognized flag"),
    ],
)
def test_refusals(kind: str, constraint: str, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        compile_constraint("guidance-native", Constraint(kind, constraint), VOCABULARY)


def test_forced_text_is_one_token() -> None:
    """White space aside nothing is free in this schema, and the tokenizer writes text byte by byte."""
    constraint = '{"const": "abc"}'
    exact, native = (
        matcher("json_schema", constraint, engine=name) for name in ("guidance", "guidance-native")
    )
    assert feed(exact, '"')
    assert feed(native, '"')
    assert allowed(exact) == {ord("a"), TOKENS.index(b"ab"), TOKENS.index(b"abc")}
    assert allowed(native) == {ord("a")}
