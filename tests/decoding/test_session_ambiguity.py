"""Grammars that can be read in very many ways: the stack is given up, the mask goes on."""

from playground.constraints import Constraint
from playground.decoding import Session
from playground.decoding.track import MAX_STACKS
from tests.decoding.models import ids, seeded_toy

# After each r there are about four times as many stacks.
GRAMMAR = Constraint("gbnf", 'root ::= e "."\ne ::= "r" e{0,9} e{0,9} e{0,9}')


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
    assert counts == sorted(counts)
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


def test_many_words_on_one_stack_are_not_ambiguous() -> None:
    words = " | ".join(f'"x{number}y"' for number in range(1000))
    model = seeded_toy(["x", *"0123456789", "y"])
    session = Session(model, "", Constraint("gbnf", f"root ::= {words}"))
    for token_id in ids(model, "x", "7", "7", "y"):
        position = session.position
        assert position.stack is not None
        assert position.stack.count == 1
        assert position.agreement.state == "agree"
        session.step(token_id)
    assert session.position.may_end
