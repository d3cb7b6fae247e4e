"""Several engines beside a session: at its positions, over its run, and along another text."""

from typing import Any

import pytest

from playground.constraints import Constraint
from playground.decoding import ComparisonError, Session, SideBySide, Trigger
from playground.models.protocol import Model

ENGINES = ("automaton", "xgrammar", "guidance")
DIGITS = Constraint("gbnf", 'root ::= "X" [1-9] [0-9]')
"""After X come nine digits or the toy's token 42, which is both; after the first, ten."""


def token(model: Model, text: str) -> int:
    return model.vocabulary.tokens.index(text.encode())


def stepped(toy: Model, *texts: str, **inputs: Any) -> Session:
    session = Session(toy, "", DIGITS, **inputs)
    for text in texts:
        session.step(token(toy, text))
    return session


def test_each_position_of_a_session(toy: Model) -> None:
    side = SideBySide(stepped(toy, "X", "7"), ENGINES)
    assert [side.at(index).allowed_by_all for index in range(3)] == [1, 10, 10]
    assert all(side.at(index).identical for index in range(3))


def test_after_the_end_token_the_text_is_what_counts(toy: Model) -> None:
    session = stepped(toy, "X", "7", "0")
    session.step()
    assert session.finish_reason == "stop"
    comparison = SideBySide(session, ENGINES).at(4)
    assert comparison.index == 3
    assert all(each.may_end for each in comparison.engines)


def test_a_run_and_what_it_took(toy: Model) -> None:
    session = stepped(toy, "X", "7")
    side = SideBySide(session, (*ENGINES, "outlines"))
    run = side.run()
    assert len(run.comparisons) == 3
    assert run.identical == 1.0
    costs = side.costs(run)
    # outlines reads no grammar.
    assert [cost.engine for cost in costs.engines] == list(ENGINES)
    assert {cost.masks for cost in costs.engines} == {3}
    assert costs.mask_bytes == -(-len(toy.vocabulary) // 32) * 4
    assert costs.first.steps == 2
    assert costs.first.passed == sum(session.position_at(index).candidates[0].allowed for index in range(2))
    assert costs.forward_seconds is not None
    assert costs.to_dict()["mask_bytes"] == costs.mask_bytes


def test_another_text_through_all_engines(toy: Model) -> None:
    side = SideBySide(stepped(toy), ENGINES)
    run = side.force("X7")
    assert [each.status for each in run.engines] == ["works"] * 3
    assert [each.allowed_by_all for each in run.comparisons] == [1, 10, 10]
    stopped = side.force("5")
    assert [each.status for each in stopped.engines] == ["left"] * 3
    assert len(side.force("").comparisons) == 1
    assert side.at(0).allowed_by_all == 1  # the session itself stands where it stood


def test_the_grammar_of_a_trigger_begins_where_it_fired(toy: Model) -> None:
    session = Session(toy, "", DIGITS, trigger=Trigger("word", "X"))
    session.step(token(toy, "x"))
    with pytest.raises(ComparisonError, match="not fired"):
        SideBySide(session, ENGINES).at(1)
    session.step(token(toy, "X"))
    comparison = SideBySide(session, ENGINES).at(2)
    assert comparison.index == 1
    assert comparison.allowed_by_all == 10


def test_a_grammar_that_began_inside_a_token_cannot_be_compared(toy: Model) -> None:
    grammar = Constraint("gbnf", 'root ::= "ed" [1-9]')
    session = Session(toy, "", grammar, trigger=Trigger("pattern", "r(ed)"))
    session.step(token(toy, "red"))
    with pytest.raises(ComparisonError, match="inside a token"):
        SideBySide(session, ENGINES).at(1)


def test_without_a_constraint_there_is_nothing_to_compare(toy: Model) -> None:
    with pytest.raises(ComparisonError, match="Without a constraint"):
        SideBySide(Session(toy, ""), ENGINES)
