"""Automata combined, complemented and made minimal; every short text is tried."""

from itertools import product

import pytest

from playground.automaton import Automaton
from playground.grammar.print_gbnf import print_node
from playground.grammar.regular import (
    Dfa,
    TooLarge,
    combine,
    complement,
    minimal,
    node_of,
    of_lengths,
    of_words,
    read_pattern,
)
from playground.grammar.regular.dfa import MAX_STATES, intersection, prefixed
from tests.grammar.regular.build import Rules, matches

TEXTS = ["".join(word) for length in range(6) for word in product("ab-", repeat=length)]
LEFT, RIGHT = "^a", "b$"


def texts_of(automaton: Dfa) -> list[str]:
    return [text for text in TEXTS if automaton.accepts(text)]


@pytest.mark.parametrize(
    ("keep", "expected"),
    [
        (lambda a, b: a and b, lambda t: t.startswith("a") and t.endswith("b")),
        (lambda a, b: a or b, lambda t: t.startswith("a") or t.endswith("b")),
        (lambda a, b: a and not b, lambda t: t.startswith("a") and not t.endswith("b")),
    ],
)
def test_combinations(keep, expected) -> None:
    found = combine(read_pattern(LEFT).automaton, read_pattern(RIGHT).automaton, keep)
    assert texts_of(found) == [text for text in TEXTS if expected(text)]


def test_the_complement_has_all_other_texts() -> None:
    assert texts_of(complement(read_pattern("a-b").automaton)) == [
        text for text in TEXTS if "a-b" not in text
    ]


def test_words_and_all_other_words() -> None:
    words = of_words(["ab", "a", "b-a"])
    assert texts_of(words) == ["a", "ab", "b-a"]
    assert texts_of(minimal(complement(words))) == [text for text in TEXTS if text not in ("ab", "a", "b-a")]
    assert texts_of(of_words([])) == []
    assert texts_of(of_words([""])) == [""]


@pytest.mark.parametrize(("fewest", "most"), [(0, 0), (0, 2), (2, 4), (3, None), (0, None)])
def test_lengths(fewest: int, most: int | None) -> None:
    found = of_lengths(fewest, most)
    assert texts_of(found) == [
        text for text in TEXTS if fewest <= len(text) <= (99 if most is None else most)
    ]


def test_a_character_in_front() -> None:
    found = prefixed("-", read_pattern("^ab?$").automaton)
    assert texts_of(found) == ["-a", "-ab"]


@pytest.mark.parametrize(
    ("pattern", "states"),
    [
        ("^a*$", 1),
        ("^(aa)*$", 2),
        ("^(a|b)*a(a|b)$", 4),
        ("^[a-z]{3}$", 4),
        ("", 1),
        ("^(ab|cb)$", 3),
        ("^ab|ab$", 6),
    ],
)
def test_no_state_is_superfluous(pattern: str, states: int) -> None:
    # Counted by hand, as the Myhill-Nerode classes of texts that can be completed.
    assert len(read_pattern(pattern).automaton.table) == states


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(TooLarge):
        of_lengths(0, MAX_STATES)
    with pytest.raises(TooLarge):
        of_words(["a" * MAX_STATES])
    with pytest.raises(TooLarge):
        intersection(read_pattern("^(ab|c)*$").automaton, of_lengths(0, MAX_STATES - 1))


@pytest.mark.parametrize(
    ("pattern", "fewest", "most", "expected"),
    [
        ("^[a-z]+$", 2, 50, "[a-z]{2,50}"),
        ("^[a-z]*$", 3, None, "[a-z]{3,}"),
        ("^[a-z]*$", 0, 7, "[a-z]{0,7}"),
        ("^a[a-z]*$", 0, 3, '"a" [a-z]{0,2}'),
        ("^(a|b)+$", 0, None, "[a-b]+"),
    ],
)
def test_a_pattern_with_a_length_is_written_as_one_repetition(
    pattern: str, fewest: int, most: int | None, expected: str
) -> None:
    rules = Rules()
    found = intersection(read_pattern(pattern).automaton, of_lengths(fewest, most))
    assert print_node(node_of(found, rules.spelling)) == expected


def test_long_automata_become_rules_that_are_not_nested_deep() -> None:
    rules = Rules()
    found = intersection(read_pattern("^a+(-b+)*$").automaton, of_lengths(5, 200))
    grammar = rules.grammar(node_of(found, rules.spelling))
    automaton = Automaton(grammar)
    for text in [
        "aaaaa",
        "a-b-b",
        "a-b-",
        "a" * 200,
        "a" * 201,
        "a-" * 99 + "bb",
        "aaaa",
        "a" + "-b" * 99,
        "a" + "-b" * 100,
    ]:
        assert matches(automaton, text) == found.accepts(text)
    assert [found.accepts("a" * count) for count in (4, 5, 200, 201)] == [False, True, True, False]
    assert max(len(print_node(rule.body)) for rule in grammar.rules) < 300
