"""Small grammars with texts that match, that may still match, and that fail at a known character.

The answers were worked out by hand. Where a grammar is regular, `pattern` says the same as a regular
expression of Python, and a test holds the answers against it.
"""

from dataclasses import dataclass, field

import pytest


@dataclass(frozen=True)
class Case:
    """`fails` gives for every text the offset of the first character that nothing can put right."""

    name: str
    grammar: str
    matches: tuple[str, ...] = ()
    prefixes: tuple[str, ...] = ()
    fails: dict[str, int] = field(default_factory=dict)
    pattern: str | None = None


def regular(
    body: str, pattern: str, matches: list[str], prefixes: list[str], fails: dict[str, int] | None = None
) -> Case:
    """A case of one rule."""
    return Case(body, f"root ::= {body}", tuple(matches), tuple(prefixes), fails or {}, pattern)


TERMINALS = [
    regular('"abc"', "abc", ["abc"], ["", "a", "ab"], {"b": 0, "abd": 2, "abcd": 3}),
    regular('""', "", [""], [], {"a": 0, " ": 0}),
    regular('"\\"\\\\\\n\\t"', r'"\\\n\t', ['"\\\n\t'], ['"', '"\\'], {'"n': 1}),
    regular('"\\x41\\u00e9\\U0001F600"', "Aé😀", ["Aé😀"], ["A", "Aé"], {"Aè": 1, "Aé😁": 2}),
    regular('"\\[\\]\\-"', r"\[\]-", ["[]-"], ["["], {"\\": 0}),
    regular('"日本"', "日本", ["日本"], ["日"], {"本": 0, "日本語": 2}),
    regular("[a-c]", "[a-c]", ["a", "b", "c"], [""], {"d": 0, "A": 0, "aa": 1}),
    regular("[a-]", "[a-]", ["a", "-"], [""], {"b": 0}),
    regular("[-a]", "[-a]", ["a", "-"], [""], {"b": 0}),
    regular("[a^]", "[a^]", ["a", "^"], [""], {"b": 0}),
    regular("[^a-c]", "[^a-c]", ["d", "é", "\n", "😀"], [""], {"b": 0, "dd": 1}),
    regular("[^^]", r"[^\^]", ["a"], [""], {"^": 0}),
    regular("[\\]\\[\\\\]", r"[\]\[\\]", ["]", "[", "\\"], [""], {"-": 0}),
    regular("[\\x00-\\x1F]", "[\\x00-\\x1f]", ["\n", "\0"], [""], {" ": 0}),
    regular("[α-ω]", "[α-ω]", ["α", "λ", "ω"], [""], {"a": 0, "Ω": 0}),
    regular("[\\u0400-\\u04FF]+", "[\u0400-\u04ff]+", ["да"], [""], {"дa": 1}),
    regular("[\\U0001F600-\\U0001F64F]", "[\U0001f600-\U0001f64f]", ["😀", "🙏"], [""], {"🙐": 0, "a": 0}),
    regular("[z-a0]", "[0]", ["0"], [""], {"m": 0, "z": 0, "a": 0}),
    regular('[] "a"', "a", ["a"], [""], {"b": 0}),
    regular('[^] "a"', "a", ["a"], [""], {"b": 0}),
    regular(".", "(?s:.)", ["a", "\n", "é", "😀"], [""], {"ab": 1}),
    regular('[^\\n]* "\\n"', "[^\\n]*\\n", ["\n", "ab\n"], ["", "ab"], {"a\nb": 2}),
    Case(
        "a code point beyond Unicode matches nothing", 'root ::= "a" | "\\U00110000"', ("a",), ("",), {"b": 0}
    ),
]

COMBINATIONS = [
    regular('"a" "b" [c]', "abc", ["abc"], ["ab"], {"ac": 1}),
    regular('"a" | "b"', "a|b", ["a", "b"], [""], {"c": 0, "ab": 1}),
    regular('"ab" | "ac"', "ab|ac", ["ab", "ac"], ["a"], {"ad": 1}),
    regular('"a" | "ab" | "abc"', "a|ab|abc", ["a", "ab", "abc"], [""], {"abb": 2}),
    regular('| "a"', "|a", ["", "a"], [], {"aa": 1}),
    regular('"a" |', "a|", ["", "a"], [], {"b": 0}),
    regular('("a" | "b") ("c" | )', "(a|b)(c|)", ["a", "b", "ac", "bc"], [""], {"c": 0, "acc": 2}),
    regular('("a" "b" | "c") "d"', "(ab|c)d", ["abd", "cd"], ["ab", "c"], {"ad": 1}),
    regular('(("a"))', "a", ["a"], [""], {"b": 0}),
    regular('("a"\n  "b" # why\n)', "ab", ["ab"], ["a"], {"b": 0}),
    regular('"a" |\n  "b"', "a|b", ["a", "b"], [""], {"\n": 0}),
    regular('"a" "" "b"', "ab", ["ab"], ["a"], {"aa": 1}),
    regular("()", "", [""], [], {"a": 0}),
]

