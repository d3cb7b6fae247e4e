"""What is refused: with which code, at which place, under which caret, and what the hint says to do."""

from __future__ import annotations

import pytest

from playground.grammar.diagnostics import Diagnostic
from playground.grammar.gbnf import MAX_LENGTH, parse_gbnf

OK = 'ok ::= "x"\n'


def errors(text: str) -> tuple[Diagnostic, ...]:
    parsed = parse_gbnf(text)
    assert parsed.grammar is None
    assert parsed.errors
    assert all(error.severity == "error" for error in parsed.errors)
    return parsed.errors


def marked(diagnostic: Diagnostic) -> str:
    """What the carets of the excerpt stand under."""
    line, carets = diagnostic.excerpt.split("\n")
    return line[carets.index("^") : len(carets)]


# One error each: text, code, line, column, what the carets mark, a piece of the hint.
SINGLE = [
    # Names and definitions
    ('root "a"', "definition", 1, 6, '"', "name ::= …"),
    ('root = "a"', "definition", 1, 6, "=", "`::=` instead of `=`"),
    ('root := "a"', "definition", 1, 6, ":", "`::=` instead of `:=`"),
    ('root : "a"', "definition", 1, 6, ":", "`::=` instead of `:`"),
    ('root -> "a"', "definition", 1, 6, "-", "`::=` instead of `->`"),
    ('root ::= "a"\n | "b"', "rule_name", 2, 2, "|", "end the line with `|`"),
    ('root ::= "a"\n "b"', "rule_name", 2, 2, '"', "in parentheses"),
    ('<root> ::= "a"', "rule_name", 1, 1, "<", "no angle brackets"),
    ('root ::= "a"\nstring ::= é', "unexpected", 2, 12, "é", "double quotes"),
    ('// c\nroot ::= "a"', "rule_name", 1, 1, "/", "begins with `#`"),
    # The ends of rules
    ('root ::= "a" ::= "b"', "unexpected", 1, 14, ":", "line of its own"),
    ('root ::= "a" : "b"', "unexpected", 1, 14, ":", "double quotes"),
    ('root ::= "a" )', "unexpected", 1, 14, ")", "no open `(`"),
    ('root ::= "a" ]', "unexpected", 1, 14, "]", "no open `[`"),
    ('root ::= "a" }', "unexpected", 1, 14, "}", "no open `{`"),
    ('root ::= "a";', "unexpected", 1, 13, ";", "leave `;` out"),
    ('root ::= "a", "b"', "unexpected", 1, 13, ",", "without a comma"),
    ("root ::= 'a'", "unexpected", 1, 10, "'", "double quotes"),
    ("root ::= /a+/", "unexpected", 1, 10, "/", "no `/regex/`"),
    ("root ::= \\n", "unexpected", 1, 10, "\\", "into a literal"),
    ("root ::= ^[a]", "unexpected", 1, 10, "^", "`[^…]`"),
    ('root ::= ("a", "b")', "unexpected", 1, 14, ",", "without a comma"),
    (f"root ::=\n{OK}", "unfinished_rule", 2, 1, "ok", 'write `""`'),
    (f'root ::= "a" |\n{OK}', "unfinished_rule", 2, 1, "ok", 'write `""`'),
    # Escapes
    ('root ::= "\\q"', "escape", 1, 11, "\\q", "`q` without the backslash"),
    ('root ::= "\\d+"', "escape", 1, 11, "\\d", "[0-9]"),
    ('root ::= "\\w"', "escape", 1, 11, "\\w", "[a-zA-Z0-9_]"),
    ('root ::= "\\s"', "escape", 1, 11, "\\s", "\\t\\r\\n"),
    ('root ::= "\\/"', "escape", 1, 11, "\\/", "`/` without the backslash"),
    ("root ::= [\\^a]", "escape", 1, 11, "\\^", "\\x5E"),
    ('root ::= "\\x4"', "escape", 1, 11, "\\x4", "\\x0A"),
    ('root ::= "\\xZZ"', "escape", 1, 11, "\\x", "\\x0A"),
    ('root ::= "\\u12"', "escape", 1, 11, "\\u12", "\\u00E9"),
    ("root ::= [\\U0001F60]", "escape", 1, 11, "\\U0001F60", "\\U0001F600"),
    # Unterminated things
    ('root ::= "abc', "unterminated_literal", 1, 10, '"abc', '"'),
    ('root ::= "abc\n\n', "unterminated_literal", 1, 10, '"abc', '"'),
    (f'root ::= "abc\n{OK}', "unterminated_literal", 1, 10, '"abc', '`"`'),
    ("root ::= [a-z", "unterminated_class", 1, 10, "[a-z", "]"),
    ("root ::= [a-", "unterminated_class", 1, 10, "[a-", "]"),
    (f"root ::= [a-z\n{OK}", "unterminated_class", 1, 10, "[a-z", "]"),
    ('root ::= ("a"', "unclosed_group", 1, 10, "(", ")"),
    ('root ::= (("a")\n', "unclosed_group", 1, 10, "(", ")"),
    (f'root ::= "b" ("a"\n{OK}', "unclosed_group", 1, 14, "(", ")"),
    ('root ::= "a"{2', "unterminated_repetition", 1, 13, "{2", "{3,5}"),
    ('root ::= "a"{2\n', "unterminated_repetition", 1, 13, "{2", "{3,5}"),
    ("root ::= <think", "unterminated_token", 1, 10, "<think", "<think>"),
    # Repetitions
    ("root ::= *", "nothing_to_repeat", 1, 10, "*", "after the part"),
    ('root ::= "a" | + "b"', "nothing_to_repeat", 1, 16, "+", "after the part"),
    ('root ::= ({2} "a")', "nothing_to_repeat", 1, 11, "{2}", "after the part"),
    ('root ::= ""*', "nothing_to_repeat", 1, 12, "*", "Remove one"),
    ('root ::= "a" []+', "nothing_to_repeat", 1, 16, "+", "Remove one"),
    ('root ::= "a"{0}{2}', "nothing_to_repeat", 1, 16, "{2}", "Remove one"),
    ('root ::= "a"{,10}', "repetition", 1, 13, "{,10}", "{0,10}"),
    ('root ::= "a"{,}', "repetition", 1, 13, "{,}", "{0,}"),
    ('root ::= "a"{}', "repetition", 1, 13, "{}", "{0,}"),
    ('root ::= "a"{x}', "repetition", 1, 14, "x", "{3,5}"),
    ('root ::= "a"{1;2}', "repetition", 1, 15, ";", "{3,5}"),
    ('root ::= "a"{-1}', "repetition", 1, 14, "-", "{3,5}"),
    ('root ::= "a"{1,0}', "repetition_order", 1, 13, "{1,0}", "{0,1}"),
    ('root ::= "a"{2001}', "repetition_limit", 1, 13, "{2001}", "rule of its own"),
    ('root ::= "a"{5000,}', "repetition_limit", 1, 13, "{5000,}", "rule of its own"),
    ('root ::= "a"{5000,6000}', "repetition_limit", 1, 13, "{5000,6000}", "rule of its own"),
    ('root ::= "a"{0,99999999999999999999}', "repetition_limit", 1, 13, "{0,99999999999999999999}", ""),
    ('root ::= "a"{50}{50}', "repetition_limit", 1, 17, "{50}", "rule of its own"),
    ('root ::= ("a"{0,44}){0,45}', "repetition_limit", 1, 21, "{0,45}", "rule of its own"),
    ('root ::= "a"**', "empty_repetition", 1, 10, '"a"**', "Leave one"),
    ('root ::= "a"?+', "empty_repetition", 1, 10, '"a"?+', "Leave one"),
    ("root ::= ()*", "empty_repetition", 1, 10, "()*", "out of the group"),
    ('root ::= ("a" | )+', "empty_repetition", 1, 10, '("a" | )+', "out of the group"),
    ('root ::= w*\nw ::= | " "', "empty_repetition", 1, 10, "w*", "out of `w`"),
    # Tokens
    ("root ::= <>", "token", 1, 10, "<>", "<think>"),
    ("root ::= <[5>", "token", 1, 10, "<[5>", "<[1000]>"),
    ("root ::= <[x]>", "token", 1, 10, "<[x]>", "<[1000]>"),
    ("root ::= <[4294967296]>", "token", 1, 10, "<[4294967296]>", ""),
    ("root ::= !a", "token", 1, 10, "!", "`[^a-z]`"),
    # Rules that belong together
    ("", "no_rules", 1, 1, "", "root ::= "),
    ("# nothing\n\n", "no_rules", 1, 1, "#", "root ::= "),
    ('start ::= "a"\nb ::= "c"', "no_root", 1, 1, "start", "root ::= start"),
    ('a ::= b\nb ::= "c"\nRoot ::= a', "no_root", 3, 1, "Root", "root ::= Root"),
    ("root ::= nmber\nnumber ::= [0-9]", "undefined_rule", 1, 10, "nmber", "`number`?"),
    ("root ::= Number\nnumber ::= [0-9]", "undefined_rule", 1, 10, "Number", "`number`?"),
    ("root ::= key_value\nkey-value ::= [0-9]", "undefined_rule", 1, 10, "key_value", "`key-value`?"),
    ("root ::= hello", "undefined_rule", 1, 10, "hello", '"hello"'),
    # Left recursion
    ('root ::= root "a" | "b"', "left_recursion", 1, 10, "root", 'root ::= "b" "a"*'),
    (
        'root ::= e\ne ::= e "+" t | e "-" t | t\nt ::= [0-9]',
        "left_recursion",
        2,
        7,
        "e",
        'e ::= t ("+" t | "-" t)*',
    ),
    ('root ::= a\na ::= b\nb ::= a | "x"', "left_recursion", 2, 7, "b", 'a ::= "x"'),
    ('root ::= a\na ::= b "1" | "y"\nb ::= a "2" | "x"', "left_recursion", 2, 7, "b", '"2" "1"'),
    ("root ::= root", "left_recursion", 1, 10, "root", "begins with something else"),
    ('root ::= ("" root) | "x"', "left_recursion", 1, 14, "root", "may be empty"),
    ('root ::= w root | "x"\nw ::= "" | " "', "left_recursion", 1, 12, "root", "may be empty"),
    ('root ::= w root | "x"\nw ::= v v\nv ::= " "?', "left_recursion", 1, 12, "root", "may be empty"),
    ('root ::= ("a"? root)* "x"', "left_recursion", 1, 16, "root", "may be empty"),
    ('root ::= "x"\nunused ::= unused "a" | "b"', "left_recursion", 2, 12, "unused", '"b" "a"*'),
    # Nesting and what is no text
    ("root ::= " + "(" * 65 + '"a"' + ")" * 65, "nesting", 1, 74, "(", "rule of its own"),
    ('root ::= "a"' + "?" * 66, "nesting", 1, 78, "?", "rule of its own"),
    ('root ::= "a\0"', "not_text", 1, 12, "\N{REPLACEMENT CHARACTER}", "\\x00"),
    ('root ::= "\ud800"', "not_text", 1, 11, "\N{REPLACEMENT CHARACTER}", ""),
]


