"""The automaton as an engine; its masks and verdicts have tests of their own."""

import pytest

from playground.constraints import Constraint
from playground.engines import EngineError, compile_constraint
from tests.engines.build import VOCABULARY, allowed, matcher


def readings(count: int) -> str:
    """Rules `a` to `d` that read a text of a and b in about count³ ways."""
    rules = [f"{x} ::= {' '.join([y] * count)}" for x, y in ("ab", "bc", "cd")]
    return "\n".join([*rules, "d ::= [ab]*"])


def test_too_many_readings_of_any_text() -> None:
    with pytest.raises(EngineError, match="the automaton gives up: the grammar lets this text be read in"):
        compile_constraint("automaton", Constraint("gbnf", f"root ::= a\n{readings(40)}"), VOCABULARY)


def test_too_many_readings_of_one_text() -> None:
    """It gives up where the text gets there, and what was read before stays."""
    at = matcher("gbnf", f'root ::= [xy] | "z" a\n{readings(8)}', engine="automaton")
    assert at.accept(ord("z"))
    with pytest.raises(EngineError, match="too many ways"):
        at.mask()
    with pytest.raises(EngineError, match="too many ways"):
        at.accept_text(b"a")
    at.rollback(1)
    assert at.accept(ord("x"))
    assert at.may_end()


def test_a_token_by_its_id_and_by_its_text() -> None:
    at = matcher("gbnf", 'root ::= <[97]> "x" | "a" "y"', engine="automaton")
    assert at.accept(97)
    assert allowed(at) == {ord("x"), ord("y")}
