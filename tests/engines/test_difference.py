"""Each known kind of difference, seen with the engines themselves."""

from typing import get_args

import pytest

from playground.constraints import Constraint
from playground.engines.comparison import LineUp
from playground.engines.difference import EXPLANATIONS, Deviation, Kind, Namer, character_at
from tests.engines.vocabularies import byte_level

STRING = '{"type": "string"}'
NUMBER = '{"type": "number"}'
INTEGER = '{"type": "integer"}'
TWO = '{"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}%s}'
BOTH = TWO % ', "required": ["a", "b"]'
SEVERAL = '{"type": "array", "prefixItems": [{"type": "integer"}, {"type": "boolean"}], "items": false}'


@pytest.mark.parametrize(
    ("kind", "constraint", "text", "token", "engine", "allows", "expected"),
    [
        ("json_schema", NUMBER, "", " ", "lm-format-enforcer", True, "white_space"),
        ("json_schema", BOTH, '{"a":', "\n", "outlines", False, "white_space"),
        ("json_schema", BOTH, '{"', "b", "lm-format-enforcer", True, "key_order"),
        ("json_schema", BOTH, '{"a":1,"b":2', ',"', "guidance-native", True, "other_keys"),
        ("json_schema", TWO % "", '{"', "x", "guidance-native", True, "other_keys"),
        ("json_schema", TWO % "", '{"a":1,', "}", "lm-format-enforcer", True, "not_json"),
        ("json_schema", STRING, '"', "\x7f", "outlines", False, "control_characters"),
        ("json_schema", STRING, '"', "\x7f", "guidance-native", False, "control_characters"),
        ("json_schema", STRING, '"', "\x01", "lm-format-enforcer", True, "control_characters"),
        ("json_schema", STRING, '"a\\', "u", "outlines", False, "escapes"),
        ("json_schema", STRING, '"a\\', "/", "guidance-native", False, "escapes"),
        ("json_schema", INTEGER, "-", "0", "guidance-native", True, "minus_zero"),
        ("json_schema", INTEGER, "12", "e", "lm-format-enforcer", True, "exponent"),
        ("json_schema", NUMBER, "1.5e", "7", "outlines", False, "exponent"),
        ("json_schema", '{"type": "integer", "maximum": 40}', "36", "0", "outlines", True, "bounds"),
        ("json_schema", '{"type": "integer", "minimum": 0}', "", "-", "lm-format-enforcer", True, "bounds"),
        ("json_schema", '{"type": "string", "pattern": "[0-9]"}', '"', "x",
         "outlines", False, "patterns"),
        ("json_schema", '{"type": "string", "pattern": "^\\\\d$"}', '"', b"\xd9",
         "outlines", True, "unicode_classes"),
        ("json_schema", '{"type": "string", "format": "date"}', '"', "x",
         "lm-format-enforcer", True, "formats"),
        ("json_schema", SEVERAL, "[", '"', "lm-format-enforcer", True, "items"),
        ("json_schema", SEVERAL, "[1", "]", "outlines", False, "items"),
        ("json_schema", '{"oneOf": [{"type": "boolean"}, {"type": "null"}]}', "", "t",
         "lm-format-enforcer", False, "alternatives"),
        ("json_schema", '{"enum": ["a\\"b"]}', '"a', "\\", "lm-format-enforcer", False, "escapes"),
        ("json_schema", '{"enum": ["a\\"b"]}', '"a', '"', "lm-format-enforcer", True, "values"),
        ("json_schema", '{"const": "true"}', '"', "t", "guidance-native", False, "forced_text"),
        ("json_schema", STRING, '"日', "a", "lm-format-enforcer", False, "split_characters"),
        ("regex", "[é日]", "", b"\xe6", "lm-format-enforcer", False, "split_characters"),
        ("regex", r"\d", "", b"\xd9", "outlines", True, "unicode_classes"),
        ("regex", ".", "", "\0", "outlines", False, "control_characters"),
        ("regex", "(yes|no)!", "y", "e", "guidance-native", False, "forced_text"),
        ("gbnf", 'root ::= "yes" | "no"', "y", "e", "guidance-forcing", False, "forced_text"),
    ],
)  # fmt: skip
def test_kinds(
    kind: str, constraint: str, text: str, token: str | bytes, engine: str, allows: bool, expected: Kind
) -> None:
    vocabulary = byte_level()
    token_id = vocabulary.tokens.index(token.encode() if isinstance(token, str) else token)
    line = LineUp(Constraint(kind, constraint), vocabulary, ("automaton", engine))
    comparison = line.at([vocabulary.tokens.index(bytes([byte])) for byte in text.encode()], [token_id], 1)
    [difference] = comparison.differences
    assert difference.token_id == token_id
    assert (engine in difference.allowed_by) == allows
    assert difference.kinds == ((engine, expected),)
    assert bool(difference.reason) == allows, "the automaton tells why it masks it"


