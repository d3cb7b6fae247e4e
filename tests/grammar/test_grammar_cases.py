"""The answers of the grammar cases agree with regular expressions, where a grammar is one."""

from __future__ import annotations

import re

import pytest

from playground.grammar.gbnf import parse_gbnf
from tests.grammar_cases import CASES, PARAMETERS, Case


def test_there_are_enough() -> None:
    assert len({case.grammar for case in CASES}) >= 60
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", PARAMETERS)
def test_the_grammar_is_read(case: Case) -> None:
    assert parse_gbnf(case.grammar).errors == ()
    assert case.matches
    assert case.fails


@pytest.mark.parametrize("case", [case for case in PARAMETERS if case.values[0].pattern is not None])
def test_the_answers_agree_with_python(case: Case) -> None:
    assert case.pattern is not None
    pattern = re.compile(case.pattern)
    assert [text for text in case.matches if not pattern.fullmatch(text)] == []
    others = [*case.prefixes, *case.fails]
    assert [text for text in others if pattern.fullmatch(text)] == []