REPETITIONS = [
    regular('"a"*', "a*", ["", "a", "aaaa"], [], {"b": 0, "aab": 2}),
    regular('"a"+', "a+", ["a", "aaaa"], [""], {"b": 0}),
    regular('"a"?', "a?", ["", "a"], [], {"aa": 1}),
    regular('"ab"{3}', "(ab){3}", ["ababab"], ["", "ababa"], {"abb": 2, "abababa": 6}),
    regular('"a"{2,}', "a{2,}", ["aa", "aaaaa"], ["", "a"], {"ab": 1}),
    regular('"a"{2,4}', "a{2,4}", ["aa", "aaaa"], ["a"], {"aaaaa": 4}),
    regular('"a"{0,2}', "a{0,2}", ["", "a", "aa"], [], {"aaa": 2}),
    regular('"a"{0}', "", [""], [], {"a": 0}),
    regular('"a"{0} "b"', "b", ["b"], [""], {"a": 0}),
    regular('"a"{1}', "a", ["a"], [""], {"aa": 1}),
    regular('"a"{ 1 , 2 } "b"', "a{1,2}b", ["ab", "aab"], ["a", "aa"], {"aaa": 2}),
    regular('"a"{2}{3}', "(a{2}){3}", ["aaaaaa"], ["aaaaa"], {"aaaaaaa": 6}),
    regular('"ab"{2}*', "((ab){2})*", ["", "abab", "abababab"], ["ab", "ababab"], {"abb": 2}),
    regular('"a"?{3}', "(a?){3}", ["", "a", "aaa"], [], {"aaaa": 3}),
    regular('("a"*)*', "(a*)*", ["", "aaa"], [], {"b": 0}),
    regular('("a"? "b"?)+', "(a?b?)+", ["", "a", "b", "ba", "abab"], [], {"c": 0, "abc": 2}),
    regular('("a" | "b"){2,3}', "[ab]{2,3}", ["ab", "bab"], ["b"], {"abab": 3}),
    regular('"a"* "a"', "a*a", ["a", "aaa"], [""], {"ab": 1}),
    regular('"a"+ "a" "b"', "a+ab", ["aab", "aaaab"], ["a", "aa"], {"ab": 1}),
    regular('[a-z]{1,8} ("/" [a-z]{1,8}){0,2} ".java"', "[a-z]{1,8}(/[a-z]{1,8}){0,2}\\.java",
            ["a.java", "a/b/c.java"], ["a/b", "abcdefgh"], {"abcdefghi": 8, "a/b/c/": 5, "/": 0}),
    regular('"a"{0,2000} "b"', "a{0,2000}b", ["b", "a" * 2000 + "b"], ["a" * 2000], {"a" * 2001: 2000}),
    regular('"a"{3,5000}', "a{3,}", ["aaa", "a" * 5001], ["aa"], {"ab": 1}),
    regular('("x"{0,3} ","){2}', "(x{0,3},){2}", [",,", "xxx,x,"], ["xx,"], {"xxxx": 3, ",,,": 2}),
    regular('"x"? "x"? "x"?', "x{0,3}", ["", "xx", "xxx"], [], {"xxxx": 3}),
]  # fmt: skip

RULES = [
    Case("a rule", 'root ::= a\na ::= "x"', ("x",), ("",), {"y": 0}),
    Case(
        "a rule used twice",
        'root ::= a "-" a\na ::= [0-9]+',
        ("1-2", "10-20"),
        ("1", "1-"),
        {"-": 0, "1--": 2},
    ),
    Case(
        "names with signs",
        'root ::= a-b A 1\na-b ::= "x"\nA ::= "y"\n1 ::= "z"',
        ("xyz",),
        ("xy",),
        {"xz": 1},
    ),
    Case("an underscore", 'root ::= a_b\na_b ::= "x"', ("x",), ("",), {"a": 0}),
    Case("the last of two rules wins", 'root ::= a\na ::= "x"\na ::= "y"', ("y",), ("",), {"x": 0}),
    Case(
        "a rule that may be empty", 'root ::= ws "a" ws\nws ::= | " " ws', ("a", "  a "), ("", "  "), {"b": 0}
    ),
    Case("a rule that ends with itself", 'root ::= "a" root | "b"', ("b", "aab"), ("", "aa"), {"aac": 2}),
    Case("brackets", 'root ::= "(" root ")" | ""', ("", "()", "((()))"), ("(", "(()"), {")": 0, "())": 2}),
    Case(
        "brackets beside brackets",
        'root ::= pair*\npair ::= "(" pair* ")" | "[" pair* "]"',
        ("", "()[]", "([()])[]"),
        ("([", "()["),
        {"(]": 1, "([)": 2, "())": 2},
    ),
    Case("as many a as b", 'root ::= "a" root "b" | "ab"', ("ab", "aabb"), ("a", "aab"), {"b": 0, "abb": 2}),
    Case(
        "palindromes",
        'root ::= "a" root "a" | "b" root "b" | "c"',
        ("c", "abcba"),
        ("ab", "abcb"),
        {"abca": 3},
    ),
    Case(
        "rules that call each other",
        'root ::= even\neven ::= "a" odd | "."\nodd ::= "a" even',
        (".", "aa.", "aaaa."),
        ("a", "aaa"),
        {"a.": 1, "aa.a": 3},
    ),
    Case(
        "two readings of one text",
        'root ::= a | b\na ::= "x"* "y"\nb ::= "x" "x"* "z"',
        ("y", "xxy", "xxz"),
        ("", "xx"),
        {"z": 0, "xxa": 2},
    ),
    Case("many readings of one text", 'root ::= a a a\na ::= "x"*', ("", "x", "xxxxxx"), (), {"xy": 1}),
    Case("a carriage return ends a rule", 'root ::= a\ra ::= "x"\r', ("x",), ("",), {"a": 0}),
    Case("CR LF ends a rule", 'root ::= a\r\na ::= "x"\r\n', ("x",), ("",), {"a": 0}),
    Case("comments", '# one\nroot ::= a # two\n# three\na ::= "#"\n# four', ("#",), ("",), {"a": 0}),
    Case("a byte order mark", '\N{BYTE ORDER MARK}root ::= "a"', ("a",), ("",), {"\N{BYTE ORDER MARK}": 0}),
    Case("an unused rule", 'root ::= "a"\nb ::= "c"', ("a",), ("",), {"c": 0}),
]

