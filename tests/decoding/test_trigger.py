"""Where a trigger fires, and how much of it has been seen before."""

from typing import Any

import pytest

from playground.decoding.trigger import Trigger, whole_characters
from playground.records.python_pattern import PatternTimeoutError


@pytest.mark.parametrize(
    ("kind", "value", "text", "rest"),
    [
        # rest: the text that the grammar sees, None while the trigger waits
        ("word", "<tool_call>", "I will read.\n<tool_call>", "<tool_call>"),
        ("word", "<tool_call>", "x<tool_call>{", "<tool_call>{"),
        ("word", "<tool_call>", "<tool_call", None),
        ("word", "<tool_call>", "", None),
        ("word", "aa", "baaaa", "aaaa"),
        ("word", "路口", "嫄elve嫄路口", "路口"),
        ("word", "€", "1 €", "€"),
        ("token", "<t>", "a<t>", None),
        ("token", 5, "5", None),
        ("full_pattern", "a+(b)?", "aab", "b"),
        ("full_pattern", "a+(b)?", "aa", "aa"),
        ("full_pattern", "a+(b)?", "caab", None),
        ("full_pattern", "a+(b)?", "aabb", None),
        ("full_pattern", "^no|yes$", "say yes", None),
        ("word", ".", "ab", None),
        ("pattern", r"call:\s*", "a call: {", "call: {"),
        ("pattern", r"call:\s*(\{)", "a call: {1", "{1"),
        ("pattern", r"(x)?call(\{)", "a call{1", "{1"),
        ("pattern", r"(x*)call(\{)", "a call{1", "{1"),
        ("pattern", r"(x*)call", "a call{1", "call{1"),
        ("pattern", r"call(?=(\{))", "call{1", "{1"),
        ("pattern", r"\d{2}", "a1", None),
        ("pattern", r"^b", "ab", None),
        ("pattern", r"b$", "ab", "b"),
        ("pattern", r"(?P<word>é)", "aé", "é"),
    ],
)
def test_the_grammar_starts_where_the_trigger_says(
    kind: str, value: str | int, text: str, rest: str | None
) -> None:
    start = Trigger(kind, value).find(text.encode())
    assert (start is None) == (rest is None)
    if start is not None:
        assert text.encode()[start:].decode() == rest


def test_offsets_are_bytes_even_after_broken_characters() -> None:
    data = b"\xff\xe2\x82 x<t>{"
    assert data[Trigger("word", "<t>").find(data) :] == b"<t>{"
    assert data[Trigger("pattern", "x(<t>)").find(data) :] == b"<t>{"


def test_a_cut_character_waits_for_its_rest() -> None:
    any_character = Trigger("pattern", r"[^\x00-\x7f]")
    assert any_character.find(b"a\xe2\x82") is None
    assert any_character.find("a€".encode()) == 1
    assert whole_characters(b"a\xe2\x82") == "a"
    assert Trigger("word", "€").find(b"a\xe2\x82") is None
    assert Trigger("full_pattern", "a").find(b"a\xe2\x82") is None


@pytest.mark.parametrize(
    ("kind", "value", "text", "seen"),
    [
        ("word", "<tool_call>", "", ""),
        ("word", "<tool_call>", "abc", ""),
        ("word", "<tool_call>", "abc<", "<"),
        ("word", "<tool_call>", "abc<tool_", "<tool_"),
        ("word", "<tool_call>", "<tool_<too", "<too"),
        ("word", "aab", "aaa", "aa"),
        ("word", "x", "abc", ""),
        ("pattern", "<t(ool)?_call>", "abc<t", "<t"),
        ("pattern", "<t(ool)?_call>", "abc<to_", ""),
        ("full_pattern", "a+b", "", ""),
        ("full_pattern", "a+b", "aa", "aa"),
        ("full_pattern", "a+b", "xaa", ""),
        ("token", "<t>", "<t", ""),
    ],
)
def test_seen(kind: str, value: str, text: str, seen: str) -> None:
    assert Trigger(kind, value).seen(text.encode()) == seen


@pytest.mark.parametrize(
    ("kind", "value", "says"),
    [
        ("text", "x", "a full pattern (full_pattern), not 'text'"),
        ("token", "", "trigger token is empty"),
        ("token", -1, "an id, 0 or more, not -1"),
        ("token", True, "is a text, not True"),
        ("token", 1.5, "is a text, not 1.5"),
        ("word", 7, "The trigger word is a text, not 7"),
        ("full_pattern", "", "trigger full pattern is empty"),
        ("word", "", "trigger word is empty"),
        ("pattern", "", "trigger pattern is empty"),
        ("pattern", "(", "position 0"),
    ],
)
def test_refuses_what_cannot_be_a_trigger(kind: str, value: Any, says: str) -> None:
    with pytest.raises(ValueError, match=r"rigger|Python") as caught:
        Trigger(kind, value)
    assert says in str(caught.value)


def test_a_pattern_that_takes_too_long_says_so() -> None:
    with pytest.raises(PatternTimeoutError, match="repetitions inside repetitions"):
        Trigger("pattern", "(?:a|aa)+$").find(b"a" * 80 + b"b")


def test_is_plain_data() -> None:
    assert Trigger("word", "<t>").to_dict() == {"kind": "word", "value": "<t>"}
    assert Trigger("token", 5).to_dict() == {"kind": "token", "value": 5}
    assert Trigger("pattern", "a+") == Trigger("pattern", "a+")
