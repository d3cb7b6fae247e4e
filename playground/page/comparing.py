"""What the engines panel does: compare on request, beside the session and without changing it."""

from __future__ import annotations

from collections.abc import Callable

import gradio as gr

from playground.decoding import ComparisonError, SideBySide
from playground.engines.comparison import Run
from playground.models import ModelError
from playground.page import engines
from playground.page.store import Store, Visit

_AWAY = "There is no session here any more. “Compile and start” begins it anew."


class Comparing:
    """One method an event; each returns the panel's new result."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def here(self, request: gr.Request) -> str:
        """All masks at the position that is shown."""
        visit = self._store.visit(str(request.session_hash))
        with visit.lock:
            index = visit.looking_at
            if index is None and visit.session:
                index = len(visit.session.token_ids)
        return self._compared(visit, lambda side: engines.render_comparison(side.at(index or 0)))

    def run(self, request: gr.Request) -> str:
        """All masks over the session's run, and their costs."""
        visit = self._store.visit(str(request.session_hash))
        return self._compared(visit, lambda side: _drawn(side, side.run()))

    def force(self, request: gr.Request, text: str) -> str:
        """All masks along another text."""
        visit = self._store.visit(str(request.session_hash))
        return self._compared(
            visit, lambda side: engines.render_run(run := side.force(text or ""), side.costs(run))
        )

    def _compared(self, visit: Visit, draw: Callable[[SideBySide], str]) -> str:
        """Made once a session; the session's own lock is held, so that it does not move meanwhile."""
        with visit.lock:
            session = visit.session
            if session is None:
                return engines.render_refusal(_AWAY)
            try:
                if visit.side_by_side is None or visit.side_by_side.session is not session:
                    visit.side_by_side = SideBySide(session)
                return draw(visit.side_by_side)
            except (ComparisonError, ModelError) as error:
                return engines.render_refusal(str(error))


def _drawn(side: SideBySide, run: Run) -> str:
    return engines.render_run(run, side.costs(run))
