"""A session stepped forth and back over a toy model."""

import pytest

from playground.constraints import Constraint
from playground.decoding import Sampling, Session, StepError
from playground.engines import EngineError
from playground.models import ModelError, load_model
from playground.models.toy import ToyModel
from tests.decoding.models import ids, scripted_toy, seeded_toy

DIGITS = Constraint("gbnf", "root ::= [0-9]{2,4}")
LETTERS = ["a", "b", "c", "ab", "1", "2", "12"]


@pytest.fixture
def session() -> Session:
    return Session(seeded_toy(LETTERS), "", DIGITS)


def test_begins_with_nothing_chosen(session: Session) -> None:
    assert (session.text, session.token_ids, session.finish_reason) == ("", (), None)
    position = session.position
    assert (position.index, position.text) == (0, "")
    assert (position.allowed_count, position.masked_count) == (3, 5)
    assert not position.may_end
    assert position.trigger.state == "off"
    assert position.stack is not None
    assert position.stack.rules[-1].rule == "root"
    assert session.compile_seconds > 0


def test_a_step_is_the_position_before_and_the_token(session: Session) -> None:
    before = session.position
    step = session.step()
    assert step.position == before
    assert not step.forced
    assert session.token_ids == (step.token_id,)
    best = max((c for c in before.candidates if c.allowed), key=lambda c: c.before)
    assert step.token_id == best.token_id


def test_probabilities_are_those_of_all_tokens(session: Session) -> None:
    position = session.position
    assert sum(candidate.before for candidate in position.candidates) == pytest.approx(1)
    assert sum(candidate.after for candidate in position.candidates) == pytest.approx(1)
    kept = sum(candidate.before for candidate in position.candidates if candidate.allowed)
    assert position.kept_mass == pytest.approx(kept)


def test_any_allowed_token_can_be_forced(session: Session) -> None:
    one, twelve, end = ids(session.model, "1", "12", "<eos>")
    assert session.step(one).forced
    session.step(twelve)
    assert session.text == "112"
    assert session.position.may_end
    session.step(end)
    assert session.finish_reason == "stop"
    assert session.text == "112"
    assert [chip.forced for chip in session.tokens()] == [True, True, True]
    assert [chip.text for chip in session.tokens()] == ["1", "12", "<eos>"]


@pytest.mark.parametrize(
    ("token", "says"),
    [
        ("a", r"Token 0 \(a\) is masked: at its first character the grammar wanted a digit"),
        ("<eos>", r"Token 7 \(<eos>\) is masked: the text cannot end here"),
    ],
)
def test_a_masked_token_is_refused_with_the_reason(session: Session, token: str, says: str) -> None:
    with pytest.raises(StepError, match=says):
        session.step(ids(session.model, token)[0])
    assert session.token_ids == ()


@pytest.mark.parametrize("token_id", [-1, 8, 10**9, True, 1.0, "1"])
def test_a_token_that_there_is_not_is_refused(session: Session, token_id: object) -> None:
    with pytest.raises(StepError, match="There is no token"):
        session.step(token_id)  # type: ignore[arg-type]
    assert session.token_ids == ()


def test_no_step_after_the_end(session: Session) -> None:
    for token_id in ids(session.model, "1", "2", "<eos>"):
        session.step(token_id)
    for token_id in (None, 0):
        with pytest.raises(
            StepError, match=r"finished \(stop\): The end token was chosen\. Step back or reset"
        ):
            session.step(token_id)
    assert list(session.run()) == []
    position = session.position
    assert position.candidates == ()
    assert (position.allowed_count, position.masked_count, position.kept_mass) == (0, 0, 1)
    assert session.vocabulary().total == 0
    session.back()
    assert session.finish_reason is None
    assert session.position.may_end


def test_back_and_forth_shows_the_same(session: Session) -> None:
    steps = [session.step(token_id) for token_id in ids(session.model, "1", "2", "12")]
    positions = [step.position for step in steps]
    session.back(2)
    assert session.text == "1"
    assert session.position == positions[1]
    assert session.step().position == positions[1]
    session.reset()
    assert session.token_ids == ()
    assert session.position == positions[0]


@pytest.mark.parametrize("n", [-1, 2, 100])
def test_back_goes_no_further_than_the_start(session: Session, n: int) -> None:
    session.step()
    with pytest.raises(StepError, match="session has 1 steps"):
        session.back(n)
    assert len(session.token_ids) == 1


def test_another_token_branches(session: Session) -> None:
    one, two, twelve = ids(session.model, "1", "2", "12")
    for token_id in (one, twelve):
        session.step(token_id)
    session.back(2)
    session.step(two)
    assert session.text == "2"
    session.step(one)
    assert session.text == "21"
    assert session.position.may_end
    fresh = Session(session.model, "", DIGITS)
    fresh.step(two)
    fresh.step(one)
    again, other = session.position.to_dict(), fresh.position.to_dict()
    assert again | {"timing": None} == other | {"timing": None}


