"""A visitor of the page's handlers, without a browser: one tab, and what it shows."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from playground.engines.workers import WorkerLimits
from playground.models import Model
from playground.page.build import Built, build
from playground.page.limits import PageLimits
from tests.page.html import read

PROBLEMS = ("compile-status", "prompt-problem", "sampling-problem", "trigger-problem", "notice")
MANY = 10**6
"""Requests a minute: visitors of tests do not wait."""


def built(model: Model, workers: WorkerLimits, sessions: int = 32) -> Built:
    async def make() -> Built:
        return build(model, workers, PageLimits(sessions=sessions, requests=MANY))

    # Outside of a running loop, gr.Blocks makes loops that it does not close.
    return asyncio.run(make())


class Visitor:
    def __init__(self, page: Built, tab: str) -> None:
        self._page = page
        self._request = SimpleNamespace(session_hash=tab, client=None)
        self.shown: dict[str, Any] = {}

    def do(self, method: str, *inputs: Any) -> None:
        self._take(getattr(self._page.handlers, method)(self._request, *inputs))

    def start(
        self,
        text: str,
        kind: str = "gbnf",
        prompt: str = "",
        temperature: Any = 0,
        seed: int = 0,
        budget: Any = 20,
        trigger: tuple[str, str] = ("off", ""),
        engine: str = "xgrammar",
    ) -> None:
        sampling = [temperature, 0, 1, 0, seed]
        strictness = ["any", "no", "declared"]
        self.do("start", kind, text, prompt, False, *sampling, budget, *trigger, *strictness, engine, "")

    def close(self) -> None:
        self._page.handlers.close(self._request)

    @property
    def step(self) -> int:
        return int(read(self.shown["text"]).one("section").attributes["data-now"])

    @property
    def text(self) -> str:
        """What its session has written."""
        session = self._page.store.visit(self._request.session_hash).session
        assert session
        return session.text

    @property
    def problems(self) -> str:
        """All that is said of what is wrong."""
        return " ".join(read(self.shown.get(place) or "").text for place in PROBLEMS)

    def _take(self, update: dict[Any, Any]) -> None:
        self.shown |= {component.elem_id: value for component, value in update.items()}
