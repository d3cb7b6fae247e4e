"""Grammars are accepted and refused as llama.cpp accepts and refuses them."""

from __future__ import annotations

from typing import Any

import pytest

from playground.grammar.gbnf import parse_gbnf
from playground.grammar.print_gbnf import print_gbnf
from tests.conformance import cases

# Names and a mark that llama.cpp refuses and the playground takes, with a warning.
LENIENT = {"gbnf-000": "underscore", "gbnf-012": "byte_order_mark"}


@pytest.mark.parametrize("case", cases("gbnf_llama_cpp_verdicts.json"))
def test_verdicts(case: dict[str, Any]) -> None:
    parsed = parse_gbnf(case["grammar"])
    if case["id"] in LENIENT:
        assert parsed.grammar is not None
        assert LENIENT[case["id"]] in [warning.code for warning in parsed.warnings]
    else:
        assert (parsed.grammar is None) == (case["verdict"] in ("refuse", "hang"))
        assert bool(parsed.errors) == (parsed.grammar is None)


@pytest.mark.parametrize("case", cases("llama_cpp_grammar.json", "grammar", "good_grammar", "bad_grammar"))
def test_own_tests_of_llama_cpp(case: dict[str, Any]) -> None:
    parsed = parse_gbnf(case["grammar"])
    assert (parsed.grammar is None) == (case["kind"] == "bad_grammar")
    if parsed.grammar:
        assert parse_gbnf(print_gbnf(parsed.grammar)).grammar == parsed.grammar
