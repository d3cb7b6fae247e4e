"""Ways panel: what the model alone writes, what a mask makes of it, and what a search finds under it."""

from __future__ import annotations

import math
from collections.abc import Callable

import gradio as gr

from playground.decoding import Session
from playground.decoding.search import MOST_TOKENS, WIDTH, Search, Way
from playground.page.door import Door
from playground.page.render import render, script
from playground.page.store import Visit
from playground.page.text import AWAY


def build() -> gr.HTML:
    with (
        gr.Column(elem_id="ways-panel", elem_classes="card"),
        gr.Accordion("Greedy, masked, best", open=False, elem_id="ways-section"),
    ):
        return gr.HTML(_render(), apply_default_css=False, js_on_load=script("panel.js"), elem_id="ways")


class Ways:
    """Searches on request, beside the session and without holding it up."""

    def __init__(self, door: Door, wake: Callable[[Visit], Session | None]) -> None:
        self._door = door
        self._wake = wake

    def search(self, request: gr.Request) -> str:
        visit = self._door.enter(request)
        try:
            with visit.lock:
                session = self._wake(visit)
                token_ids = session.token_ids if session else ()
            if session is None:
                return _render(refusal=AWAY)
            search = Search(session)
            found = [("the model alone", search.unmasked())]
            if token_ids:
                found.append(("this run so far", search.score(token_ids)))
            return render_ways([*found, ("greedy, masked", search.masked()), (_BEST, search.best())])
        except ValueError as error:
            return _render(refusal=str(error))


_MOST_TOLD = math.log(1_000_000)
_BEST = f"best of a beam of {WIDTH}"


def render_ways(ways: list[tuple[str, Way]]) -> str:
    """The ways as a table, the last two compared in a sentence."""
    greedy, best = ways[-2][1], ways[-1][1]
    if best.log_probability > greedy.log_probability + 1e-9:
        more = best.log_probability - greedy.log_probability
        times = f"{math.exp(more):,.1f}" if more < _MOST_TOLD else "more than a million"
        verdict = f"Greedy masking misses a text that is {times} times as probable."
    else:
        verdict = "The search finds nothing more probable than greedy masking does."
    return _render(ways=ways, verdict=verdict)


def _render(**values: object) -> str:
    return render("ways.html", width=WIDTH, most=MOST_TOKENS, **values)
