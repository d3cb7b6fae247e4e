"""The engines' protocol by workers: what the server holds of constraints and matchers that are elsewhere."""

from __future__ import annotations

import itertools
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint, resolve_tokens
from playground.engines.protocol import Bitmask, EngineError
from playground.engines.workers import limits as names
from playground.engines.workers import messages
from playground.engines.workers.messages import Answer, Ask, Look
from playground.engines.workers.worker import DeathError, OverrunError, Worker

if TYPE_CHECKING:
    from playground.engines.workers.pool import WorkerPool

T = TypeVar("T")
Send = Callable[[bytes], bytes]
"""Sends a message to a worker and gives its answer."""

_CRASHES, _KILLS = 2, 5
"""How many workers may crash, or be killed from outside, in one call before it is given up."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a matcher is."""

    worker: Worker
    number: int


class PooledMatcher:
    """Where one text stands, in a worker. Not for use from two threads at once.

    It keeps what was read, so that another worker can read it again. A step back is made with the next call,
    and a token's acceptance brings the mask after it along: one exchange a token.
    """

    def __init__(self, constraint: PooledConstraint) -> None:
        self._constraint = constraint
        self._read: list[int | bytes] = []
        self._to_roll_back = 0
        self._look: Look | None = None
        self._place: _Place | None = None

    def mask(self) -> Bitmask:
        look = self._looked()
        if look.mask is None:
            raise EngineError(look.error)
        return look.mask.copy()

    def may_end(self) -> bool:
        return self._looked().may_end

    def accept(self, token_id: int) -> bool:
        if not 0 <= token_id < self._constraint.vocabulary_size:
            return False
        answer = self._ask(Ask.ACCEPT, messages.token(token_id))
        if not answer[0]:
            return False
        self._read.append(token_id)
        self._look = messages.read_look(answer[1:])
        return True

    def accept_text(self, data: bytes) -> bool:
        if not self._ask(Ask.ACCEPT_TEXT, data)[0]:
            return False
        self._read.append(data)
        self._look = None
        return True

    def rollback(self, count: int) -> None:
        if count:
            del self._read[-count:]
            self._to_roll_back += count
            self._look = None

    def place_on(self, worker: Worker, ask: Send) -> None:
        """Be on this worker, having read there what was read."""
        if self._place and self._place.worker is worker:
            return
        place = _Place(worker, self._constraint.next_number())
        ask(messages.ask(Ask.BEGIN, place.number, 0))
        for read in self._read:
            what, argument = (
                (Ask.ACCEPT_TEXT, read) if isinstance(read, bytes) else (Ask.ACCEPT, messages.token(read))
            )
            if not ask(messages.ask(what, place.number, 0, argument))[0]:
                raise EngineError(
                    "The engine had to be started again and now refuses the text that it took before. "
                    "Step back, or take another engine."
                )
        self._place, self._to_roll_back = place, 0
        weakref.finalize(self, self._constraint.dropped.append, place).atexit = False

    def _looked(self) -> Look:
        if self._look is None:
            self._look = messages.read_look(self._ask(Ask.LOOK))
        return self._look

    def _ask(self, what: Ask, argument: bytes = b"") -> bytes:
        def on(worker: Worker, ask: Send) -> bytes:
            self.place_on(worker, ask)
            assert self._place
            rollback, self._to_roll_back = self._to_roll_back, 0
            return ask(messages.ask(what, self._place.number, rollback, argument))

        return self._constraint.on_worker(on)


