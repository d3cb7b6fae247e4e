"""Finished texts under a regex as groups."""

from typing import Any

import pytest

from playground.records.regex_record import regex_record


@pytest.mark.parametrize(
    ("pattern", "text", "value"),
    [
        (r"(?P<area>\d{3})-(?P<number>\d{4})", "415-5551", {"area": "415", "number": "5551"}),
        (r"(\d{3})-(\d{4})", "415-5551", {"1": "415", "2": "5551"}),
        (r"(?P<area>\d{3})-(\d{4})", "415-5551", {"area": "415", "2": "5551"}),
        (r"(?P<plus>\+)?(?P<digits>\d+)", "42", {"plus": None, "digits": "42"}),
        ("red|green", "green", "green"),
        ("a|ab", "ab", "ab"),
        ("", "", ""),
    ],
)
def test_groups(pattern: str, text: str, value: Any) -> None:
    found = regex_record(pattern, text)
    assert found.errors == ()
    assert found.value == value
    assert found.repr == repr(value)


def test_the_type_lists_the_groups() -> None:
    assert (
        regex_record(r"(?P<area>\d)(\d)", "12").source == "Record = dict[Literal['area', '2'], str | None]\n"
    )
    assert regex_record("a", "a").source == "Record = str\n"


@pytest.mark.parametrize(
    ("pattern", "text", "says"),
    [
        ("a+", "ab", "does not match"),
        ("(", "x", "does not accept"),
        ("(?:a|aa)+", "a" * 80 + "b", "took longer"),
    ],
)
def test_what_python_does_not_match_is_an_error(pattern: str, text: str, says: str) -> None:
    found = regex_record(pattern, text)
    assert found.value is None
    assert says in found.errors[0]
