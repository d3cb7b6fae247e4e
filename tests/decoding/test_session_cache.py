"""No token is read twice: what each forward pass reads, over the toy and over real weights."""

import pytest

from playground.constraints import Constraint
from playground.decoding import Session
from playground.models import Model
from tests.decoding.models import CountingModel, ids, seeded_toy

DIGITS = Constraint("gbnf", "root ::= [0-9]{2,8}")


@pytest.fixture
def model() -> CountingModel:
    return CountingModel(seeded_toy(["1", "2", "12", "x"]))


def test_a_step_reads_one_token(model: CountingModel) -> None:
    session = Session(model, "", DIGITS)
    one, two = ids(model, "1", "2")
    session.step(one)
    session.step(two)
    assert session.position.index == 2
    assert model.passes == [list(session.prompt_ids), [one], [two]]


def test_looking_reads_nothing(model: CountingModel) -> None:
    session = Session(model, "", DIGITS)
    for token_id in ids(model, "1", "2", "12"):
        session.step(token_id)
    assert session.position.index == 3
    read = len(model.passes)
    for index in range(4):
        assert session.position_at(index).index == index
        assert session.vocabulary(index).total == len(model.vocabulary)
    assert len(session.tokens()) == 3
    assert session.position.index == 3
    assert session.finish_reason is None
    assert session.record().errors
    assert len(model.passes) == read


def test_back_and_the_same_token_again_reads_nothing(model: CountingModel) -> None:
    session = Session(model, "", DIGITS)
    chosen = ids(model, "1", "2", "12")
    for token_id in chosen:
        session.step(token_id)
    assert session.position.index == 3
    read = len(model.passes)
    session.back(2)
    assert session.position.index == 1
    for token_id in chosen[1:]:
        session.step(token_id)
    assert session.position.index == 3
    session.reset()
    for token_id in chosen:
        session.step(token_id)
    assert len(model.passes) == read


def test_a_branch_reads_only_what_is_new(model: CountingModel) -> None:
    session = Session(model, "", DIGITS)
    one, two, twelve = ids(model, "1", "2", "12")
    for token_id in (one, two, twelve):
        session.step(token_id)
    assert session.position.index == 3
    model.passes.clear()
    session.back(2)
    session.step(twelve)
    session.step(two)
    assert session.position.index == 3
    assert model.passes == [[twelve], [two]]
    assert session.text == "1122"


def test_several_steps_back_before_anything_was_shown(model: CountingModel) -> None:
    session = Session(model, "", DIGITS)
    [one] = ids(model, "1")
    session.step(one)
    session.back()
    session.step(one)
    assert session.position.index == 1
    assert model.passes == [list(session.prompt_ids), [one]]


def test_the_end_costs_no_pass(model: CountingModel) -> None:
    session = Session(model, "", DIGITS)
    for token_id in ids(model, "12", "<eos>"):
        session.step(token_id)
    assert session.position.finish_reason == "stop"
    assert len(model.passes) == 2


@pytest.mark.weights
def test_real_weights_branch_to_the_same_scores(smollm2: Model) -> None:
    model = CountingModel(smollm2)
    constraint = Constraint("gbnf", 'root ::= ("yes" | "no" | "maybe") ", " [a-z ]{1,40} "."')
    session = Session(model, "Is water wet?", constraint)
    list(session.run(6))
    first = session.position
    chosen = session.token_ids
    model.passes.clear()
    session.back(3)
    assert session.position.index == 3
    other = next(row.token_id for row in session.vocabulary(show="allowed").rows if row.token_id != chosen[3])
    session.step(other)
    assert session.position.index == 4
    session.back()
    for token_id in chosen[3:]:
        session.step(token_id)
    again = session.position
    # The other token was read in the place of the first; then the first three are read once more.
    assert model.passes == [[other], [chosen[3]], [chosen[4]], [chosen[5]]]
    assert [c.token_id for c in again.candidates] == [c.token_id for c in first.candidates]
    assert [c.before for c in again.candidates] == pytest.approx(
        [c.before for c in first.candidates], abs=1e-5
    )
