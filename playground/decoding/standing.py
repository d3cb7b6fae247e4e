"""Where a text stands in its constraint at one position."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from playground.decoding.matcher_track import Piece
from playground.decoding.position import Agreement, TriggerState
from playground.engines.protocol import Bitmask, pack

_LISTED = 20


@dataclass(frozen=True, slots=True)
class Standing:
    """A few kilobytes, since one is kept for every step."""

    trigger: TriggerState
    mask: Bitmask | None
    """None while nothing is masked."""
    may_end: bool
    agreement: Agreement
    state: int | None = None
    """The automaton's state; None while no grammar is active, or when the automaton gave up."""
    note: str = ""
    """Why there is no stack; empty when there is one."""
    depth: int = 0
    begun: tuple[Piece, ...] = ()
    """What the grammar had read of the text when the trigger fired; nothing without a trigger."""
    misfit: str = ""
    """Why the text after the trigger cannot fit the grammar."""
    mask_seconds: float = 0.0
    rest_seconds: float = 0.0


def unmasked(trigger: TriggerState, note: str) -> Standing:
    """No grammar is active."""
    return Standing(trigger, None, True, Agreement("unknown", note=note), note=note)


def ended(previous: Standing, size: int) -> Standing:
    """After an end token nothing may follow; `size` is the vocabulary's."""
    return replace(
        previous,
        mask=nothing_allowed(size),
        may_end=True,
        agreement=Agreement("unknown", note="the text has ended"),
        mask_seconds=0.0,
        rest_seconds=0.0,
    )


def nothing_allowed(size: int) -> Bitmask:
    """The mask of a dead end."""
    return pack(np.zeros(size, dtype=np.bool_))


def compare(engine: NDArray[np.bool_], automaton: NDArray[np.bool_]) -> Agreement:
    """The two masks, each of shape (V,), side by side."""
    if np.array_equal(engine, automaton):
        return Agreement("agree")
    only_engine = np.flatnonzero(engine & ~automaton)
    only_automaton = np.flatnonzero(automaton & ~engine)
    return Agreement(
        "differ",
        only_engine=tuple(only_engine[:_LISTED].tolist()),
        only_automaton=tuple(only_automaton[:_LISTED].tolist()),
        only_engine_count=len(only_engine),
        only_automaton_count=len(only_automaton),
    )
