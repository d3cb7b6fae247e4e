"""Numbers as texts: bounds, multiples and exclusions against Python's fractions."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from playground.automaton import Automaton
from playground.grammar.model import Grammar, Rule
from playground.grammar.print_gbnf import print_node
from playground.grammar.schema.decimals import decimal_text
from playground.grammar.schema.integers import integer_range
from playground.grammar.schema.scalars import Numbers, is_multiple
from tests.grammar.regular.build import matches

FRACTIONS = ("", ".0", ".5", ".25", ".50", ".05", ".9", ".99", ".001", ".123")
WHOLE = (*range(25), 99, 100, 101, 123, 999, 1000)
TEXTS = [f"{sign}{whole}{fraction}" for sign in ("", "-") for whole in WHOLE for fraction in FRACTIONS]


def wanted(numbers: Numbers, text: str) -> bool:
    """By arithmetic: no signed zero, and no point in an integer, but else the value decides."""
    value = Fraction(text)
    low, high = numbers.low, numbers.high
    return (
        not (value == 0 and text.startswith("-"))
        and not (numbers.integer and "." in text)
        and (low is None or value > low or (value == low and not numbers.low_open))
        and (high is None or value < high or (value == high and not numbers.high_open))
        and (numbers.integer is not False or value.denominator > 1)
        and all((value / of).denominator == 1 for of in numbers.multiples)
        and all((value / of).denominator != 1 for of in numbers.not_multiples)
        and value not in numbers.excluded
    )


def random_numbers(seed: int) -> Numbers:
    choose = random.Random(seed)

    def bound() -> Fraction | None:
        scale = choose.choice((1, 10, 100))
        return choose.choice((None, Fraction(choose.randint(-30 * scale, 30 * scale), scale)))

    def some(*sets: tuple[str, ...]) -> frozenset[Fraction]:
        return frozenset(map(Fraction, choose.choice(((), (), *sets))))

    return Numbers(
        low=bound(),
        low_open=choose.random() < 0.3,
        high=bound(),
        high_open=choose.random() < 0.3,
        integer=choose.choice((None, None, True, False)),
        multiples=some(("3",), ("7", "2"), ("0.25",), ("0.3",)),
        not_multiples=some(("2",), ("0.5",)),
        excluded=some(("5", "0.5"), ("0",)),
    )


@pytest.mark.parametrize("seed", range(60))
def test_the_automaton_accepts_what_arithmetic_allows(seed: int) -> None:
    numbers = random_numbers(seed)
    automaton = numbers.reduced().automaton
    assert [text for text in TEXTS if automaton.accepts(text) != wanted(numbers, text)] == []
    assert not any(map(automaton.accepts, ("", "-", "01", "1.", ".5", "1e3", "--1", "1.5.2")))


BOUNDS = (
    None,
    -1001,
    -123,
    -100,
    -99,
    -10,
    -9,
    -1,
    0,
    1,
    2,
    9,
    10,
    11,
    42,
    99,
    100,
    899,
    900,
    999,
    1000,
    1234,
)


@pytest.mark.parametrize("low", BOUNDS)
def test_ranges_of_integers_hold_exactly_the_integers_between(low: int | None) -> None:
    for high in BOUNDS:
        if low is not None and high is not None and low > high:
            continue
        automaton = Automaton(Grammar((Rule("root", integer_range(low, high)),)))
        edges = {edge + step for edge in BOUNDS if edge is not None for step in (-1, 0, 1)} | {
            10**9,
            -(10**9),
        }
        for value in edges:
            inside = (low is None or value >= low) and (high is None or value <= high)
            assert matches(automaton, str(value)) == inside, (low, high, value)
        assert not any(matches(automaton, text) for text in ("-0", "00", "01", "-01", "", "1.0"))


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (1, 9999, "[1-9] [0-9]{0,3}"),
        (0, 100, '"0" | [1-9] [0-9]? | "100"'),
        (None, None, '"-" [1-9] [0-9]* | "0" | [1-9] [0-9]*'),
        (5, 5, '"5"'),
        (1900, 2099, '"19" [0-9]{2} | "20" [0-9]{2}'),
    ],
)
def test_ranges_of_integers_read_well(low: int | None, high: int | None, expected: str) -> None:
    assert print_node(integer_range(low, high)) == expected


def test_bounds_of_any_size() -> None:
    huge = 10**3000 + 7
    automaton = Automaton(Grammar((Rule("root", integer_range(huge, huge + 10)),)))
    assert [matches(automaton, str(huge + step)) for step in (-1, 0, 5, 10, 11)] == [
        False,
        True,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("value", "text"), [("1/8", "0.125"), ("-1/200", "-0.005"), ("100", "100"), ("0", "0"), ("-3/2", "-1.5")]
)
def test_decimal_text(value: str, text: str) -> None:
    assert decimal_text(Fraction(value)) == text


def test_multiples_are_exact_where_floats_are_not() -> None:
    assert is_multiple(Fraction("0.3"), Fraction("0.1"))  # 0.3 / 0.1 is 2.9999999999999996 in floats
    assert not is_multiple(Fraction("0.35"), Fraction("0.1"))
