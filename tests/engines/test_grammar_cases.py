"""xgrammar's masks let the texts of the grammar cases through, byte by byte, as far as they should."""

import pytest

from tests.engines.build import feed, matcher
from tests.grammar_cases import PARAMETERS, Case


@pytest.mark.parametrize("case", PARAMETERS)
def test_masks(case: Case) -> None:
    for text in case.matches:
        of = matcher("gbnf", case.grammar)
        assert feed(of, text), text
        assert of.may_end(), text
    for text in case.prefixes:
        of = matcher("gbnf", case.grammar)
        assert feed(of, text), text
        assert not of.may_end(), text
    for text, offset in case.fails.items():
        of = matcher("gbnf", case.grammar)
        assert feed(of, text[:offset]), text
        assert not feed(of, text[offset]), text
