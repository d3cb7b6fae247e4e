"""The lm-format-enforcer engine: its own reading of schemas and patterns, its quirks among it."""

import json

import pytest

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint
from playground.engines import EngineError, compile_constraint, format_enforcer
from tests.engines.build import EOS, NAMES, TOKENS, VOCABULARY, allowed, feed, matcher, tokenize
from tests.engines.vocabularies import byte_level

OBJECT = (
    '{"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}, "required": ["a"]}'
)
DEEP = (
    '{"type": "array", "items": '
    '{"type": "object", "properties": {"a": {"type": "string", "pattern": "^%s$"}}}}'
)


@pytest.mark.parametrize(
    ("kind", "constraint", "accepted", "rejected"),
    [
        ("regex", "red|redwood", ["red", "redwood"], ["re", "redwoods"]),
        ("regex", "^x+$", ["x", "xx"], [""]),
        ("regex", r"\d{2}", ["42"], ["4", "٤٢"]),
        ("choice", "yes\nno\nnone", ["yes", "no", "none"], ["n"]),
        ("json_schema", '{"type": "number"}', ["1", "1.5", "-3"], [".5", "--1"]),
        (
            "json_schema",
            OBJECT,
            ['{"a":1}', '{"a":1,"b":"x"}', '{"b":"x","a":1}', '{ "a"  :  1 }'],
            ["{}", '{"c":1}'],
        ),
        ("json_schema", '{"enum": ["red", "redwood"]}', ['"red"', '"redwood"'], ['"blue"']),
        ("json_schema", DEEP % "[xy]", ['[{"a":"x"}]', "[]"], ['[{"a":"z"}]']),
        ("json_schema", "{}", ["null", '{"a":[1,"b"]}'], ["nil"]),
        ("json_schema", '{"type": "array", "items": {"type": "null"}}', ["[]", "[null, null]"], ["[null,"]),
    ],
)
def test_texts(kind: str, constraint: str, accepted: list[str], rejected: list[str]) -> None:
    for text in accepted:
        at = matcher(kind, constraint, engine="lm-format-enforcer")
        assert feed(at, text), text
        assert at.may_end(), text
    for text in rejected:
        at = matcher(kind, constraint, engine="lm-format-enforcer")
        assert not (feed(at, text) and at.may_end()), text


@pytest.mark.parametrize(
    ("kind", "constraint", "message"),
    [
        ("gbnf", 'root ::= "a"', "lm-format-enforcer reads JSON Schemas, regexes and choices, not gbnf"),
        ("json_schema", "true", "must be a mapping, not bool"),
    ],
)
def test_refusals(kind: str, constraint: str, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        compile_constraint("lm-format-enforcer", Constraint(kind, constraint), VOCABULARY)


@pytest.mark.parametrize(("kind", "text"), [("regex", "%s"), ("json_schema", DEEP)])
def test_a_pattern_that_is_too_large(monkeypatch: pytest.MonkeyPatch, kind: str, text: str) -> None:
    """Those deep in a schema are tried out as well: it would come to them while it reads."""
    monkeypatch.setattr(format_enforcer, "SECONDS", 1)
    with pytest.raises(EngineError, match="no answer after 1 seconds"):
        matcher(kind, text % "(a|b)*a(a|b){22}", engine="lm-format-enforcer")


def test_a_character_of_several_tokens() -> None:
    """When no single token is that character, it forgets where it was and allows white space alone."""
    without = tuple(None if text == "é".encode() else text for text in TOKENS)
    vocabulary = Vocabulary(without, NAMES, (EOS,), tokenize)
    at = compile_constraint(
        "lm-format-enforcer", Constraint("json_schema", '{"type": "string"}'), vocabulary
    ).matcher()
    assert feed(at, '"é')
    assert {TOKENS[i] for i in allowed(at, vocabulary) if TOKENS[i]} <= {b" ", b"\t", b"\n", b"\r"}
    whole = matcher("json_schema", '{"type": "string"}', engine="lm-format-enforcer")
    assert whole.accept(ord('"'))
    assert whole.accept(TOKENS.index("é".encode()))
    assert whole.accept(ord('"'))
    assert whole.may_end()


def test_patterns_of_one_vocabulary_do_not_reach_another() -> None:
    """It keeps parsers of patterns for the whole process, with the characters of the first vocabulary."""
    schema = Constraint("json_schema", '{"type": "string", "pattern": "[^q]"}')
    small = Vocabulary((b'"', b"a", None), ('"', "a", "<eos>"), (2,), tokenize)
    first = compile_constraint("lm-format-enforcer", schema, small).matcher()
    assert first.accept(0)
    assert allowed(first, small) == {1}
    second = compile_constraint("lm-format-enforcer", schema, VOCABULARY).matcher()
    assert feed(second, '"b"')


def test_a_breakdown_is_an_error() -> None:
    """A property without a type breaks its parser when the key has been read."""
    schema = '{"type": "object", "properties": {"a": {"minimum": 1}}, "required": ["a"]}'
    at = matcher("json_schema", schema, engine="lm-format-enforcer")
    assert feed(at, '{"a"')
    for _ in range(2):
        with pytest.raises(EngineError, match="Unsupported type None"):
            at.mask()
    with pytest.raises(EngineError, match="Unsupported type None"):
        at.accept_text(b":1")
    at.rollback(1)
    assert feed(at, '"')


def test_what_it_warns_of() -> None:
    compiled = compile_constraint("lm-format-enforcer", Constraint("json_schema", OBJECT), VOCABULARY)
    assert "keys may come in any order" in "; ".join(compiled.warnings)


@pytest.mark.parametrize(
    ("schema", "text", "said"),
    [
        ('{"type": "object", "additionalProperties": {"type": "null"}}', '{"a":null,}', "a comma before"),
        ('{"type": "number"}', "1.e5", "1.e5"),
        ('{"type": "string"}', '"\n"', "control characters"),
    ],
)
def test_what_is_no_json_although_the_mask_allows_it_is_warned_of(schema: str, text: str, said: str) -> None:
    compiled = compile_constraint("lm-format-enforcer", Constraint("json_schema", schema), byte_level())
    at = compiled.matcher()
    assert at.accept_text(text.encode())
    assert at.may_end()
    with pytest.raises(ValueError):  # noqa: PT011 - in the words of the json module
        json.loads(text)
    assert said in "; ".join(compiled.warnings)


def test_text_behind_which_it_breaks_down() -> None:
    schema = '{"type": "object", "properties": {"a": {"minimum": 1}}, "required": ["a"]}'
    at = matcher("json_schema", schema, engine="lm-format-enforcer")
    assert at.accept_text(b'{"a"')
    with pytest.raises(EngineError, match="Unsupported type None"):
        at.mask()
    at.rollback(1)
    assert at.accept_text(b'{"')
    with pytest.raises(EngineError, match="Unsupported type None"):
        at.accept_text(b'a":1')
    assert feed(at, "a")
