"""Where every request of a visitor comes in: not more of them than one visitor may have."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

import gradio as gr

from playground.environment import raise_it
from playground.page.limits import REQUESTS
from playground.page.observer import Observer
from playground.page.store import Store, Visit

_MINUTE = 60.0
_MOST_VISITORS = 10_000
"""Of whom it is known how often they came; the one not seen for longest is forgotten."""


class Rate:
    """A budget of requests that fills up again within a minute, for each visitor."""

    def __init__(self, requests: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.requests = requests
        self._clock = clock
        self._budgets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What was left, and when."""
        self._lock = threading.Lock()

    def admits(self, visitor: str) -> bool:
        """Whether this visitor may have one more; counts it then."""
        with self._lock:
            now = self._clock()
            left, then = self._budgets.pop(visitor, (float(self.requests), now))
            left = min(self.requests, left + (now - then) * self.requests / _MINUTE)
            admitted = left >= 1
            self._budgets[visitor] = (left - admitted, now)
            if len(self._budgets) > _MOST_VISITORS:
                self._budgets.popitem(last=False)
            return admitted


class Door:
    """Finds the visit of who comes. `store` and `observer` are there for those behind it."""

    def __init__(self, store: Store, rate: Rate, observer: Observer) -> None:
        self.store = store
        self.observer = observer
        self._rate = rate

    def enter(self, request: gr.Request) -> Visit:
        """The visit of this tab. Raises gr.Error, which the page shows, to a visitor who comes too often."""
        tab = str(request.session_hash)
        # All tabs of one address are one visitor: a tab's hash is of the visitor's making.
        visitor = request.client.host if request.client else tab
        if not self._rate.admits(visitor):
            error = gr.Error(
                f"More than {self._rate.requests:,} requests a minute, the limit here for one visitor. "
                f"Wait a moment; nothing is lost. {raise_it(REQUESTS)}",
                print_exception=False,
            )
            self.observer.refused(tab, error)
            raise error
        return self.store.visit(tab)
