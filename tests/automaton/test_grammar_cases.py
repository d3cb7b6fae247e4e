"""The automaton's answers to the grammar cases: complete, a valid prefix, or invalid at which character."""

import pytest

from playground.automaton import check
from playground.constraints import Constraint
from tests.grammar_cases import PARAMETERS, Case


@pytest.mark.parametrize("case", PARAMETERS)
def test_answers(case: Case) -> None:
    constraint = Constraint("gbnf", case.grammar)
    for text in case.matches:
        verdict = check(constraint, text)
        assert (verdict.status, verdict.offset) == ("complete", len(text)), text
    for text in case.prefixes:
        verdict = check(constraint, text)
        assert (verdict.status, verdict.offset) == ("valid_prefix", len(text)), text
    for text, offset in case.fails.items():
        verdict = check(constraint, text)
        assert (verdict.status, verdict.offset) == ("invalid", offset), text
