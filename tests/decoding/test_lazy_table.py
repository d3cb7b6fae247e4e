"""Lazy grammars worked out by hand: a kind of trigger, where it falls between tokens, and what follows.

After each token stands what is expected: `waits`, with the end of the text that could begin a trigger and
which one; or which trigger fired at which token, from which character on, and the tokens allowed then.
"""

from typing import NamedTuple

import pytest

from playground.constraints import Constraint
from playground.decoding import Session, Trigger
from tests.decoding.models import ids, seeded_toy

TEXTS = ["a", "b", " ", "<", "c", ">", "<c>", "x<c", "c>{", ">{", ">!", "{", "}", "1", "{1", "}1", "é"]
TEXTS += [b"\xc3", b"\xa9", "\n", "ab1"]
MODEL = seeded_toy(TEXTS, specials=("<eos>", "<call>", "<think>"))
CALL = '"<c>{" "1"* "}"'


class Case(NamedTuple):
    name: str
    triggers: list[tuple[str, str | int]]
    root: str
    steps: list[tuple[str | bytes, str]]


WORD = [("word", "<c>")]
WORDS = [
    Case("one token", WORD, CALL, [("<c>", "0@0+0: { {1")]),
    Case(
        "after text, and on to the end",
        WORD,
        CALL,
        [
            ("a", "waits"),
            ("<c>", "0@1+1: { {1"),
            ("{", "0@1+1: } 1"),
            ("1", "0@1+1: } 1"),
            ("}", "0@1+1: <eos>"),
            ("<eos>", "stop"),
        ],
    ),
    Case(
        "several tokens",
        WORD,
        CALL,
        [("<", "waits 0 <"), ("c", "waits 0 <c"), (">", "0@2+0: { {1"), ("{1", "0@2+0: } 1")],
    ),
    Case("begins inside a token", WORD, CALL, [("x<c", "waits 0 <c"), (">", "0@1+1: { {1")]),
    Case("ends inside a token", WORD, CALL, [("<", "waits 0 <"), ("c>{", "0@1+0: } 1")]),
    Case("overrun on both sides", WORD, CALL, [("x<c", "waits 0 <c"), (">{", "0@1+1: } 1")]),
    Case("inside one token", [("word", "b")], '"b1" "a"', [("ab1", "0@0+1: a")]),
    Case("an overrun that cannot fit", WORD, CALL, [("x<c", "waits 0 <c"), (">!", "misfit 0@1+1")]),
    Case("the word itself cannot fit", WORD, '"{"', [("a", "waits"), ("<c>", "misfit 0@1+1")]),
    Case("begun, broken, whole", WORD, CALL, [("<", "waits 0 <"), ("a", "waits"), ("<c>", "0@2+2: { {1")]),
    Case(
        "begun, begun again",
        WORD,
        CALL,
        [("<", "waits 0 <"), ("<", "waits 0 <"), ("c", "waits 0 <c"), (">", "0@3+1: { {1")],
    ),
    Case("after a wide character", WORD, CALL, [("é", "waits"), ("<c>", "0@1+1: { {1")]),
    Case(
        "after a character of two tokens",
        WORD,
        CALL,
        [(b"\xc3", "waits"), (b"\xa9", "waits"), ("<c>", "0@2+1: { {1")],
    ),
    Case("after a broken character", WORD, CALL, [(b"\xa9", "waits"), ("<c>", "0@1+1: { {1")]),
    Case("a character is cut after it", [("word", "é")], '"é1"', [(b"\xc3", "waits"), (b"\xa9", "0@1+0: 1")]),
    Case("with a newline", [("word", "\n<c>")], '"\\n<c>" "1"', [("\n", "waits 0 \n"), ("<c>", "0@1+0: 1")]),
    Case(
        "again after it fired",
        WORD,
        '"<c>" ("a" | "<c>")*',
        [("<c>", "0@0+0: a < <c> <eos>"), ("a", "0@0+0: a < <c> <eos>"), ("<c>", "0@0+0: a < <c> <eos>")],
    ),
    Case("never", WORD, CALL, [("a", "waits"), (" ", "waits"), ("1", "waits")]),
    Case("the end before it", WORD, CALL, [("a", "waits"), ("<eos>", "stop")]),
    Case("the end at once", WORD, CALL, [("<eos>", "stop")]),
    Case("the end when it is begun", WORD, CALL, [("<", "waits 0 <"), ("<eos>", "stop")]),
    Case(
        "parted by a special token",
        WORD,
        CALL,
        [("<", "waits 0 <"), ("<think>", "waits"), ("c", "waits"), (">", "waits")],
    ),
    Case("a special token before it", WORD, CALL, [("<think>", "waits"), ("<c>", "0@1+0: { {1")]),
    Case(
        "a special token after it",
        WORD,
        '"<c>" <think> "1"',
        [("<c>", "0@0+0: <think>"), ("<think>", "0@0+0: 1")],
    ),
    Case(
        "is a special token", [("word", "<call>")], '"<call>" "1"', [("a", "waits"), ("<call>", "0@1+1: 1")]
    ),
    Case("ends a special token", [("word", "ll>")], '"ll>" "1"', [("a", "waits"), ("<call>", "0@1+1: 1")]),
]
TOKENS = [
    Case("by its text", [("token", "<c>")], CALL, [("a", "waits"), ("<c>", "0@1+1: { {1")]),
    Case("by its id", [("token", 6)], CALL, [("a", "waits"), ("<c>", "0@1+1: { {1"), ("{", "0@1+1: } 1")]),
    Case(
        "its text in other tokens is not it",
        [("token", "<c>")],
        CALL,
        [("<", "waits"), ("c", "waits"), (">", "waits"), ("<c>", "0@3+3: { {1")],
    ),
    Case(
        "inside another token is not it", [("token", "b")], '"b"', [("ab1", "waits"), ("b", "0@1+3: <eos>")]
    ),
    Case("all of it counts", [("token", "x<c")], '"x<c" ">"', [("x<c", "0@0+0: >")]),
    Case("cannot fit", [("token", "x<c")], CALL, [("x<c", "misfit 0@0+0")]),
    Case(
        "special, named by the grammar",
        [("token", "<call>")],
        '<call> "1"',
        [("a", "waits"), ("<call>", "0@1+1: 1"), ("1", "0@1+1: <eos>"), ("<eos>", "stop")],
    ),
    Case(
        "special, spelled by the grammar",
        [("token", "<call>")],
        '"<call>" "1"',
        [("a", "waits"), ("<call>", "0@1+1: 1"), ("1", "0@1+1: <eos>"), ("<eos>", "stop")],
    ),
    Case(
        "special, not in the grammar",
        [("token", "<call>")],
        '"1"',
        [("a", "waits"), ("<call>", "misfit 0@1+1")],
    ),
    Case("another special token", [("token", "<call>")], CALL, [("<think>", "waits"), ("<eos>", "stop")]),
    Case("half a character", [("token", 17)], '"é1"', [("a", "waits"), (b"\xc3", "0@1+1: ⟨A9⟩")]),
    Case(
        "again after it fired",
        [("token", "<c>")],
        '"<c><c>"',
        [("<c>", "0@0+0: < <c>"), ("<c>", "0@0+0: <eos>")],
    ),
]
PATTERNS = [
    Case("no group", [("pattern", "<[cd]>")], CALL, [("a", "waits"), ("<c>", "0@1+1: { {1")]),
    Case(
        "over tokens",
        [("pattern", "[ab]+1")],
        '[ab]+ "1}"',
        [("a", "waits 0 a"), ("b", "waits 0 ab"), ("1", "0@2+0: }")],
    ),
    Case("a group inside a token", [("pattern", "x<(c)")], '"c" ">"', [("x<c", "0@0+2: >")]),
    Case("the first group", [("pattern", "(<)(c)")], '"<c" ">"', [("x<c", "0@0+1: >")]),
    Case("an empty group", [("pattern", "(a*)<(c)")], '"c" "1"', [("<", "waits 0 <"), ("c", "0@1+1: 1")]),
    Case("only empty groups", [("pattern", "(a*)<c")], '"<c" "1"', [("<", "waits 0 <"), ("c", "0@1+0: 1")]),
    Case("a group left out", [("pattern", "(b)?<c")], '"<c" "1"', [("<", "waits 0 <"), ("c", "0@1+0: 1")]),
    Case(
        "a group after the match",
        [("pattern", "c(?=(>))")],
        '">" "{"',
        [("c", "waits 0 c"), (">", "0@1+1: {")],
    ),
    Case(
        "group and overrun",
        [("pattern", "<c>({)")],
        '"{" "1"* "}"',
        [("x<c", "waits 0 <c"), (">{", "0@1+4: } 1")],
    ),
    Case(
        "an overrun that cannot fit",
        [("pattern", "<c>")],
        CALL,
        [("x<c", "waits 0 <c"), (">!", "misfit 0@1+1")],
    ),
    Case("anchored, first", [("pattern", "^b")], '"b" "1"', [("b", "0@0+0: 1")]),
    Case("anchored, not first", [("pattern", "^b")], '"b" "1"', [("a", "waits"), ("b", "waits")]),
    Case(
        "a character of two tokens",
        [("pattern", "<.")],
        '"<é" "1"',
        [("<", "waits 0 <"), (b"\xc3", "waits 0 <"), (b"\xa9", "0@2+0: 1")],
    ),
    Case("matches nothing", [("pattern", "x*")], '"a" "b"', [("a", "0@0+0: b")]),
    Case(
        "starts where nothing is written",
        [("pattern", "1(?!.)$")],
        '"1"',
        [("a", "waits"), ("1", "0@1+1: <eos>")],
    ),
    Case("behind everything", [("pattern", "(?<=1)")], '"b"', [("a", "waits"), ("1", "0@1+2: b")]),
    Case("the end before it", [("pattern", "<c>")], CALL, [("<", "waits 0 <"), ("<eos>", "stop")]),
]
FULL_PATTERNS = [
    Case(
        "all the text",
        [("full_pattern", "a+b")],
        '"aab" "1"',
        [("a", "waits 0 a"), ("a", "waits 0 aa"), ("b", "0@2+0: 1")],
    ),
    Case(
        "not the end of it",
        [("full_pattern", "a+b")],
        '"ab"',
        [("1", "waits"), ("a", "waits"), ("b", "waits")],
    ),
    Case("a group", [("full_pattern", "a+(b)")], '"b" "1"', [("a", "waits 0 a"), ("b", "0@1+1: 1")]),
    Case("not in the middle of a token", [("full_pattern", "a")], '"a"', [("ab1", "waits"), ("a", "waits")]),
    Case(
        "an overrun is no match",
        [("full_pattern", "a<c>")],
        '"a<c>" "1"',
        [("a", "waits 0 a"), ("<", "waits 0 a<"), ("c>{", "waits")],
    ),
    Case(
        "any text around a group",
        [("full_pattern", r"[\s\S]*(<c>)[\s\S]*")],
        CALL,
        [("a", "waits 0 a"), ("x<c", "waits 0 ax<c"), (">{", "0@2+2: } 1")],
    ),
    Case("one of two", [("full_pattern", "b|ab")], '"b" "1"', [("b", "0@0+0: 1")]),
    Case("neither of two", [("full_pattern", "b|c")], '"b" "1"', [("a", "waits"), ("b", "waits")]),
    Case(
        "a character of two tokens",
        [("full_pattern", ".1")],
        '"é1" "a"',
        [(b"\xc3", "waits"), (b"\xa9", "waits 0 é"), ("1", "0@2+0: a")],
    ),
    Case("cannot fit", [("full_pattern", "a")], CALL, [("a", "misfit 0@0+0")]),
    Case("the end before it", [("full_pattern", "a+b")], '"ab"', [("a", "waits 0 a"), ("<eos>", "stop")]),
]
SEVERAL = [
    Case("the second", [("word", "<c>"), ("word", "1")], '"1" "a"', [("a", "waits"), ("1", "1@1+1: a")]),
    Case("two in one token", [("word", "1"), ("word", "{")], '"1" "a"', [("{1", "0@0+1: a")]),
    Case("two in one token, turned", [("word", "{"), ("word", "1")], '"{1" "a"', [("{1", "0@0+0: a")]),
    Case("a token before a word", [("word", "c"), ("token", "x<c")], '"x<c" ">"', [("x<c", "1@0+0: >")]),
    Case("a word before the token", [("token", "<c>"), ("word", "<c")], CALL, [("x<c", "1@0+1: > >{")]),
    Case("two tokens", [("token", "<c>"), ("token", 13)], '"1" "a"', [("a", "waits"), ("1", "1@1+1: a")]),
    Case(
        "the longest that is begun",
        [("word", "<c>"), ("word", "x<c>}")],
        CALL,
        [("<", "waits 0 <"), ("x<c", "waits 1 x<c"), (">", "0@2+2: { {1")],
    ),
    Case(
        "only one fires",
        [("word", "<c>"), ("pattern", "1")],
        CALL,
        [("<c>", "0@0+0: { {1"), ("{1", "0@0+0: } 1")],
    ),
    Case(
        "a full pattern and a word",
        [("full_pattern", "a"), ("word", "b")],
        '[ab] "1"',
        [("c", "waits"), ("a", "waits"), ("b", "1@2+2: 1")],
    ),
]
TABLE = [
    pytest.param(case, id=f"{kind}: {case.name}")
    for kind, cases in {
        "word": WORDS,
        "token": TOKENS,
        "pattern": PATTERNS,
        "full pattern": FULL_PATTERNS,
        "several": SEVERAL,
    }.items()
    for case in cases
]


def state(session: Session) -> str:
    """As the table writes it."""
    position = session.position
    trigger = position.trigger
    fired = f"{trigger.by}@{trigger.since_token}+{trigger.offset}"
    if session.finish_reason:
        return (
            session.finish_reason if session.finish_reason == "stop" else f"{session.finish_reason} {fired}"
        )
    if trigger.state == "waiting":
        assert (position.masked_count, position.kept_mass, position.may_end) == (0, 1, True)
        return f"waits {trigger.by} {trigger.seen}" if trigger.seen else "waits"
    assert position.agreement.state == "agree"
    rows = session.vocabulary(show="allowed", page_size=99).rows
    return f"{fired}: {' '.join(row.text for row in sorted(rows, key=lambda row: row.token_id))}"


@pytest.mark.parametrize("case", TABLE)
def test_states_after_each_token(case: Case) -> None:
    triggers = [Trigger(kind, value) for kind, value in case.triggers]
    session = Session(MODEL, "", Constraint("gbnf", f"root ::= {case.root}"), triggers)
    assert state(session) == "waits"
    for text, expected in case.steps:
        session.step(ids(MODEL, text)[0])
        assert state(session) == expected
