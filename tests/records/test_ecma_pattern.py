"""Patterns of schemas: found where ECMA-262 finds them, and where the grammar does."""

import json
import random
import time

import pytest

from playground.automaton import Automaton
from playground.constraints import Constraint
from playground.grammar.regular import read_pattern
from playground.records.ecma_pattern import found_in
from playground.records.json_record import json_record
from playground.records.python_pattern import PatternError, PatternTimeoutError


@pytest.mark.parametrize(
    ("source", "found", "not_found"),
    [
        ("^a+$", ["a", "aa"], ["", "ab", "a\n"]),
        ("b", ["abc"], ["ac"]),
        ("", ["", "a"], []),
        (r"^\p{L}+$", ["aé", "ß"], ["a1", ""]),
        (r"^\p{Letter}\P{Lu}$", ["aa"], ["aA", "1a"]),
        (r"^[\p{L}\d]$", ["é", "7"], ["-", "٣"]),
        (r"^\p{Script=Greek}$", ["λ"], ["l"]),
        (r"^(?<y>\d+)$", ["12"], ["x", "٣"]),
        (r"^(?P<y>\d+)$", ["12"], ["x"]),
        (r"^(?<quote>['`]).\k<quote>$", ["'a'", "`a`"], ["'a`"]),
        (r"^(a)?\1b$", ["aab", "b"], ["ab"]),
        (r"^\cA\cz$", ["\x01\x1a"], ["cA"]),
        ("^[[:alpha:]]$", ["a]", "[]", ":]"], ["b", "b]", "a"]),
        ("^[a[b]$", ["["], ["]"]),
        (r"^\s$", [" ", "\t", "\u00a0", "\ufeff", "\u2029"], ["\x1c", "\x85", "a"]),
        (r"^\S$", ["\x1c", "a"], ["\ufeff", " "]),
        (r"^\d\D$", ["3x", "3٣"], ["33", "٣x"]),
        (r"^\w\W$", ["a-", "_é"], ["é-", "ab"]),
        (r"^[\D]$", ["a", "٣"], ["3"]),
        (r"^[^\W]$", ["a"], ["é", "-"]),
        ("^.$", ["a", "\x85", "😀"], ["\n", "\r", "\u2028"]),
        (r"\bé", ["aé"], ["é", "-é"]),
        (r"\Ba", ["ba"], ["a", "éa"]),
        (r"(?<=\$)\d", ["$1"], ["1"]),
        (r"(?<!\$)\d", ["1"], ["$1"]),
        (r"^(?=.*\d)(?!.*x)", ["a1"], ["a", "a1x"]),
        (r"^\x41\u0042\u{1F600}\ud83d\ude00\0$", ["AB😀😀\0"], ["AB😀😀0"]),
        (r"^\/\-\.\t\v$", ["/-.\t\v"], ["/-a\t\v"]),
        (r"^[\b\-\]a-c]+$", ["\b-]abc"], ["d"]),
        (r"^[\w-]+$", ["a-b"], ["a+b"]),
        ("^[]$", [], ["", "a"]),
        ("^[^]$", ["\n", "a"], ["", "ab"]),
        ("^{a}x{,2}$", ["{a}x{,2}"], ["{a}xx"]),
        ("^a{2}b{1,}c{0,1}$", ["aabb", "aabc"], ["ab"]),
        ("^a{e<=1}$", ["a{e<=1}"], ["b"]),
        ("^a+?b*?$", ["aab"], ["b"]),
        ("(?i)^k$", ["K", "k"], ["l"]),
        ("a|^b$|", ["", "c"], []),
        ("^ #\n$", [" #\n"], ["#"]),
    ],
)
def test_finds_what_ecma_262_finds(source: str, found: list[str], not_found: list[str]) -> None:
    assert [text for text in found if not found_in(source, text)] == []
    assert [text for text in not_found if found_in(source, text)] == []


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("(", "missing )"),
        ("a**", "a repeated repetition at position 2"),
        ("a++", "a repeated repetition"),
        ("*a", "nothing to repeat"),
        ("[a", "a class that is not closed"),
        ("[b-a]", "a range without a start below its end"),
        (r"[\d-z]", "a range without"),
        (r"\Ab", r"the escape \A at position 1"),
        ("(?R)", "a group that ECMA-262 does not have"),
        ("(?>a)", "a group that ECMA-262 does not have"),
        (r"(a)\2", "a reference to a group that is not there"),
        (r"\k<a>", "a reference to a group"),
        (r"\u{110000}", "too high"),
        (r"\p{Nonsense}", "unknown property"),
        ("a" * 10_001, "10001 characters"),
        ("(" * 3000 + ")" * 3000, "nested too deeply"),
        ("\\", "the escape"),
    ],
)
def test_refuses_what_ecma_262_does_not_have(source: str, says: str) -> None:
    with pytest.raises(PatternError) as caught:
        found_in(source, "a")
    assert says in str(caught.value)


def test_a_pattern_that_backtracks_without_end_is_stopped() -> None:
    started = time.perf_counter()
    with pytest.raises(PatternTimeoutError, match="took longer than"):
        found_in("^(?:a|aa)+$", "a" * 80 + "b")
    assert time.perf_counter() - started < 5


PIECES = [
    *("a", "b", "é", "1", "^", "$", "|", "[ab]", "[^a1]", r"\u00e9", r"\p{Ll}", r"\P{L}", "(?:a|1)", "(b)"),
    *("{", "}", "]", "[[b]", "(?<n>é)", r"\-", "{x}", "(?:)"),
]
REPEATED = ("", "", "", "*", "+", "?", "{2}", "{0,1}", "+?")


@pytest.mark.parametrize("seed", range(40))
def test_agrees_with_the_automaton_of_the_grammar(seed: int) -> None:
    choose = random.Random(seed)
    for _ in range(20):
        pieces = [choose.choice(PIECES) for _ in range(choose.randint(1, 5))]
        source = "".join(
            piece + (choose.choice(REPEATED) if piece not in ("^", "$", "|") else "") for piece in pieces
        )
        automaton = read_pattern(source).automaton
        for _ in range(10):
            text = "".join(choose.choice("ab1é{}[]-x") for _ in range(choose.randint(0, 4)))
            assert found_in(source, text) == automaton.accepts(text), (source, text)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"^\p{L}+$", "Größe"),
        (r"^(?<y>\d+)$", "2024"),
        (r"^\cA$", "\x01"),
        ("^[[:alpha:]]$", "a]"),
        (r"^\D\W\S$", "x-\x01"),
    ],
)
def test_what_the_grammar_lets_through_becomes_a_record(pattern: str, text: str) -> None:
    schema = {"type": "string", "pattern": pattern}
    written = json.dumps(text, ensure_ascii=False)
    automaton = Automaton(Constraint("json_schema", json.dumps(schema)).grammar)
    assert automaton.may_end(automaton.feed(automaton.start, written.encode()))
    found = json_record(schema, written)
    assert found.errors == ()
    assert found.value == text
