"""The workers of one server: who has one, and who has to give one back."""

from __future__ import annotations

import threading
import time
import weakref
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from playground.automaton.vocabulary import Vocabulary
from playground.engines.protocol import Engine, EngineError
from playground.engines.workers import limits as names
from playground.engines.workers.limits import WorkerLimits
from playground.engines.workers.nursery import NoWorkerError, Nursery, NurseryGoneError, Setup
from playground.engines.workers.pooled import PooledConstraint, PooledEngine
from playground.engines.workers.service import find_engines
from playground.engines.workers.worker import Worker


class WorkerPool:
    """Engines of one vocabulary in worker processes, within limits. Safe from several threads.

    `engines` holds the engines by name; the server uses them as it would use those of `playground.engines`.
    `place` is where workers find the engines themselves, and `prepared` names those that every worker finds
    loaded. All processes end with `close`, and with the server however it ends.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        limits: WorkerLimits = WorkerLimits(),  # noqa: B008 - frozen
        place: str = "playground.engines:ENGINES",
        prepared: tuple[str, ...] = ("xgrammar",),
    ) -> None:
        self.vocabulary = vocabulary
        self.limits = limits
        self.engines: Mapping[str, Engine] = {name: PooledEngine(self, name) for name in find_engines(place)}
        self._setup = Setup(vocabulary, place, prepared, limits.memory)
        self._nursery = Nursery(self._setup)
        self._hired: OrderedDict[Worker, weakref.ref[PooledConstraint]] = OrderedDict()
        """The one not used for longest first."""
        self._compiling = threading.BoundedSemaphore(limits.compiles)
        self.restarted = 0
        """Workers that took the place of one that had ended."""
        self._changed = threading.Condition()
        self._is_closed = False

    def hire(self, constraint: PooledConstraint) -> Worker:
        """A new worker for the constraint. Raises EngineError when there can be none."""
        with self._changed:
            self._make_room()
            worker = self._fork()
            self._hired[worker] = weakref.ref(constraint)
        weakref.finalize(constraint, worker.let_go).atexit = False
        return worker

    @contextmanager
    def turn_to_compile(self) -> Iterator[None]:
        """Wait until fewer constraints are compiled than may be at once.

        Raises EngineError when that takes longer than a compile may.
        """
        if not self._compiling.acquire(timeout=self.limits.compile_seconds):
            raise EngineError(
                f"{self.limits.compiles} constraints are being compiled, the most at once here. Try again in "
                f"a moment, or raise {names.COMPILES} where you host the playground yourself."
            )
        try:
            yield
        finally:
            self._compiling.release()

    def used(self, worker: Worker | None) -> None:
        """The worker, where there is one, was used just now and may give way from here on."""
        with self._changed:
            if worker and worker in self._hired:
                self._hired.move_to_end(worker)
            self._changed.notify()

    def close(self) -> None:
        """End all workers; from now on calls raise EngineError."""
        with self._changed:
            self._is_closed = True
            self._nursery.close()

    def _make_room(self) -> None:
        until = time.monotonic() + self.limits.call_seconds
        while True:
            self._forget_ended()
            if len(self._hired) < self.limits.workers or self._put_one_away():
                return
            left = until - time.monotonic()
            if left <= 0 or not self._changed.wait(left):
                raise EngineError(
                    f"All {self.limits.workers} workers are busy, the limit here. Try again in a moment, "
                    f"or raise {names.WORKERS} where you host the playground yourself."
                )

    def _forget_ended(self) -> None:
        for worker in [worker for worker in self._hired if worker.ended]:
            del self._hired[worker]
            worker.end()

    def _put_one_away(self) -> bool:
        for worker, owner in self._hired.items():
            constraint = owner()
            if constraint is None or constraint.put_away():
                del self._hired[worker]
                worker.end()
                return True
        return False

    def _fork(self) -> Worker:
        try:
            try:
                return Worker(self._nursery, self.vocabulary.tokenize)
            except NurseryGoneError:
                if self._is_closed:
                    raise
                self._nursery = Nursery(self._setup)
                return Worker(self._nursery, self.vocabulary.tokenize)
        except (NurseryGoneError, NoWorkerError) as error:
            why = "the pool is closed" if self._is_closed else str(error)
            raise EngineError(f"No worker process can be started: {why}.") from error