@pytest.mark.parametrize(("text", "code", "line", "column", "caret", "hint"), SINGLE)
def test_single_error(text: str, code: str, line: int, column: int, caret: str, hint: str) -> None:
    (error,) = errors(text)
    assert (error.code, error.line, error.column) == (code, line, column)
    assert marked(error) == caret
    assert hint in error.hint
    assert error.message.endswith(".")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('root "a"', 'Expected `::=` after the rule name `root`, found `"`.'),
        ("root", "Expected `::=` after the rule name `root`, found the end of the text."),
        ('root\n::= "a"', "Expected `::=` after the rule name `root`, found the end of the line."),
        ('root ::= ("a" ]', "Expected `)` for the group opened in line 1, column 10, found `]`."),
        (f'root ::= (("a"\n{OK}', "This group is still open where the rule `ok` begins."),
        (f'root ::= "a\n{OK}', "This literal runs on into line 2, which looks like the start of a rule."),
        (
            "root ::= a\na ::= b c\nb ::= c\nc ::= a",
            "Left recursion: `a` begins with itself through other rules",
        ),
        ("root ::= x x\n", "There is no rule named `x`; it is used 2 times."),
        ('root ::= "\\u12"', "\\u takes exactly 4 hexadecimal digits; here there are 2."),
        ('root ::= "a"{50}{50}', "Nested repetitions multiply, here to 2500; llama.cpp stops at 2000."),
    ],
)
def test_message(text: str, message: str) -> None:
    assert message in parse_gbnf(text).errors[0].message


