"""Regexes as grammars: what they match, what is refused and where, and how Python is told the same."""

import random
import re

import pytest

from playground.automaton import DEAD, Automaton
from playground.grammar.print_gbnf import print_gbnf
from playground.grammar.regex import python_pattern, regex_to_grammar


@pytest.mark.parametrize(
    ("pattern", "gbnf"),
    [
        ("abc", '"abc"'),
        ("", '""'),
        ("a|bc|", '("a" | "bc")?'),
        ("(a|b)*c+d?", '("a" | "b")* "c"+ "d"?'),
        ("a{3}b{2,}c{1,4}d{,5}e{,}", '"a"{3} "b"{2,} "c"{1,4} "d"{0,5} "e"*'),
        ("a*?b+?c??d{2,3}?", '"a"* "b"+ "c"? "d"{2,3}'),
        (r"(?P<year>\d{4})-(?<month>\d\d)", '[0-9]{4} "-" [0-9] [0-9]'),
        ("(?:a(?#a comment)b)", '"ab"'),
        ("^a$|^b$", '"a" | "b"'),
        (r"\^\$\.\[\]\(\)\{\}", r'"^$.[](){}"'),
        (r"[\^a]", "[a^]"),
        (r"[]^-]", r"[\-\]-^]"),
        ("[^]a]", r"[^\]a]"),
        (r"[\w-]", r"[\-0-9A-Z_a-z]"),
        ("[[:alpha:]]", r'[:\[ahlp] "]"'),
        (".", r"[^\n]"),
        (r"\x41\u00e9\U0001F600\101\0", r'"Aé😀A\x00"'),
        (r"[\b\n\1]", r"[\x01\x08\n]"),
        ("a{x}{", '"a{x}{"'),
        ("[n-ée-g]", "[e-gn-é]"),
        ("(((a)*)*)+", '(("a"*)*)+'),
    ],
)
def test_patterns(pattern: str, gbnf: str) -> None:
    parsed = regex_to_grammar(pattern)
    assert parsed.errors == ()
    assert parsed.grammar is not None
    assert print_gbnf(parsed.grammar) == f"root ::= {gbnf}\n"


@pytest.mark.parametrize(
    ("pattern", "line", "column", "message"),
    [
        (r"a\bb", 1, 2, r"\b is a word boundary"),
        (r"ab\B", 1, 3, r"\B is a word boundary"),
        ("a(?=b)", 1, 2, "(?= is lookaround"),
        ("(?!a)b", 1, 1, "(?! is lookaround"),
        ("(?<=a)b", 1, 1, "(?<= is lookaround"),
        ("(?<!a)b", 1, 1, "(?<! is lookaround"),
        (r"(a)\1", 1, 4, r"\1 is a backreference"),
        ("(?P<x>a)(?P=x)", 1, 9, "(?P=x) is a backreference"),
        (r"(?<x>a)\k<x>", 1, 8, r"\k is a backreference"),
        ("(?i)a", 1, 1, "(?i) is an inline flag"),
        ("a(?s:.)", 1, 2, "(?s: is an inline flag"),
        ("(?>a)b", 1, 1, "(?> is an atomic group"),
        ("(a)?(?(1)b|c)", 1, 5, "(?(1) is a conditional group"),
        (r"\p{L}", 1, 1, r"\p is a Unicode property"),
        (r"\N{DIGIT ONE}", 1, 1, r"\N is a character by its name"),
        (r"\Aab", 1, 1, r"\A is an anchor"),
        (r"ab\Z", 1, 3, r"\Z is an anchor"),
        ("a^b", 1, 2, "^ stands in the middle"),
        ("x\na$b", 2, 2, "$ stands in the middle"),
        ("(^a)b", 1, 2, "^ stands in the middle"),
        ("a*+b", 1, 2, "*+ is possessive"),
        ("a{2}+", 1, 2, "{2}+ is possessive"),
        (r"[^\s\S]", 1, 1, "matches no character"),
        ("a{10001}", 1, 2, "counts to 10,000"),
        ("a{1,99999999999999999999}", 1, 2, "counts to 10,000"),
        ("(" * 101 + "a" + ")" * 101, 1, 101, "nested more than 100 deep"),
        ("(" * 30_000, 1, 101, "nested more than 100 deep"),
        ("(a", 1, 1, "missing ), unterminated subpattern"),
        ("a)", 1, 2, "unbalanced parenthesis"),
        ("[a", 1, 1, "unterminated character set"),
        ("[z-a]", 1, 2, "bad character range z-a"),
        (r"[\d-z]", 1, 2, r"bad character range \d-z"),
        ("*a", 1, 1, "nothing to repeat"),
        ("a**", 1, 3, "multiple repeat"),
        ("a{2,1}", 1, 3, "min repeat greater than max repeat"),
        ("a\\", 1, 2, "bad escape (end of pattern)"),
        (r"a\q", 1, 2, r"bad escape \q"),
        (r"\x4", 1, 1, r"incomplete escape \x4"),
        ("(?<x>a)(?<x>b)", 1, 12, "redefinition of group name 'x'"),
        ("(?P<1>a)", 1, 5, "bad character in group name '1'"),
        ("(?P>x)", 1, 2, "unknown extension ?P>"),
        ("[[a]\\q", 1, 5, r"bad escape \q"),
        ("\\q[[a]", 1, 1, r"bad escape \q"),
        ("[z-a][[a]", 1, 2, "bad character range z-a"),
    ],
)
def test_refusals(pattern: str, line: int, column: int, message: str) -> None:
    parsed = regex_to_grammar(pattern)
    assert parsed.grammar is None
    error = parsed.errors[0]
    assert (error.line, error.column) == (line, column)
    assert message in error.message
    assert "^" in error.excerpt


