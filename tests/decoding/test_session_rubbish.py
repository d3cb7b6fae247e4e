"""Whatever grammar comes of what is typed: a session over it answers, stack, reasons and record included."""

from hypothesis import given, settings
from hypothesis import strategies as st

from playground.constraints import Constraint, ConstraintError
from playground.decoding import Session
from playground.engines import EngineError
from playground.grammar.print_gbnf import print_gbnf
from playground.models import load_model
from tests.grammar.grammars import grammar_like, grammars

TOY = load_model("toy")
STEPS = 4


@settings(max_examples=75, deadline=None)
@given(st.one_of(grammar_like, grammars().map(print_gbnf)))
def test_any_grammar_can_be_stepped(text: str) -> None:
    try:
        session = Session(TOY, "", Constraint("gbnf", text), engine="automaton", budget=STEPS)
    except (ConstraintError, EngineError):
        return
    for step in session.run():
        assert step.position.allowed_count + step.position.masked_count == len(TOY.vocabulary)
    position = session.position
    assert position.stack or position.stack_note
    assert session.finish_reason
    assert session.record() is not None
    rows = session.vocabulary(0, show="masked").rows
    assert all(row.reason for row in rows)
