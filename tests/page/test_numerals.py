import pytest

from playground.page.numerals import count, duration, probability, shortened


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0.0, "0"),
        (1.0, "1.000"),
        (0.1229, "0.123"),
        (0.0005, "0.001"),
        (0.00049, "4.9e−4"),
        (2.34e-10, "2.3e−10"),
        (9.99e-5, "1.0e−4"),
    ],
)
def test_probability(value: float, written: str) -> None:
    assert probability(value) == written


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (0.0, "<0.1 ms"),
        (0.000049, "<0.1 ms"),
        (0.0001, "0.1 ms"),
        (0.0093, "9.3 ms"),
        (0.00996, "10 ms"),
        (0.0412, "41 ms"),
        (0.9996, "1.0 s"),
        (12.34, "12.3 s"),
    ],
)
def test_duration(seconds: float, written: str) -> None:
    assert duration(seconds) == written


@pytest.mark.parametrize(
    ("number", "noun", "written"),
    [(1, "token", "1 token"), (2, "token", "2 tokens"), (0, "token", "0 tokens"), (49141, "", "49,141")],
)
def test_count(number: int, noun: str, written: str) -> None:
    assert count(number, noun) == written


def test_count_with_a_plural_of_its_own() -> None:
    assert count(3, "branch", "branches") == "3 branches"


@pytest.mark.parametrize(("text", "written"), [("abcd", "abcd"), ("abcde", "abc…"), ("", "")])
def test_shortened(text: str, written: str) -> None:
    assert shortened(text, 4) == written