def test_left_recursion_names_the_cycle() -> None:
    (error,) = errors('root ::= a\na ::= b "x"\nb ::= c\nc ::= a "y" | "z"')
    assert "(a → b → c → a)" in error.message


def test_a_long_cycle_is_cut() -> None:
    rules = "".join(f"r{i} ::= r{i + 1}\n" for i in range(500))
    (error,) = errors(f'root ::= r0\n{rules}r500 ::= r0 | "a"')
    assert "r0 → r1 →" in error.message
    assert len(error.message) < 200


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_place_with_any_line_end(line_end: str) -> None:
    (error,) = errors(line_end.join(["# one", 'root ::= "a"', "  b ::= [\\q]", 'c ::= "x"', ""]))
    assert (error.line, error.column) == (3, 10)
    assert error.excerpt == "  b ::= [\\q]\n         ^^"


def test_a_long_line_is_cut_around_the_place() -> None:
    (error,) = errors("root ::= " + '"a" ' * 100 + "missing" + ' "b"' * 100)
    assert (error.line, error.column) == (1, 410)
    assert marked(error) == "missing"
    assert len(error.excerpt.split("\n")[0]) <= 82


def test_a_byte_order_mark_does_not_shift_the_place() -> None:
    (error,) = errors('\N{BYTE ORDER MARK}root ::= "a" b')
    assert (error.line, error.column) == (1, 15)


