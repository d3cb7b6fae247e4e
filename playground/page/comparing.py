"""What the engines panel does: compare on request, beside the session and without changing it."""

from __future__ import annotations

from collections.abc import Callable

import gradio as gr

from playground.decoding import Session, SideBySide
from playground.engines.comparison import Run
from playground.page import engines
from playground.page.door import Door
from playground.page.store import Visit

_AWAY = "There is no session here any more. “Compile and start” begins it anew."


class Comparing:
    """One method an event; each returns the panel's new result."""

    def __init__(self, door: Door, wake: Callable[[Visit], Session | None]) -> None:
        """`wake` brings back the session of a visit that was put away."""
        self._door = door
        self._wake = wake

    def here(self, request: gr.Request) -> str:
        """All masks at the position that is shown."""
        return self._compared(request, _here)

    def run(self, request: gr.Request) -> str:
        """All masks over the session's run, and their costs."""
        return self._compared(request, lambda _, side: _drawn(side, side.run()))

    def force(self, request: gr.Request, text: str) -> str:
        """All masks along another text."""
        return self._compared(request, lambda _, side: _drawn(side, side.force(text or "")))

    def _compared(self, request: gr.Request, draw: Callable[[Visit, SideBySide], str]) -> str:
        """Made once a session; the session's own lock is held, so that it does not move meanwhile."""
        visit = self._door.enter(request)
        with visit.lock:
            try:
                session = self._wake(visit)
                if session is None:
                    return engines.render_refusal(_AWAY)
                if visit.side_by_side is None or visit.side_by_side.session is not session:
                    visit.side_by_side = SideBySide(session)
                return draw(visit, visit.side_by_side)
            except ValueError as error:
                return engines.render_refusal(str(error))


def _here(visit: Visit, side: SideBySide) -> str:
    now = len(side.session.token_ids)
    return engines.render_comparison(side.at(now if visit.looking_at is None else visit.looking_at))


def _drawn(side: SideBySide, run: Run) -> str:
    return engines.render_run(run, side.costs(run))
