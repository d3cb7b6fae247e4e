"""Grammars that can be read in very many ways: the stack is given up, the mask goes on."""

from playground.constraints import Constraint
from playground.decoding import Session
from playground.decoding.track import MAX_STACKS
from tests.decoding.models import ids, seeded_toy

# Each r opens up to four more of the same: four times as many stacks with every r.
GRAMMAR = Constraint("gbnf", 'root ::= e "."\ne ::= "r" e e e e | "r" e e | "r" | "r" e')


def test_too_many_stacks_leave_the_engines_mask() -> None:
    model = seeded_toy(["r", ".", "x"])
    session = Session(model, "", GRAMMAR)
    [r, dot, end] = ids(model, "r", ".", "<eos>")
    counts = []
    while session.position.stack is not None:
        counts.append(session.position.stack.count)
        session.step(r)
        assert len(session.token_ids) < 10
    assert len(counts) > 2
    assert max(counts) <= MAX_STACKS
    position = session.position
    assert position.stack_note.startswith("The automaton gave up (")
    assert position.agreement.state == "unknown"
    assert position.agreement.note == position.stack_note
    assert {row.text for row in session.vocabulary(show="allowed").rows} == {"r", "."}
    [masked] = session.vocabulary(query="x").rows
    assert masked.reason == "the engine masks it; the automaton cannot say why here"
    session.step(dot)
    session.step(end)
    assert session.finish_reason == "stop"
    assert session.text.endswith("r.")


def test_a_step_back_brings_the_stack_back() -> None:
    model = seeded_toy(["r", ".", "x"])
    session = Session(model, "", GRAMMAR)
    [r] = ids(model, "r")
    before = session.position
    while (position := session.position).stack is not None:
        before = position
        session.step(r)
    session.back()
    assert before.stack is not None
    assert session.position == before