LANGUAGES = [
    Case(
        "a list",
        'root ::= "[" (item ("," item)*)? "]"\nitem ::= [0-9]{1,3} | root',
        ("[]", "[1]", "[1,22,[3,[]]]"),
        ("[", "[1", "[1,", "[[1]"),
        {"]": 0, "[,": 1, "[1,]": 3, "[1234": 4, "[]]": 2},
    ),
    Case(
        "sums",
        'root ::= t (("+" | "-") t)*\nt ::= f (("*" | "/") f)*\nf ::= [0-9]+ | "(" root ")" | "-" f',
        ("1", "1+2*3", "(1+2)*--3", "((7))/2-1"),
        ("", "1+", "(1", "-"),
        {"+": 0, "1+*": 2, "(1))": 3, "1 ": 1},
    ),
    Case(
        "key and value",
        'root ::= (key "=" value "\\n")+\nkey ::= [a-z] [a-z0-9-]*\nvalue ::= [^\\n]*',
        ("a=\n", "a=1\nb-2=x y\n"),
        ("a", "a=", "a=1\nb"),
        {"1": 0, "a b": 1, "a=1\n\n": 4},
    ),
    Case(
        "a date",
        'root ::= year "-" month "-" day\nyear ::= [0-9]{4}\n'
        'month ::= "0" [1-9] | "1" [0-2]\nday ::= "0" [1-9] | [12] [0-9] | "3" [01]',
        ("2024-02-29", "1999-12-31"),
        ("20", "2024-1"),
        {"20240": 4, "2024-00": 6, "2024-13": 6, "2024-01-32": 9},
        r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])",
    ),
    Case(
        "a quoted string",
        'root ::= "\\"" ([^"\\\\] | "\\\\" ["\\\\n])* "\\""',
        ('""', '"a\\"b"', '"\\\\"'),
        ('"', '"a', '"\\', '"\\"'),
        {"a": 0, '"\\x': 2, '""a': 2},
        r'"([^"\\]|\\["\\n])*"',
    ),
    Case(
        "a tag with its end",
        'root ::= "<b>" text "</b>"\ntext ::= ([^<] | root)*',
        ("<b></b>", "<b>x<b>y</b></b>"),
        ("<b", "<b>x<", "<b><b></b>"),
        {"x": 0, "<b><i": 4, "<b></b><": 7},
    ),
    Case(
        "yes or no, with a reason",
        'root ::= ("yes" | "no") (" because " reason)? "."\nreason ::= [a-z ]{3,10}',
        ("yes.", "no because it is."),
        ("y", "no because it"),
        {"maybe": 0, "yes!": 3, "no because .": 11},
        r"(yes|no)( because [a-z ]{3,10})?\.",
    ),
    Case(
        "moves on a board",
        'root ::= move (" " move){0,2}\nmove ::= [KQRBN]? [a-h] [1-8] "+"?',
        ("e4", "e4 Nf6+", "e4 e5 Ke2"),
        ("e", "e4 ", "N"),
        {"e9": 1, "i1": 0, "e4 e5 e6 ": 8},
        r"[KQRBN]?[a-h][1-8]\+?( [KQRBN]?[a-h][1-8]\+?){0,2}",
    ),
]

CASES = [*TERMINALS, *COMBINATIONS, *REPETITIONS, *RULES, *LANGUAGES]

PARAMETERS = [pytest.param(case, id=case.name) for case in CASES]
