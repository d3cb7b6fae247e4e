"""The kept mass of a run as a verdict."""

import pytest

from playground.constraints import Constraint
from playground.decoding import Session, Trigger
from playground.decoding.run_verdict import ConstrainedStep, judge_run
from playground.models import load_model
from tests.decoding.models import fixed_toy


def steps(*kept: float) -> list[ConstrainedStep]:
    return [ConstrainedStep(i, "a", "b", mass, overruled=mass < 0.5) for i, mass in enumerate(kept)]


INTEGERS = [
    Constraint("json_schema", '{"type": "integer"}'),
    Constraint("regex", "-?(0|[1-9][0-9]*)"),
    Constraint("gbnf", "root ::= [0-9]+"),
]


@pytest.mark.parametrize("constraint", INTEGERS, ids=lambda constraint: constraint.kind)
def test_example_13_a_model_that_would_rather_not_know(constraint: Constraint) -> None:
    session = Session(load_model("toy:lesson13"), "Which line?", constraint)
    position = session.position
    by_text = {candidate.text: candidate for candidate in position.candidates}
    before = {text: round(candidate.before, 2) for text, candidate in by_text.items() if candidate.before}
    assert before == {'"unknown"': 0.55, "null": 0.20, "42": 0.10, "7": 0.08, "1": 0.07}
    assert round(position.kept_mass, 2) == 0.25
    after = {text: round(candidate.after, 3) for text, candidate in by_text.items() if candidate.after}
    assert after == {"42": 0.400, "7": 0.320, "1": 0.280}

    for _ in session.run():
        pass
    assert (session.text, session.finish_reason) == ("42", "stop")
    verdict = session.verdict()
    assert (verdict.steps, verdict.overruled, verdict.low) == (2, 1, 1)
    [lowest] = verdict.lowest
    assert (lowest.index, lowest.token, lowest.wanted) == (0, "42", '"unknown"')
    assert round(lowest.kept_mass, 2) == 0.25
    assert lowest.overruled
    assert verdict.summary == "At 1 of 2 steps the grammar overruled the model's first choice."
    assert verdict.warning == ""


def test_low_for_long_is_warned_of() -> None:
    model = fixed_toy({"Sure": 0.9, "a": 0.06, "b": 0.04})
    session = Session(model, "", Constraint("gbnf", 'root ::= ("a" | "b"){6}'))
    for _ in session.run(6):
        pass
    verdict = session.verdict()
    assert (verdict.steps, verdict.overruled, verdict.low) == (6, 6, 6)
    assert verdict.mean_kept_mass == pytest.approx(0.1)
    assert [step.index for step in verdict.lowest] == [0, 1, 2, 3, 4]
    assert "fighting the model" in verdict.warning
    assert "6 of 6" in verdict.warning


def test_a_constraint_that_agrees_with_the_model() -> None:
    session = Session(fixed_toy({"a": 0.9, "b": 0.1}), "", Constraint("gbnf", 'root ::= ("a" | "b"){6}'))
    for _ in session.run(6):
        pass
    verdict = session.verdict()
    assert (verdict.steps, verdict.overruled, verdict.low) == (6, 0, 0)
    assert verdict.summary == "At none of 6 steps did the grammar overrule the model."
    assert verdict.warning == ""


@pytest.mark.parametrize(
    ("kept", "warned"),
    [
        ((), False),
        ((0.1,) * 4, False),  # a few steps are normal
        ((0.1,) * 5, True),
        ((0.1,) * 5 + (1.0,) * 10, True),  # a third of all
        ((0.1,) * 5 + (1.0,) * 11, False),
        ((0.5,) * 20, False),
        ((0.49,) * 20, True),
    ],
)
def test_when_it_is_low_for_long(kept: tuple[float, ...], warned: bool) -> None:
    assert bool(judge_run(steps(*kept)).warning) == warned


def test_the_lowest_steps_come_first_and_kept_ones_not_at_all() -> None:
    verdict = judge_run(steps(1.0, 0.3, 0.9, 0.1, 0.3, 1.0, 0.2, 0.8))
    assert [(step.index, step.kept_mass) for step in verdict.lowest] == [
        (3, 0.1),
        (6, 0.2),
        (1, 0.3),
        (4, 0.3),
        (7, 0.8),
    ]


def test_steps_before_the_trigger_do_not_count() -> None:
    model = fixed_toy({"free": 0.9, "<": 0.05, "1": 0.05})
    session = Session(model, "", Constraint("gbnf", 'root ::= "<" [0-9] ">"'), Trigger("word", "<"))
    free, opening, digit = 0, 1, 2
    for token_id in (free, free, opening):
        session.step(token_id)
    assert session.verdict().steps == 0
    assert session.verdict().summary == "No step was taken under the grammar."
    session.step(digit)
    verdict = session.verdict()
    assert (verdict.steps, verdict.overruled) == (1, 1)
    assert verdict.lowest[0].index == 3


def test_stepping_back_takes_steps_out() -> None:
    session = Session(load_model("toy"), "x", Constraint("json_object", ""))
    for _ in session.run(10):
        pass
    session.back(4)
    assert session.verdict().steps == 6


def test_plain_data() -> None:
    assert judge_run(steps(0.5)).to_dict()["lowest"][0]["kept_mass"] == 0.5
