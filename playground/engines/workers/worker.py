"""The server's side of one worker."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Sequence

import numpy as np

from playground.engines.workers.messages import Answer
from playground.engines.workers.nursery import Nursery, NurseryGoneError


class OverrunError(Exception):
    """No answer in time; the worker was ended."""


class DeathError(Exception):
    """The worker ended in the middle of a call or before it."""

    def __init__(self, code: int | None) -> None:
        """`code` is its exit code, below 0 for a signal, or None when its parent ended with it."""
        super().__init__(_words(code))
        self.aborted = code == -signal.SIGABRT
        """As native code does when a thread of it finds no memory."""
        self.killed = code in (-signal.SIGKILL, None)
        """From outside: a process does not do that to itself."""


class Worker:
    """One process. `call` is not for two threads at once."""

    def __init__(self, nursery: Nursery, tokenize: Callable[[str], Sequence[int]]) -> None:
        """Raises NurseryGoneError and NoWorkerError."""
        self.ended = False
        self.pid, self._channel = nursery.fork()
        self._nursery = nursery
        self._tokenize = tokenize
        self._burying = threading.Lock()
        self._death: DeathError | None = None

    def call(self, message: bytes, until: float) -> bytes:
        """Its answer. Raises OverrunError and DeathError, the worker being ended then."""
        try:
            self._channel.send(message, until)
            while (answer := self._channel.receive(until))[0] == Answer.TOKENIZE:
                ids = self._tokenize(answer[1:].decode("utf-8", "replace"))
                self._channel.send(np.asarray(ids, dtype=np.int32).tobytes(), until)
        except TimeoutError as error:
            self.end()
            raise OverrunError from error
        except (EOFError, OSError) as error:
            raise self.end() from error
        except BaseException:
            self.end()  # an answer that nobody read would be taken for the next one
            raise
        return answer

    def tell(self, message: bytes) -> None:
        """Send what has no answer; that a worker is gone shows at the next call."""
        try:
            self._channel.send(message, time.monotonic() + 1)
        except OSError:
            self._channel.close()

    def let_go(self) -> None:
        """Close the channel, at which an idle worker ends. Takes no lock, and so suits a finalizer."""
        self.ended = True
        self._channel.close()

    def end(self) -> DeathError:
        """End it at once, and say how it had ended before."""
        self.let_go()
        with self._burying:
            self._death = self._death or self._bury()
            return self._death

    def _bury(self) -> DeathError:
        try:
            return DeathError(self._nursery.bury(self.pid))
        except NurseryGoneError:
            return DeathError(None)


def _words(code: int | None) -> str:
    if code is None:
        return "its parent process ended"
    return f"exit status {code}" if code >= 0 else signal.Signals(-code).name
