"""Whatever is pasted: an answer comes, in reasonable time, and it is a grammar or errors with places."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.grammar.gbnf import MAX_LENGTH, parse_gbnf
from playground.grammar.model import Parsed
from tests.grammar.grammars import grammar_like

RANDOM = random.Random(7)
SIZE = MAX_LENGTH - 1000

HUGE = {
    "open parentheses": "root ::= " + "(" * 30_000,
    "nested groups": "root ::= " + "(" * 30_000 + '"a"' + ")" * 30_000,
    "stacked repetitions": 'root ::= "a"' + "{1}" * 30_000,
    "one literal": f'root ::= "{"a" * SIZE}"',
    "open literal": 'root ::= "' + "\\" * SIZE,
    "open class": "root ::= [" + "a-" * (SIZE // 2),
    "digits": 'root ::= "a"{' + "9" * SIZE + "}",
    "token digits": "root ::= <[" + "9" * SIZE + "]>",
    "stars": "root ::= " + "*" * SIZE,
    "line ends": "\n" * SIZE,
    "unfinished rules": "root ::= \n" * (SIZE // 10),
    "unclosed groups": 'root ::= ("a"\n' * (SIZE // 14),
    "unclosed literals": 'root ::= "a\n' * (SIZE // 12),
    "left recursion": "root ::= r0\n" + "".join(f'r{i} ::= r{i} "a" | "b"\n' for i in range(5_000)),
    "a chain of rules": "root ::= r0\n" + "".join(f"r{i} ::= r{i + 1}\n" for i in range(8_000)),
    "missing rules": "root ::= " + " ".join(f"r{i}" for i in range(20_000)),
    "a million characters": "a" * 1_000_000,
    "noise": "".join(chr(RANDOM.randrange(1, 0xD800)) for _ in range(SIZE)),
    "noise of signs": "".join(RANDOM.choices('root ::=ab"[]()|*+?{}1,2<>!.\\\n#', k=SIZE)),
    "bytes": bytes(range(256)).decode("latin-1") * 100,
}


def check(text: str, parsed: Parsed) -> None:
    assert (parsed.grammar is None) == bool(parsed.errors)
    lines = text.count("\n") + text.count("\r") + 1
    for remark in parsed.errors + parsed.warnings:
        assert remark.message
        assert 0 <= remark.line <= lines
        assert str(remark)
        remark.excerpt.encode()


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(), st.text(st.characters()), grammar_like))
def test_any_text(text: str) -> None:
    check(text, parse_gbnf(text))


@settings(max_examples=100, deadline=None)
@given(st.binary())
def test_any_bytes(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    check(text, parse_gbnf(text))


@pytest.mark.parametrize("name", HUGE)
def test_huge_text(name: str) -> None:
    parsed = parse_gbnf(HUGE[name])
    check(HUGE[name], parsed)
    assert (parsed.grammar is not None) == (name == "one literal")
    assert len(parsed.errors) <= 21
    assert len(parsed.warnings) <= 21
