"""The masks of every engine that reads grammars let the texts of the grammar cases through, byte by byte."""

import pytest

from playground.engines.protocol import Matcher
from tests.engines.build import feed, matcher
from tests.grammar_cases import PARAMETERS, Case

LONG = 1_000
"""Characters; the automaton's masks take seconds for such a text, and its states have tests of their own."""


@pytest.mark.parametrize("engine", ["xgrammar", "guidance", "automaton"])
@pytest.mark.parametrize("case", PARAMETERS)
def test_masks(case: Case, engine: str) -> None:
    for text in (*case.matches, *case.prefixes, *case.fails):
        if engine == "automaton" and len(text) > LONG:
            continue
        fits = case.fails.get(text, len(text))
        at: Matcher = matcher("gbnf", case.grammar, engine=engine)
        assert feed(at, text[:fits]), text
        if text in case.fails:
            assert not feed(at, text[fits]), text
        else:
            assert at.may_end() == (text in case.matches), text
