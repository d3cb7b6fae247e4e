"""One model for many sessions: turns, memory, and what a session notices of them (nothing)."""

import threading
import weakref

import pytest

from playground.models import load_model
from playground.models.protocol import OutOfMemoryError
from playground.models.shared import SharedModel, WaitingError, as_run
from tests.models.tiny import byte_level_tokenizer, save_model

VARIABLE = "PLAYGROUND_WAIT_SECONDS"


class Gated:
    """A toy whose passes stand still until they are let go, and note who came."""

    def __init__(self, toy) -> None:
        self._toy = toy
        self.gate = threading.Semaphore(0)
        self.order: list[int] = []

    def __getattr__(self, name):
        return getattr(self._toy, name)

    def forward(self, cache, token_ids):
        self.order.append(token_ids[0])
        assert self.gate.acquire(timeout=10)
        return self._toy.forward(cache, token_ids)


def waiting(shared: SharedModel, count: int) -> None:
    """Wait until so many wait."""
    with shared._changed:
        assert shared._changed.wait_for(lambda: len(shared._waiting) == count, timeout=10)


def start(shared: SharedModel, cache, token_id: int, is_run: bool = False) -> threading.Thread:
    def work() -> None:
        if is_run:
            with as_run():
                shared.forward(cache, [token_id])
        else:
            shared.forward(cache, [token_id])

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_steps_go_before_runs_and_who_was_served_longest_ago_goes_first(toy, monkeypatch) -> None:
    monkeypatch.setattr("playground.models.shared._RUN_WAITS", 10)
    gated = Gated(toy)
    shared = SharedModel(gated, passes=1, cache_bytes=2**20, wait_seconds=10, variable=VARIABLE)
    caches = [shared.new_cache() for _ in range(5)]
    threads = []
    # 1 is at work; 4 runs, 3 and 2 step; 0 has been served before 2 and 3 were made, and steps once more.
    gated.gate.release()
    shared.forward(caches[0], [0])
    for number, is_run in ((1, False), (4, True), (0, False), (3, False), (2, False)):
        threads.append(start(shared, caches[number], number, is_run))
        waiting(shared, len(threads) - 1) if number != 1 else _at_work(gated, 2)
    for _ in threads:
        gated.gate.release()
    for thread in threads:
        thread.join(10)
    assert gated.order == [0, 1, 2, 3, 0, 4]


def _at_work(gated: Gated, count: int) -> None:
    end = threading.Event()
    for _ in range(1000):
        if len(gated.order) == count:
            return
        end.wait(0.005)
    raise AssertionError("no pass began")


def test_who_waits_too_long_hears_how_many_are_before(toy) -> None:
    gated = Gated(toy)
    shared = SharedModel(gated, passes=1, cache_bytes=2**20, wait_seconds=0.05, variable=VARIABLE)
    first, second = shared.new_cache(), shared.new_cache()
    thread = start(shared, first, 1)
    _at_work(gated, 1)
    with pytest.raises(WaitingError, match=f"busy: 1 before you. .* {VARIABLE}") as told:
        shared.forward(second, [2])
    assert told.value.ahead == 1
    assert second.token_ids == []
    gated.gate.release(2)
    thread.join(10)
    shared.forward(second, [2])
    assert second.token_ids == [2]


def test_two_passes_at_once(toy) -> None:
    gated = Gated(toy)
    shared = SharedModel(gated, passes=2, cache_bytes=2**20, wait_seconds=10, variable=VARIABLE)
    threads = [start(shared, shared.new_cache(), number) for number in (1, 2)]
    _at_work(gated, 2)
    gated.gate.release(2)
    for thread in threads:
        thread.join(10)
    assert sorted(gated.order) == [1, 2]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("tiny")
    save_model(folder, byte_level_tokenizer())
    return load_model(str(folder))


def share(model, cache_bytes: int = 2**30) -> SharedModel:
    return SharedModel(model, passes=1, cache_bytes=cache_bytes, wait_seconds=10, variable=VARIABLE)


def scores(model, *texts: list[int]) -> list[list[float]]:
    """Those after each text, one after another in one cache."""
    cache = model.new_cache()
    return [model.logits(model.forward(cache, text)).tolist() for text in texts]


def test_beyond_the_limit_the_oldest_is_freed_and_read_anew(tiny) -> None:
    alone = scores(tiny, [5, 6, 7], [8], [9])
    single = tiny.new_cache()
    tiny.forward(single, [5, 6, 7])
    assert single.size > 0
    shared = share(tiny, cache_bytes=single.size * 2)
    a, b, c = (shared.new_cache() for _ in range(3))
    found = [shared.logits(shared.forward(a, [5, 6, 7]))]
    shared.forward(b, [5, 6, 7])
    assert min(a.size, b.size) > 0
    shared.forward(c, [5, 6, 7])
    assert a.size == 0
    assert a.token_ids == [5, 6, 7]
    found += [shared.logits(shared.forward(a, [token])) for token in (8, 9)]
    for scored, expected in zip(found, alone, strict=True):
        assert scored.tolist() == pytest.approx(expected, abs=1e-4)
    a.crop(2)
    assert a.token_ids == [5, 6]
    assert a.inner.token_ids == [5, 6]


class Full:
    """A model whose device has memory for so many tokens; a pass that finds none empties its cache."""

    def __init__(self, model, room: int) -> None:
        self._model = model
        self._room = room
        self._caches = weakref.WeakSet()

    def __getattr__(self, name):
        return getattr(self._model, name)

    def new_cache(self):
        cache = self._model.new_cache()
        self._caches.add(cache)
        return cache

    def forward(self, cache, token_ids):
        if sum(len(each.token_ids) for each in self._caches) + len(token_ids) > self._room:
            cache.clear()
            raise OutOfMemoryError("no memory")
        return self._model.forward(cache, token_ids)


def test_out_of_memory_frees_the_oldest_and_tries_once_more(tiny) -> None:
    alone = scores(tiny, [5, 6, 7], [8])
    shared = share(Full(tiny, room=6))
    a, b = shared.new_cache(), shared.new_cache()
    shared.forward(a, [5, 6, 7])
    shared.forward(b, [5, 6, 7])
    for cache, other in ((b, a), (a, b)):
        found = shared.logits(shared.forward(cache, [8])).tolist()
        assert found == pytest.approx(alone[1], abs=1e-4)
        assert (cache.token_ids, other.size) == ([5, 6, 7, 8], 0)


def test_once_and_no_more(tiny) -> None:
    shared = share(Full(tiny, room=3))
    a, b = shared.new_cache(), shared.new_cache()
    shared.forward(a, [5, 6])
    with pytest.raises(OutOfMemoryError, match="no memory"):
        shared.forward(b, [5, 6, 7, 8])
    assert b.token_ids == []
    assert a.token_ids == [5, 6]


def test_without_anything_to_free_the_error_is_told(tiny) -> None:
    shared = share(Full(tiny, room=0))
    with pytest.raises(OutOfMemoryError, match="no memory"):
        shared.forward(shared.new_cache(), [5])
