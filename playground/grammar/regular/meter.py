"""Who is told how many states automata take, so that work on them can be limited without a clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_spend: ContextVar[Callable[[int], None] | None] = ContextVar("spend", default=None)


@contextmanager
def metered(spend: Callable[[int], None] | None) -> Iterator[None]:
    """Have `spend` called with the states of each automaton made inside; it may raise. None: nobody is told.

    What is made once and kept for later is made with None: the count must not depend on what was read before.
    """
    token = _spend.set(spend)
    try:
        yield
    finally:
        _spend.reset(token)


def count_states(number: int) -> None:
    """Tell whoever counts."""
    spend = _spend.get()
    if spend is not None:
        spend(number)
