"""Trying again after the budget cut a text, a bounded number of times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from playground.decoding.position import FinishReason, Plain
from playground.decoding.session import Session
from playground.decoding.unfinished import Unfinished

FACTOR = 4
"""How many times the budget of one attempt the next one has."""
ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class Attempt(Plain):
    """One run of a session up to its end or its budget."""

    number: int
    """From 1."""
    max_tokens: int
    finish_reason: FinishReason
    completion_tokens: int
    """Tokens chosen, the end token included."""
    text: str
    unfinished: Unfinished | None
    """What was still missing; None when the text was finished, or nothing can be said of it."""

    def __str__(self) -> str:
        return (
            f"attempt {self.number}: max_tokens={self.max_tokens} finish_reason={self.finish_reason} "
            f"completion_tokens={self.completion_tokens}"
        )


def attempts(session: Session) -> Iterator[Attempt]:
    """Run a session to its end, with a larger budget each time the last one cut the text.

    An attempt goes on where the one before stopped: run from the start, it would choose the same tokens
    again, since a draw depends on the seed and the index alone. The session keeps the last budget.
    """
    for number in range(1, ATTEMPTS + 1):
        for _ in session.run():
            pass
        yield attempt_of(session, number)
        larger = larger_budget(session)
        if larger is None or number == ATTEMPTS:
            return
        session.budget = larger


def attempt_of(session: Session, number: int) -> Attempt:
    """What an attempt came to, once its session is finished."""
    reason = session.finish_reason
    assert reason is not None
    return Attempt(
        number=number,
        max_tokens=session.budget,
        finish_reason=reason,
        completion_tokens=len(session.token_ids),
        text=session.text,
        unfinished=None if reason == "stop" else session.unfinished(),
    )


def larger_budget(session: Session) -> int | None:
    """The budget to try again with; None when the budget is not what stopped the session."""
    spent = len(session.token_ids) >= session.budget
    if session.finish_reason != "length" or not spent:
        return None
    return max(session.budget, 1) * FACTOR