def test_where_names_the_rule() -> None:
    found = errors('root ::= "\\q" missing\nb ::= "a"{1,0}')
    assert [(error.code, error.where) for error in found] == [
        ("escape", "root"),
        ("undefined_rule", "root"),
        ("repetition_order", "b"),
    ]


def test_several_errors_are_all_told() -> None:
    found = errors(
        "root ::= object | arry\n"
        'object ::= "{" (pair ("," pair)*)? "}\n'
        'pair ::= string ":" value\n'
        "string ::= [a-z\\d]+\n"
        'value ::= object | "x"{,3} | array\n'
        'number = "1"\n'
        'array ::= ("[" value "]"\n'
        'list ::= list "," value | value\n'
    )
    assert [(error.code, error.line) for error in found] == [
        ("undefined_rule", 1),
        ("unterminated_literal", 2),
        ("escape", 4),
        ("repetition", 5),
        ("definition", 6),
        ("unclosed_group", 7),
        ("left_recursion", 8),
    ]


def test_a_rule_that_cannot_be_read_is_still_defined() -> None:
    assert [error.code for error in errors('root ::= a b\na ::= "x\nb ::= (\nc ::= "y"')] == [
        "unterminated_literal",
        "unclosed_group",
    ]


def test_only_so_many_errors_are_told() -> None:
    found = errors("root ::= " + " ".join(f"missing{i}" for i in range(100)))
    assert len(found) == 21
    assert found[-1].code == "more_errors"
    assert "80" in found[-1].message


def test_too_long() -> None:
    (error,) = errors('root ::= "a"\n' + "#" * MAX_LENGTH)
    assert error.code == "too_long"
    assert f"{MAX_LENGTH:,}" in error.message
