"""JSON read strictly."""

from typing import Any

import pytest

from playground.records.json_value import parse_json, same_json


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"file": "Main.java", "line": 42}', {"file": "Main.java", "line": 42}),
        (' [1, -0.5, 1e3, true, null, "\\u00e9"] ', [1, -0.5, 1000.0, True, None, "é"]),
        ("12345678901234567890", 12345678901234567890),
        ('"\\ud83d\\ude00"', "😀"),
        ('[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
    ],
)
def test_reads(text: str, value: Any) -> None:
    assert parse_json(text) == value


@pytest.mark.parametrize(
    ("text", "says"),
    [
        # the lesson's answers that a parser refuses
        ('```json\n{"file": "Main.java", "line": 42}\n```', "line 1, column 1"),
        ('Sure! Here is the JSON: {"file": "Main.java"}', "line 1, column 1"),
        ('{"file": "Main.java", "line": 42,}', "line 1, column 3"),
        ("{'file': 'Main.java', 'line': 42}", "line 1, column 2"),
        ('{"file": "Main.java", "li', "line 1, column 23"),
        ("", "line 1, column 1"),
        ('{"a": 1} x', "line 1, column 10"),
        ('{"a": "\n"}', "The text is not JSON: Invalid control character at line 1, column 8."),
        ('{"a', "The text is not JSON: Unterminated string starting at line 1, column 2."),
        ('{"a": 1, "b": 2, "a": 3}', "'a' occurs more than once"),
        ('[{"x": {"é": 1, "é": 1}}]', "'é' occurs more than once"),
        ("NaN", "NaN is not JSON"),
        ("[-Infinity]", "-Infinity is not JSON"),
        ("1e400", "too large"),
        ("9" * 5000, "5000 digits"),
        ('["\\ud800"]', "ud800 alone"),
        ('{"\\udfff": 1}', "udfff alone"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_refuses(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        parse_json(text)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1.0, True),
        (1, True, False),
        (0.0, False, False),
        (True, True, True),
        ("1", 1, False),
        (None, False, False),
        ([1, [True]], [1.0, [True]], True),
        ([1], [True], False),
        ([1], [1, 1], False),
        ([], {}, False),
        ({"a": 1, "b": None}, {"b": None, "a": 1.0}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": None}, {}, False),
        ({"a": 1}, [1], False),
    ],
)
def test_values_that_are_the_same_to_json(one: Any, other: Any, same: bool) -> None:
    assert same_json(one, other) == same
    assert same_json(other, one) == same
