"""Trying again after a truncation."""

import pytest

from playground.constraints import Constraint
from playground.decoding import Sampling, Session, attempts, larger_budget
from playground.models import load_model
from tests.decoding.models import CountingModel, scripted_toy

LETTERS = Constraint("gbnf", 'root ::= "<" [a-z]* ">"')


def letters(count: int, budget: int) -> Session:
    """A session that wants `<`, so many letters, `>` and the end."""
    steps = ["<", *["a"] * count, ">"]
    return Session(scripted_toy(["<", "a", ">"], steps), "", LETTERS, budget=budget)


CASES = [
    # letters, first budget, then for each attempt: budget, finish reason, tokens, missing characters
    (1, 4, [(4, "stop", 4, None)]),
    (2, 4, [(4, "length", 4, 0), (16, "stop", 5, None)]),
    (3, 4, [(4, "length", 4, 1), (16, "stop", 6, None)]),
    (30, 4, [(4, "length", 4, 1), (16, "length", 16, 1), (64, "stop", 33, None)]),
    (90, 4, [(4, "length", 4, 1), (16, "length", 16, 1), (64, "length", 64, 1)]),
    (1, 0, [(0, "length", 0, 2), (4, "stop", 4, None)]),
]


@pytest.mark.parametrize(("count", "budget", "expected"), CASES)
def test_attempts(count: int, budget: int, expected: list[tuple[int, str, int, int | None]]) -> None:
    made = list(attempts(letters(count, budget)))
    assert [
        (a.max_tokens, a.finish_reason, a.completion_tokens, a.unfinished and a.unfinished.characters)
        for a in made
    ] == expected
    assert [a.number for a in made] == list(range(1, len(expected) + 1))


def test_each_attempt_shows_its_text_and_what_completes_it() -> None:
    first, second = attempts(letters(3, 4))
    assert first.text == "<aaa"
    assert first.unfinished is not None
    assert first.unfinished.completion == ">"
    assert set(first.unfinished.expected) == {"a letter a–z", '">"'}
    assert str(first) == "attempt 1: max_tokens=4 finish_reason=length completion_tokens=4"
    assert second.text == "<aaa>"
    assert second.to_dict()["unfinished"] is None


def test_a_retry_reads_no_token_twice_and_chooses_what_a_fresh_run_chooses() -> None:
    counting = CountingModel(load_model("toy"))
    sampling = Sampling(temperature=1.0, seed=3)
    session = Session(counting, "x", Constraint("json_object", ""), sampling=sampling, budget=5)  # type: ignore[arg-type]
    for _ in attempts(session):
        pass
    read = [token_id for tokens in counting.passes for token_id in tokens]
    assert len(read) <= len(session.prompt_ids) + len(session.token_ids)
    fresh = Session(
        load_model("toy"), "x", Constraint("json_object", ""), sampling=sampling, budget=session.budget
    )
    for _ in fresh.run():
        pass
    assert fresh.token_ids == session.token_ids


def test_a_dead_end_is_not_tried_again() -> None:
    session = Session(scripted_toy(["<", "b"], ["<"]), "", Constraint("gbnf", 'root ::= "<" "x"'), budget=8)
    [only] = attempts(session)
    assert only.finish_reason == "dead_end"
    assert only.unfinished is not None
    assert only.unfinished.completion == "x"


def test_a_full_context_is_not_tried_again() -> None:
    model = scripted_toy(["<", "a", ">"], ["<", *["a"] * 50])
    model.context_length = 10
    [only] = attempts(Session(model, "", LETTERS, budget=20))
    assert (only.finish_reason, only.completion_tokens) == ("length", 9)


def test_a_larger_budget_only_where_it_helps() -> None:
    session = letters(3, 4)
    assert larger_budget(session) is None
    for _ in session.run():
        pass
    assert larger_budget(session) == 16
    session.budget = 16
    for _ in session.run():
        pass
    assert session.finish_reason == "stop"
    assert larger_budget(session) is None
