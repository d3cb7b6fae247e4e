"""Patterns match where Python's `re` finds them, and are refused where they have no automaton."""

import re
from itertools import product

import pytest

from playground.automaton import Automaton
from playground.grammar.regular import PatternError, TooLarge, node_of, read_pattern
from playground.grammar.regular.to_node import node_of_syntax
from tests.grammar.regular.build import Rules, matches

# Both readings agree on these; `re` is the judge.
PATTERNS = [
    "",
    "a",
    "^a",
    "a$",
    "^a$",
    "^$",
    "ab|c",
    "^(ab|c)*$",
    "^[ab]+(-[ab]+)*$",
    "^(a|b)*a(a|b)$",
    "^a?b{2,3}$",
    "^(?:a|b){2}$",
    "^[^a-]+$",
    "^a.c$",
    "(^a)|(b$)",
    "^a|b$",
    "^(?!ab).*$",
    "^(?!a|b$)[a-c]{0,2}$",
    "^(?=.*a)(?=.*b)[abc]{2,3}$",
    "^(?=a)(?!ab)|c$",
    r"^[\d]$",
    r"^\w-\w$",
    r"\s",
    r"^\x61\u0062$",
    r"^[a\-c]+$",
    "^(?P<one>a)b$",
    "^a+?b*?$",
    "^()a$",
    "$^",
    "a^",
    "b$a",
]
TEXTS = ["".join(word) for length in range(5) for word in product("abc- 1", repeat=length)]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_match_where_python_finds_them(pattern: str) -> None:
    automaton = read_pattern(pattern).automaton
    wrong = [text for text in TEXTS if automaton.accepts(text) != bool(re.search(pattern, text))]
    assert wrong == []


@pytest.mark.parametrize("pattern", [pattern for pattern in PATTERNS if pattern not in ("$^", "a^", "b$a")])
def test_the_grammar_of_a_pattern_has_the_same_texts(pattern: str) -> None:
    rules = Rules()
    automaton = Automaton(rules.grammar(node_of(read_pattern(pattern).automaton, rules.spelling)))
    wrong = [text for text in TEXTS if matches(automaton, text) != bool(re.search(pattern, text))]
    assert wrong == []


def test_a_pattern_keeps_its_form_unless_an_anchor_or_lookahead_is_inside() -> None:
    written = {}
    for pattern in PATTERNS:
        rules = Rules()
        anything = node_of(read_pattern("").automaton, rules.spelling)
        node = node_of_syntax(read_pattern(pattern).syntax, rules.spelling, anything)
        if node is not None:
            automaton = Automaton(rules.grammar(node))
            written[pattern] = [t for t in TEXTS if matches(automaton, t) != bool(re.search(pattern, t))]
    inside = {"$^", "a^", "b$a"} | {pattern for pattern in PATTERNS if "?!" in pattern or "?=" in pattern}
    assert set(PATTERNS) - set(written) == inside
    assert {pattern: wrong for pattern, wrong in written.items() if wrong} == {}


@pytest.mark.parametrize(
    ("pattern", "text", "narrow", "wide"),
    [
        # ECMA-262 says no to these and Python yes, or for the opposites the other way round.
        (r"^\d$", "٣", False, True),
        (r"^\w$", "é", False, True),
        (r"^\W$", "é", False, True),
        (r"^[^\w]$", "é", False, True),
        (r"^\D$", "a", True, True),
        (r"^\s$", "\ufeff", False, True),
        (r"^(?!\w).$", "é", False, True),
        # A dot leaves out more line ends, and $ stands at the very end only.
        ("^.$", "\u2028", False, True),
        ("^a$", "a\n", False, True),
    ],
)
def test_readings_that_differ(pattern: str, text: str, narrow: bool, wide: bool) -> None:
    assert read_pattern(pattern).automaton.accepts(text) == narrow
    assert read_pattern(pattern, wide=True).automaton.accepts(text) == wide


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        (r"^\p{Letter}+$", "πa", "π1"),
        (r"^\p{Lu}\P{Lu}$", "Aa", "AA"),
        (r"^[\p{Nd}_]$", "٣", "a"),
        (r"^\u{1F600}$", "😀", "😁"),
        (r"^\ud83d\ude00$", "😀", "😁"),
        (r"^\cA\t$", "\x01\t", "A\t"),
        ("^[\\b]$", "\b", "b"),
        (r"^\$\{\/$", "${/", "$"),
    ],
)
def test_escapes(pattern: str, yes: str, no: str) -> None:
    automaton = read_pattern(pattern).automaton
    assert automaton.accepts(yes)
    assert not automaton.accepts(no)


@pytest.mark.parametrize(
    ("pattern", "offset", "unsupported"),
    [
        ("(a", 0, False),
        ("a)", 1, False),
        ("*a", 0, False),
        ("[a", 0, False),
        ("[b-a]", 4, False),
        ("a{3,2}", 5, False),
        ("a**", 2, False),
        (r"\u12", 2, False),
        (r"\u{110000}", 3, False),
        ("a{,2}", 1, True),
        ("a\\", 1, True),
        (r"(?<=a)b", 0, True),
        (r"(a)\1", 3, True),
        (r"a\b", 1, True),
        (r"\p{Script=Greek}", 0, True),
        (r"\a", 0, True),
        ("[]a]", 0, True),
        ("(?i)a", 1, True),
        ("(" * 41 + ")" * 41, 40, True),
    ],
)
def test_patterns_that_cannot_be_read(pattern: str, offset: int, unsupported: bool) -> None:
    with pytest.raises(PatternError) as caught:
        read_pattern(pattern)
    assert (caught.value.offset, caught.value.unsupported) == (offset, unsupported)


@pytest.mark.parametrize("pattern", ["a(?=b)", "^a(?!b)c", "(?=a)b", "^(a(?=b))$"])
def test_lookahead_elsewhere_has_no_automaton(pattern: str) -> None:
    with pytest.raises(PatternError, match="lookahead") as caught:
        _ = read_pattern(pattern).automaton
    assert caught.value.unsupported


@pytest.mark.parametrize("pattern", ["((a{1,50}){1,50}){1,50}", "^(a|b)*a(a|b){12}$", "a{9999}"])
def test_patterns_that_are_too_large(pattern: str) -> None:
    with pytest.raises(TooLarge):
        _ = read_pattern(pattern).automaton


@pytest.mark.parametrize(
    ("pattern", "lengths"),
    [
        ("^ab?$", (1, 2)),
        ("ab?", (1, None)),
        ("^a+$", (1, None)),
        ("^a$|^bcd$", (1, 3)),
        ("^a$|b", (1, None)),
        ("^$", (0, 0)),
    ],
)
def test_lengths(pattern: str, lengths: tuple[int, int | None]) -> None:
    assert read_pattern(pattern).lengths == lengths
