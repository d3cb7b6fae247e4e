"""One model for many sessions: who comes next, and whose keys and values give way."""

from __future__ import annotations

import itertools
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from playground.environment import raise_it
from playground.models.protocol import Cache, Logits, Model, ModelError, OutOfMemoryError

_PATIENT_SECONDS = 2.0
"""A run that has waited for this long comes no later than a step."""
_RUN_WAITS = 0.5
"""Seconds that a run waits before it says so."""
_is_run: ContextVar[bool] = ContextVar("is_run", default=False)


class WaitingError(ModelError):
    """The model is busy with others; nothing has changed, and to ask again keeps the place in the queue."""

    def __init__(self, ahead: int, advice: str) -> None:
        super().__init__(f"The model is busy: {ahead} before you. {advice}")
        self.ahead = ahead


@contextmanager
def as_run() -> Iterator[None]:
    """Passes asked for in here are those of a run: single steps go first, and it hears soon that it waits."""
    token = _is_run.set(True)
    try:
        yield
    finally:
        _is_run.reset(token)


class SharedCache:
    """A session's keys and values, which may be freed between two passes: then they are computed again.

    `token_ids` are those that the session had read, whether they are still there or not.
    """

    def __init__(self, inner: Cache, number: int) -> None:
        self.token_ids: list[int] = []
        self.inner = inner
        self.lock = threading.Lock()
        """Held while `inner` is used."""
        self.served = number
        """Grows with each pass of any session: the smallest waited longest since its last one."""
        self.asked_at: float | None = None

    @property
    def size(self) -> int:
        return self.inner.size

    def crop(self, length: int) -> None:
        with self.lock:
            del self.token_ids[length:]
            self.inner.crop(length)


class SharedModel:
    """A `Model` whose passes take turns: at most `passes` at once, the session served longest ago first,
    steps before runs.

    Keys and values of all sessions may have `cache_bytes` together; beyond that, and when the device has no
    memory left, those used longest ago are freed. `variable` is how the limit of waiting, `wait_seconds`, is
    raised.
    """

    def __init__(
        self, model: Model, passes: int, cache_bytes: int, wait_seconds: float, variable: str
    ) -> None:
        self._model = model
        self._free = passes
        self._cache_bytes = cache_bytes
        self._wait_seconds = wait_seconds
        self._variable = variable
        self._changed = threading.Condition()
        self._waiting: dict[SharedCache, bool] = {}
        """Those that wait, and whether each is a run."""
        self._caches: weakref.WeakSet[SharedCache] = weakref.WeakSet()
        self._numbers = itertools.count()
        self.name = model.name
        self.device = model.device
        self.dtype = model.dtype
        self.context_length = model.context_length
        self.vocabulary = model.vocabulary
        self.has_chat_template = model.has_chat_template
        self.encode = model.encode

    def new_cache(self) -> SharedCache:
        with self._changed:
            cache = SharedCache(self._model.new_cache(), next(self._numbers))
            self._caches.add(cache)
        return cache

    def forward(self, cache: Cache, token_ids: list[int]) -> Any:
        """As the protocol says. Raises WaitingError when no turn comes in time."""
        assert isinstance(cache, SharedCache)
        with self._turn(cache), cache.lock:
            hidden = self._pass(cache, [*cache.token_ids, *token_ids])
            cache.token_ids.extend(token_ids)
        self._keep_within_limit(cache)
        return hidden

    def logits(self, hidden: Any) -> Logits:
        return self._model.logits(hidden)

    def _pass(self, cache: SharedCache, text: list[int]) -> Any:
        """Read what of the text is missing; once more with another cache freed when memory runs out."""
        try:
            return self._model.forward(cache.inner, text[len(cache.inner.token_ids) :])
        except OutOfMemoryError:
            if not self._free_oldest(cache):
                raise
            # The pass that failed may have left the cache empty.
            return self._model.forward(cache.inner, text[len(cache.inner.token_ids) :])

    @contextmanager
    def _turn(self, cache: SharedCache) -> Iterator[None]:
        self._wait(cache)
        try:
            yield
        finally:
            with self._changed:
                self._free += 1
                self._changed.notify_all()

    def _wait(self, cache: SharedCache) -> None:
        is_run = _is_run.get()
        with self._changed:
            now = time.monotonic()
            cache.asked_at = cache.asked_at or now
            until = now + (_RUN_WAITS if is_run else self._wait_seconds)
            self._waiting[cache] = is_run
            try:
                while not self._free or self._ahead(cache):
                    left = until - time.monotonic()
                    if left <= 0 or not self._changed.wait(left):
                        advice = (
                            "It goes on by itself." if is_run else f"Try again. {raise_it(self._variable)}"
                        )
                        raise WaitingError(self._ahead(cache) + 1, advice)
                self._free -= 1
            finally:
                del self._waiting[cache]
                self._changed.notify_all()
            cache.asked_at = None
            cache.served = next(self._numbers)

    def _ahead(self, cache: SharedCache) -> int:
        """How many of those that wait come before this one."""
        return sum(self._rank(other) < self._rank(cache) for other in self._waiting if other is not cache)

    def _rank(self, cache: SharedCache) -> tuple[bool, int]:
        waited = time.monotonic() - (cache.asked_at or time.monotonic())
        return self._waiting[cache] and waited < _PATIENT_SECONDS, cache.served

    def _keep_within_limit(self, cache: SharedCache) -> None:
        while sum(each.size for each in self._by_age()) > self._cache_bytes and self._free_oldest(cache):
            pass

    def _by_age(self) -> list[SharedCache]:
        with self._changed:
            return sorted(self._caches, key=lambda each: each.served)

    def _free_oldest(self, but: SharedCache) -> bool:
        """Free the keys and values used longest ago that are not in use; False when there are none."""
        for cache in self._by_age():
            if cache is but or not cache.size or not cache.lock.acquire(blocking=False):
                continue
            try:
                cache.inner = self._model.new_cache()
                return True
            finally:
                cache.lock.release()
        return False