def test_all_refusals_at_once() -> None:
    columns = [error.column for error in regex_to_grammar(r"\ba(?=b)c*+").errors]
    assert columns == [1, 4, 10]


def test_ascii_classes_warn_once() -> None:
    warnings = regex_to_grammar(r"a\w[\d\s]\d").warnings
    assert [(w.severity, w.code, w.line, w.column) for w in warnings] == [("warning", "regex-ascii", 1, 2)]
    assert warnings[0].message.startswith(r"\d, \s, \w ")
    assert regex_to_grammar("[a-z]").warnings == ()


def test_the_pattern_for_python() -> None:
    assert python_pattern("(?<a>x)[[&&]") == r"(?a)(?P<a>x)[\[\&\&]"
    match = re.fullmatch(python_pattern(r"(?<area>\d{3})-(?P<number>\d{4})"), "415-0132")
    assert match is not None
    assert match.groupdict() == {"area": "415", "number": "0132"}
    assert not re.fullmatch(python_pattern(r"\d"), "٣")


def accepts(automaton: Automaton, text: str) -> bool:
    state = automaton.feed(automaton.start, text.encode())
    return state != DEAD and automaton.may_end(state)


ATOMS = [
    "a",
    "b",
    "é",
    r"\d",
    r"\W",
    r"\s",
    ".",
    "[^a]",
    "[a-c^]",
    r"[\^b]",
    r"[\]\\-]",
    r"\.",
    r"\x62",
    "()",
]
REPEATS = ["*", "+", "?", "{2}", "{1,3}", "{2,}", "*?"]


def random_pattern(chooser: random.Random, depth: int) -> str:
    kind = chooser.choice(["atom", "atom", "sequence", "choice", "repeat"]) if depth else "atom"
    if kind == "atom":
        return chooser.choice(ATOMS)
    parts = [random_pattern(chooser, depth - 1) for _ in range(chooser.randint(2, 3))]
    if kind == "sequence":
        return "".join(parts)
    group = chooser.choice(["(", "(?:"]) + "|".join(parts) + ")"
    return group if kind == "choice" else group + chooser.choice(REPEATS)


@pytest.mark.parametrize("seed", range(60))
def test_python_says_the_same(seed: int) -> None:
    """Random patterns and texts: the automaton accepts what `re.fullmatch` matches."""
    chooser = random.Random(seed)
    pattern = random_pattern(chooser, 3)
    parsed = regex_to_grammar(pattern)
    assert parsed.grammar is not None, (pattern, parsed.errors)
    automaton, python = Automaton(parsed.grammar), re.compile(python_pattern(pattern))
    for _ in range(80):
        text = "".join(chooser.choices("aabbcé1 .^]\\-\n", k=chooser.randint(0, 5)))
        assert accepts(automaton, text) == bool(python.fullmatch(text)), (pattern, text)


@pytest.mark.parametrize("seed", range(60))
def test_python_says_the_same_of_classes(seed: int) -> None:
    chooser = random.Random(seed)
    characters = [chr(code) for code in range(0x20, 0x7F)] + ["\n", "é"]
    items = []
    for _ in range(chooser.randint(1, 4)):
        low, high = sorted(chooser.choices(characters, k=2))
        pair = f"{re.escape(low)}-{re.escape(high)}"
        items.append(chooser.choice([pair, re.escape(low), r"\d", r"\W", r"\S"]))
    pattern = f"[{chooser.choice(['', '^'])}{''.join(items)}]"
    parsed = regex_to_grammar(pattern)
    python = re.compile(pattern, re.ASCII)
    others = [*characters, "\t", "\0", "\x7f", "\u2028", "😀", "٣"]
    if parsed.grammar is None:
        assert not any(map(python.fullmatch, others)), pattern
        return
    automaton = Automaton(parsed.grammar)
    for character in others:
        assert accepts(automaton, character) == bool(python.fullmatch(character)), (pattern, character)