def test_earlier_positions_stay_as_they_were(session: Session) -> None:
    steps = list(session.run())
    for index, step in enumerate(steps):
        shown = session.position_at(index).to_dict()
        assert shown == step.position.to_dict()
    for index in (-1, len(steps) + 1):
        with pytest.raises(IndexError, match="no position"):
            session.position_at(index)


def test_chips_carry_the_figures_of_their_positions(session: Session) -> None:
    steps = list(session.run())
    chips = session.tokens()
    assert [chip.kept_mass for chip in chips] == [step.position.kept_mass for step in steps]
    assert [chip.allowed_count for chip in chips] == [step.position.allowed_count for step in steps]
    assert session.kept_mass == tuple(chip.kept_mass for chip in chips)
    assert all(0 < mass <= 1 for mass in session.kept_mass)


def test_run_takes_as_many_as_asked(session: Session) -> None:
    assert len(list(session.run(1))) == 1
    assert list(session.run(0)) == []
    rest = list(session.run())
    assert session.finish_reason == "stop"
    assert len(session.token_ids) == 1 + len(rest)


def test_a_run_can_be_left_and_taken_up_again() -> None:
    whole = Session(load_model("toy"), "", None, budget=12)
    list(whole.run())
    parts = Session(load_model("toy"), "", None, budget=12)
    for _ in parts.run():
        break
    list(parts.run())
    assert parts.token_ids == whole.token_ids


def test_sampling_repeats_with_its_seed() -> None:
    runs = []
    for seed in (1, 1, 2):
        sampled = Session(load_model("toy"), "", None, sampling=Sampling(temperature=1, seed=seed), budget=20)
        list(sampled.run())
        runs.append(sampled.token_ids)
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]
    sampled.back(5)
    list(sampled.run())
    assert sampled.token_ids == runs[2]


def test_without_a_constraint_nothing_is_masked() -> None:
    session = Session(load_model("toy"), "hello", budget=5)
    position = session.position
    assert position.masked_count == 0
    assert position.kept_mass == 1
    assert position.stack is None
    assert position.stack_note == "there is no constraint"
    assert position.agreement.state == "unknown"
    assert position.entropy_before == position.entropy_after
    session.step(ids(session.model, "<eos>")[0])
    assert session.finish_reason == "stop"
    assert session.record().value == ""


def test_a_budget_of_zero_shows_the_first_position_and_takes_no_step() -> None:
    session = Session(seeded_toy(LETTERS), "", DIGITS, budget=0)
    assert session.finish_reason == "length"
    assert session.position.allowed_count == 3
    with pytest.raises(StepError, match="The budget of 0 tokens is spent"):
        session.step()


def test_the_context_can_run_out() -> None:
    model = seeded_toy(LETTERS)
    model.context_length = 4
    session = Session(model, "", Constraint("gbnf", "root ::= [0-9]+"))
    for _ in range(3):
        session.step(ids(model, "1")[0])
    assert session.finish_reason == "length"
    assert session.position.finish_note == "The model's context of 4 tokens is full, the prompt included."
    with pytest.raises(StepError, match="context of 4 tokens is full"):
        session.step()


@pytest.mark.parametrize("budget", [-1, 1.5, True, "3", None])
def test_a_budget_that_is_none_is_refused(budget: object) -> None:
    with pytest.raises(ValueError, match="budget is a whole number"):
        Session(seeded_toy(LETTERS), "", budget=budget)  # type: ignore[arg-type]


def test_inputs_that_cannot_work_are_refused(toy: ToyModel) -> None:
    with pytest.raises(ModelError, match="no chat template"):
        Session(toy, "hi", chat=True)
    with pytest.raises(ModelError, match="do not fit"):
        Session(toy, "a" * 5000)
    with pytest.raises(EngineError, match="unknown engine 'none'"):
        Session(toy, "hi", DIGITS, engine="none")


def test_a_token_may_end_inside_a_character() -> None:
    model = scripted_toy([b"\xe2\x82", b"\xac", b"\xff", "x"], [b"\xe2\x82", b"\xac"])
    session = Session(model, "", Constraint("gbnf", 'root ::= [€é] "x"?'))
    session.step()
    position = session.position
    assert session.data == b"\xe2\x82"
    assert session.text == position.text == "\N{REPLACEMENT CHARACTER}"
    assert position.stack is not None
    assert position.stack.partial == "⟨E2 82⟩"
    assert session.tokens()[0].text == "⟨E2 82⟩"
    session.step()
    assert session.text == "€"
    assert session.position.stack.partial == ""


def test_special_tokens_add_no_text() -> None:
    model = seeded_toy(LETTERS, specials=("<eos>", "<think>"))
    session = Session(model, "", Constraint("gbnf", 'root ::= "a" <think> "b"'))
    for token_id in ids(model, "a", "<think>", "b", "<eos>"):
        session.step(token_id)
    assert session.text == "ab"
    assert session.finish_reason == "stop"
    assert session.record().value == "ab"


def test_positions_are_plain_data(session: Session) -> None:
    step = session.step()
    shown = step.to_dict()
    assert shown["position"]["candidates"][0]["text"] == step.position.candidates[0].text
    assert shown["token_id"] == step.token_id
