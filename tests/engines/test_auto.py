"""The engine `auto` takes the first that does not refuse, and tells what the others said."""

import pytest

from playground.constraints import Constraint
from playground.engines import ENGINES, EngineError, compile_constraint
from playground.engines.auto import AutoConstraint, AutoEngine
from tests.engines.build import VOCABULARY, allowed
from tests.engines.test_automaton import readings

REFUSED = Constraint("gbnf", f"root ::= a\n{readings(40)}")
"""The automaton gives up on it."""


def test_xgrammar_is_asked_first() -> None:
    compiled = compile_constraint("auto", Constraint("regex", "ab"), VOCABULARY)
    assert isinstance(compiled, AutoConstraint)
    assert compiled.engine == "xgrammar"
    assert compiled.refusals == ()
    assert compiled.compile_seconds == compiled.compiled.compile_seconds


def test_the_next_one_is_asked_when_one_refuses() -> None:
    engines = [ENGINES["automaton"], ENGINES["guidance-forcing"], ENGINES["xgrammar"]]
    compiled = AutoEngine(engines).compile(REFUSED, VOCABULARY)
    assert compiled.engine == "guidance-forcing"
    [(name, said)] = compiled.refusals
    assert name == "automaton"
    assert "too many ways" in said
    assert compiled.warnings[0].startswith("automaton refused it, so guidance-forcing was taken: ")
    assert "one token" in compiled.warnings[1]
    assert ord("a") in allowed(compiled.matcher())


def test_all_refuse() -> None:
    with pytest.raises(EngineError, match=r"no engine takes it: automaton: .* too many ways"):
        AutoEngine([ENGINES["automaton"]]).compile(REFUSED, VOCABULARY)


def test_a_named_engine_never_falls_back() -> None:
    with pytest.raises(EngineError):
        compile_constraint("automaton", REFUSED, VOCABULARY)
