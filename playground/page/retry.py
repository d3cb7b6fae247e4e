"""Trying again with a larger budget: which attempts there were, and whether there may be another."""

from __future__ import annotations

from playground.decoding import Attempt, Session, attempt_of, larger_budget
from playground.decoding.attempts import ATTEMPTS
from playground.page.store import Visit


def attempts_of(visit: Visit, session: Session) -> tuple[Attempt, ...]:
    """The attempts so far; the last is the session's own, once it has ended."""
    if visit.running or session.finish_reason is None:
        return tuple(visit.attempts)
    return (*visit.attempts, attempt_of(session, len(visit.attempts) + 1))


def next_budget(visit: Visit, session: Session) -> int | None:
    """Tokens of the attempt that may follow; None when none may, or none would go further."""
    return larger_budget(session) if len(visit.attempts) + 1 < ATTEMPTS else None


def begin_attempt(visit: Visit, session: Session) -> None:
    """Keep what the budget cut and enlarge the budget, where another attempt may follow."""
    budget = next_budget(visit, session)
    if budget is not None:
        visit.attempts.append(attempt_of(session, len(visit.attempts) + 1))
        session.budget = budget


def forget_attempts(visit: Visit, session: Session) -> None:
    """Back to the first attempt and its budget."""
    if visit.attempts:
        session.budget = visit.attempts[0].max_tokens
        visit.attempts.clear()