class PooledConstraint:
    """A constraint compiled in a worker of its own, and again in another one when that is gone.

    Matchers of it may be used from several threads; their calls take turns.
    """

    def __init__(self, pool: WorkerPool, engine: str, constraint: Constraint) -> None:
        self.dropped: deque[_Place] = deque()
        """Matchers that nobody holds any more."""
        self._pool = pool
        self._engine = engine
        self._constraint = constraint
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._worker: Worker | None = None
        self._compiled: tuple[float, tuple[str, ...]] | None = None

    @property
    def vocabulary_size(self) -> int:
        return len(self._pool.vocabulary)

    @property
    def compile_seconds(self) -> float:
        return self._compiled[0] if self._compiled else 0.0

    @property
    def warnings(self) -> tuple[str, ...]:
        return self._compiled[1] if self._compiled else ()

    def matcher(self) -> PooledMatcher:
        return PooledMatcher(self)

    def next_number(self) -> int:
        return next(self._numbers)

    def compile(self) -> None:
        """Raises EngineError and ConstraintError, as an engine's own compiling does."""
        if not self._compiled:
            self.on_worker(lambda worker, ask: None)

    def on_worker(self, action: Callable[[Worker, Send], T]) -> T:
        """Do something on the worker, and once more on another one when it dies.

        Raises EngineError when that one dies too, or one of them does not answer in time or has no memory
        left. A worker that was killed from outside is no sign against the constraint, so that a few more
        are tried.
        """
        kills = crashes = 0
        try:
            with self._lock:
                while True:
                    try:
                        return self._try(action)
                    except DeathError as death:
                        kills, crashes = kills + death.killed, crashes + (not death.killed)
                        if death.aborted or crashes == _CRASHES or kills == _KILLS:
                            raise self._died(death) from death
        finally:
            self._pool.used(self._worker)

    def put_away(self) -> bool:
        """End the worker, unless it is busy; the next call gets another one."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            if self._worker:
                self._worker.end()
                self._worker = None
            return True
        finally:
            self._lock.release()

    def _try(self, action: Callable[[Worker, Send], T]) -> T:
        worker = self._ready()
        while self.dropped:
            place = self.dropped.popleft()
            if place.worker is worker:
                worker.tell(messages.ask(Ask.DROP, place.number, 0))
        seconds = self._pool.limits.call_seconds
        late = f"did not answer within {seconds:g} seconds, the limit for one call here", names.CALL_SECONDS
        return action(worker, lambda message: self._call(worker, message, seconds, late))

    def _ready(self) -> Worker:
        """The worker, with the constraint compiled."""
        if self._worker and not self._worker.ended:
            return self._worker
        self._worker = None
        worker = self._pool.hire(self)
        seconds = self._pool.limits.compile_seconds
        late = f"did not compile the constraint within {seconds:g} seconds, the limit", names.COMPILE_SECONDS
        message = messages.ask_compile(self._engine, self._constraint)
        try:
            with self._pool.turn_to_compile():
                answer = self._call(worker, message, seconds, late)
        except BaseException:
            worker.end()
            raise
        if self._compiled:
            self._pool.restarted += 1
        else:
            self._compiled = messages.read_compiled(answer)
        self._worker = worker
        return worker

    def _call(self, worker: Worker, message: bytes, seconds: float, late: tuple[str, str]) -> bytes:
        """What the worker answers. Raises DeathError, and EngineError with what it answers instead.

        `late` is what to say when there is no answer after `seconds`, and the variable that raises the limit.
        """
        try:
            answer = worker.call(message, time.monotonic() + seconds)
        except OverrunError:
            raise self._over_limit(*late) from None
        kind, rest = answer[0], answer[1:]
        if kind == Answer.DONE:
            return rest
        if kind == Answer.MEMORY:
            worker.end()
            raise self._over_limit(f"needs more than {self._memory} of memory, the limit here", names.MEMORY)
        if kind == Answer.CONSTRAINT:
            vocabulary = self._pool.vocabulary
            resolve_tokens(
                self._constraint, vocabulary.tokenize, len(vocabulary)
            )  # raises what the worker met
        words = rest.decode("utf-8", "replace")
        if kind == Answer.REFUSED:
            raise EngineError(words)
        worker.end()  # who knows in which state it is
        raise EngineError(f"{self._engine} broke down. {words}")

    @property
    def _memory(self) -> str:
        return f"{self._pool.limits.memory // names.MIB:,} MiB"

    def _over_limit(self, what: str, variable: str) -> EngineError:
        return EngineError(
            f"{self._engine} {what}. Make the constraint smaller, or raise {variable} where you host the "
            "playground yourself."
        )

    def _died(self, death: DeathError) -> EngineError:
        if death.aborted:
            most = f"most likely because it needs more than {self._memory} of memory, the limit here"
            return self._over_limit(f"gave up, {most}", names.MEMORY)
        return EngineError(
            f"{self._engine} crashed, and again when it was started anew ({death}). What you wrote is kept. "
            "Change the constraint, or take another engine."
        )


class PooledEngine:
    """An engine of the pool's vocabulary. Constraints that are alike share a worker."""

    def __init__(self, pool: WorkerPool, name: str) -> None:
        self.name = name
        self._pool = pool
        self._lock = threading.Lock()
        self._in_use: weakref.WeakValueDictionary[Constraint, PooledConstraint] = (
            weakref.WeakValueDictionary()
        )

    def compile(self, constraint: Constraint, vocabulary: Vocabulary) -> PooledConstraint:
        if vocabulary is not self._pool.vocabulary:
            raise ValueError("A pool of workers serves the vocabulary that it was made for, and no other.")
        with self._lock:
            pooled = self._in_use.get(constraint)
            if pooled is None:
                pooled = self._in_use[constraint] = PooledConstraint(self._pool, self.name, constraint)
        pooled.compile()
        return pooled