def test_a_token_by_its_id() -> None:
    vocabulary = byte_level()
    red = vocabulary.tokens.index(b"red")
    constraint = Constraint("gbnf", f'root ::= <[{red}]> "x" | "red" "y"')
    comparison = LineUp(constraint, vocabulary, ("automaton", "guidance")).at([red])
    [difference] = comparison.differences
    assert (difference.text, difference.kinds) == ("y", (("guidance", "tokens_by_id"),))


@pytest.mark.parametrize(
    ("constraint", "deviation", "expected"),
    [
        (STRING, Deviation("x", False, b'"a', b"", None, ends=True), "end_of_text"),
        (STRING, Deviation("x", False, b'"a', b"b", None), "unnamed"),
        (STRING, Deviation("x", False, b'"a', b"b", 0), "unnamed"),
        (STRING, Deviation("x", True, b'"a', b"\x80", 0), "unnamed"),
        (STRING, Deviation("guidance-native", True, b'"a', b"b", None, forced=True), "unnamed"),
        (STRING, Deviation("guidance-native", False, b'"a', b"b", None, forced=True), "forced_text"),
        (STRING, Deviation("xgrammar", False, b'"a', b"b", None, forced=True), "unnamed"),
        (STRING, Deviation("xgrammar", False, b"", b"1", 0), "unnamed"),
        (STRING, Deviation("xgrammar", False, b'"a"', b",", 0), "unnamed"),
        ('{"minLength": 2}', Deviation("x", True, b'"a', b'"', 0), "lengths"),
        ('{"minLength": 2}', Deviation("x", True, b'"a', b"b\x7f", 1), "control_characters"),
        ('{"anyOf": [{"type": "null"}]}', Deviation("x", True, b"", b"n", 0), "alternatives"),
        ('{"enum": [12]}', Deviation("x", True, b"1", b"3", 0), "values"),
        (BOTH, Deviation("x", True, b'{"a":1', b"}", 0), "key_order"),
        (BOTH, Deviation("x", False, b'{"a":1', b",", 0), "key_order"),
        (BOTH, Deviation("x", False, b'{"a":1,"b":2', b",", 0), "other_keys"),
    ],
)
def test_names(constraint: str, deviation: Deviation, expected: Kind) -> None:
    assert Namer(Constraint("json_schema", constraint)).name(deviation) == expected


def test_regexes_without_a_class_have_no_name_for_other_characters() -> None:
    assert Namer(Constraint("regex", "[a-z]")).name(Deviation("x", True, b"", "é".encode(), 0)) == "unnamed"
    assert Namer(Constraint("choice", "yes")).name(Deviation("x", True, b"", b"a", 0)) == "unnamed"


@pytest.mark.parametrize(
    ("data", "index", "expected"),
    [
        ("aé".encode(), 0, (0, "a")),
        ("aé".encode(), 1, (1, "é")),
        ("aé".encode(), 2, (1, "é")),
        ("日".encode(), 2, (0, "日")),
        (b"a\xc3", 1, (1, "ÿ")),
        (b"\xe0\xa4", 1, (0, "\u093f")),
        (b"\xed", 0, (0, "\ud000")),
        (b"a\x80", 1, (0, "")),
        (b"\xff", 0, (0, "")),
    ],
)
def test_the_character_of_a_byte(data: bytes, index: int, expected: tuple[int, str]) -> None:
    assert character_at(data, index) == expected


def test_every_kind_is_explained() -> None:
    assert set(EXPLANATIONS) == set(get_args(Kind))
    assert all(sentence.endswith(".") for sentence in EXPLANATIONS.values())
