"""How often a run is drawn: as fast as the visitor's browser paints, however fast the model is."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from playground.page.store import Visit

PAINT_SECONDS = 0.08
"""A run is drawn at most this often."""
PATIENCE_SECONDS = 2.0
"""How long to wait for a page that does not say what it has painted."""


class Pace:
    """Says when the next drawing is due: after the page has painted the one before.

    Without that, a slow browser would be sent drawings faster than it can paint them, and would answer
    no click until it had caught up.
    """

    def __init__(self, visit: Visit, clock: Callable[[], float] = time.monotonic) -> None:
        self._visit = visit
        self._clock = clock
        self._sent_at = -math.inf
        self._step = visit.painted = 0

    def sent(self, step: int) -> None:
        """A drawing of this step was sent."""
        self._step, self._sent_at = step, self._clock()

    def due(self) -> bool:
        waited = self._clock() - self._sent_at
        is_painted = self._visit.painted >= self._step
        return waited >= PAINT_SECONDS and (is_painted or waited >= PATIENCE_SECONDS)
