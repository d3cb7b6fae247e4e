"""The sessions of all visitors: so many alive, others put away, all freed when their tabs close."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from playground.decoding import Attempt, Session, SideBySide
from playground.decoding.vocabulary_table import Show
from playground.lessons.examples import Example

MOST_OWN = 8
"""Own texts that are kept for a visitor; each may have 100,000 characters."""


@dataclass(frozen=True, slots=True)
class Memo:
    """What a session that was put away comes back from."""

    fields: tuple[Any, ...]
    """What was filled in, in the order of `Setup.from_fields`."""
    budget: int
    token_ids: tuple[int, ...]
    forced: tuple[bool, ...]

    @property
    def size(self) -> int:
        """Bytes, about."""
        texts = sum(4 * len(field) for field in self.fields if isinstance(field, str))
        return texts + 64 * len(self.token_ids)


Until = Literal["finish", "choice", "rule_end"]


@dataclass
class Visit:
    """One tab: its session and what it looks at. Hold `lock` while using either."""

    lock: threading.RLock = field(default_factory=threading.RLock)
    session: Session | None = None
    fields: tuple[Any, ...] = ()
    """What the session was started from."""
    memo: Memo | None = None
    """The session, while it is put away."""
    looking_at: int | None = None
    """The index of the earlier position shown; None shows the current one."""
    query: str = ""
    show: Show = "all"
    page: int = 0
    is_map_open: bool = False
    show_tree: bool = False
    """Whether the parse tree is shown while the text is not finished."""
    attempts: list[Attempt] = field(default_factory=list)
    """Those that the budget cut before the present one."""
    side_by_side: SideBySide | None = None
    """The engines beside the session, once the visitor asked for them."""
    own: list[Example] = field(default_factory=list)
    """What the visitor had filled in before an example took its place, the oldest first."""
    replaced: int = 0
    """How often that happened."""
    action: int = 0
    """Counts what was asked of the session."""
    asked_run: int = 0
    """The action that asked for a run which has not begun."""
    until: Until = "finish"
    """How far that run goes."""
    stopped: str = ""
    """Why the last run stopped before the text was finished, as long as nothing else was asked for."""
    run: int = 0
    """The action that is a run; it goes on only while no other action has come."""
    painted: int = 0
    """The step of the run that the page painted last."""
    starts: int = 0
    """Counts the sessions that were asked for; what takes the place of an older request comes last."""

    @property
    def running(self) -> bool:
        return self.run == self.action > 0

    @property
    def has_session(self) -> bool:
        """Whether there is one, if only put away."""
        return bool(self.session or self.memo)

    def interrupt(self) -> int:
        """End the run in progress, if there is one, and return the number of a new action; needs no lock."""
        self.action += 1
        self.stopped = ""
        return self.action

    def ask_start(self) -> int:
        """The number of a session that is asked for; needs no lock."""
        self.starts += 1
        return self.starts

    def ask_run(self, until: Until) -> None:
        """Note that a run is to begin; needs no lock."""
        self.until = until
        self.asked_run = self.interrupt()

    def begin_run(self) -> int:
        """The number of the run, which is on from now; 0 when something else was asked for after it."""
        asked, self.asked_run = self.asked_run, 0
        if asked != self.action:
            return 0
        self.run = asked
        return asked

    def put_away(self) -> None:
        """End the run in progress and keep of the session only what it comes back from."""
        self.interrupt()
        with self.lock:
            session, self.session, self.side_by_side = self.session, None, None
            if session:
                forced = tuple(chip.forced for chip in session.tokens())
                self.memo = Memo(self.fields, session.budget, session.token_ids, forced)

    @property
    def size(self) -> int:
        """Bytes, about, without the session."""
        own = sum(4 * (len(each.text) + len(each.prompt)) for each in self.own)
        return own + (self.memo.size if self.memo else 0) + 1000

    def keep(self, filled: Example, known: Sequence[Example]) -> None:
        """Keep what was filled in, when it is none of the examples that are known."""
        if not any(map(filled.is_like, (*known, *self.own))):
            self.replaced += 1
            self.own.append(replace(filled, name=f"your_own_{self.replaced}"))
            del self.own[:-MOST_OWN]

    def look_at_now(self) -> None:
        """Show the current position, the vocabulary from its first page on."""
        self.looking_at = None
        self.page = 0

    def filter(self, query: str, show: Show) -> None:
        """Show the tokens that match, from the first page on."""
        self.query, self.show, self.page = query, show, 0

    def turn_to(self, page: int) -> None:
        self.page = max(0, page)


class Store:
    """Visits by the hash Gradio gives each tab.

    At most `capacity` have a session, and none that was not used for `idle` seconds: the least recently used
    is put away. Of those put away, `put_away` bytes are kept, and the oldest is forgotten.
    """

    def __init__(
        self, capacity: int, idle: float, put_away: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._capacity = capacity
        self._idle = idle
        self._most_put_away = put_away
        self._clock = clock
        self._visits: OrderedDict[str, tuple[float, Visit]] = OrderedDict()
        self._put_away: OrderedDict[str, Visit] = OrderedDict()
        self._lock = threading.Lock()

    def visit(self, tab: str) -> Visit:
        """The visit of this tab, a new one when it is unknown or was forgotten.

        Not for a caller who holds the lock of a visit.
        """
        with self._lock:
            now = self._clock()
            _, visit = self._visits.pop(tab, (now, None))
            visit = visit or self._put_away.pop(tab, None) or Visit()
            self._visits[tab] = (now, visit)
            leaving = self._leaving(now)
        for each in leaving:
            each.put_away()  # waits for the step that it may be in
        if leaving:
            self._forget()
        return visit

    def touch(self, tab: str) -> None:
        """Note that the visit of this tab, if it is alive, is in use."""
        with self._lock:
            if tab in self._visits:
                self._visits[tab] = (self._clock(), self._visits.pop(tab)[1])

    def close(self, tab: str) -> None:
        """Free what the tab held and end its run."""
        with self._lock:
            _, visit = self._visits.pop(tab, (0.0, None))
            visit = self._put_away.pop(tab, visit)
        if visit:
            visit.interrupt()

    def close_all(self) -> None:
        for tab in [*self._visits, *self._put_away]:
            self.close(tab)

    def __len__(self) -> int:
        """Visits that are not put away."""
        return len(self._visits)

    def _leaving(self, now: float) -> list[Visit]:
        leaving = []
        while self._visits:
            tab, (used, visit) = next(iter(self._visits.items()))
            if len(self._visits) <= self._capacity and now - used <= self._idle:
                break
            del self._visits[tab]
            self._put_away[tab] = visit
            leaving.append(visit)
        return leaving

    def _forget(self) -> None:
        with self._lock:
            size = sum(visit.size for visit in self._put_away.values())
            while size > self._most_put_away and self._put_away:
                size -= self._put_away.popitem(last=False)[1].size
