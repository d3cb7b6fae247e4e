"""How often a run is drawn, and how far it goes ahead of what the visitor's browser has painted."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from playground.page.store import Visit

PAINT_SECONDS = 0.08
"""A run is drawn at most this often."""
MOST_AHEAD = 50
"""Steps that a run may be ahead of the page, so that a pause comes close to what the visitor sees."""
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
        return waited >= PAINT_SECONDS and not self._awaits_paint(waited)

    def is_too_far(self, step: int) -> bool:
        """Whether a run at this step should wait for the page."""
        return step - self._step >= MOST_AHEAD and self._awaits_paint(self._clock() - self._sent_at)

    def _awaits_paint(self, waited: float) -> bool:
        return self._visit.painted < self._step and waited < PATIENCE_SECONDS
