"""The server's side of the process that workers are forked from."""

from __future__ import annotations

import json
import os
import pickle
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from playground.automaton.vocabulary import Vocabulary
from playground.engines.workers.channel import Channel

_ROOT = Path(__file__).parents[3]
_START_SECONDS = 60
_ANSWER_SECONDS = 10
_END_SECONDS = 5
_ENVIRONMENT = {
    # A process with threads is not to be forked.
    "OPENBLAS_NUM_THREADS": "1",
    # Each of malloc's arenas reserves address space, which the limit of memory counts.
    "MALLOC_ARENA_MAX": "2",
}


class NurseryGoneError(Exception):
    """The process has ended or does not answer; it has to be started anew."""


class NoWorkerError(Exception):
    """The system has no room for another process; the message has its words."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What the process needs to know."""

    vocabulary: Vocabulary
    engines: str
    """Where the mapping of engines is found, such as `playground.engines:ENGINES`."""
    prepared: Sequence[str]
    """Names of engines that every worker finds loaded."""
    memory: int
    """Bytes a worker may ask for."""

    def written(self) -> BinaryIO:
        """A file in memory, at its start, with all but the tokenizer, which stays with the server.

        Not sent, since that would wait until the process reads.
        """
        of = self.vocabulary
        fields = (of.tokens, of.names, of.end_ids, self.engines, tuple(self.prepared), self.memory)
        file = os.fdopen(os.memfd_create("setup"), "w+b")
        pickle.dump(fields, file)
        file.seek(0)
        return file


class Nursery:
    """A process with everything loaded. It starts in the background; the first fork waits for it."""

    def __init__(self, setup: Setup) -> None:
        ours, theirs = socket.socketpair()
        with theirs, setup.written() as file:
            handed = (theirs.fileno(), file.fileno())
            self._process = subprocess.Popen(
                [sys.executable, "-m", f"{__package__}.nursery_process", *map(str, handed)],
                cwd=_ROOT,
                env=os.environ | _ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                pass_fds=handed,
                start_new_session=True,  # Ctrl-C is for the server, which then ends this
            )
        self._channel = Channel(ours)
        self._lock = threading.Lock()
        self._is_ready = False
        self.close = weakref.finalize(self, _end, self._process, self._channel)

    @property
    def pid(self) -> int:
        return self._process.pid

    def fork(self) -> tuple[int, Channel]:
        """A new worker: its process id, and the channel to it.

        Raises NurseryGoneError and NoWorkerError.
        """
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                answer = self._talk(lambda: self._ask_fork(theirs.fileno()))
            if isinstance(answer, str):
                raise NoWorkerError(answer)
        except BaseException:
            ours.close()
            raise
        return int(answer), Channel(ours)

    def bury(self, pid: int) -> int:
        """End the worker, if it has not ended: its exit code, below 0 for a signal.

        Raises NurseryGoneError; its workers are gone with it.
        """
        return int(self._talk(lambda: self._ask(b"bury%d" % pid)))

    def _ask_fork(self, descriptor: int) -> Any:
        if not self._is_ready:
            self._channel.receive(time.monotonic() + _START_SECONDS)
            self._is_ready = True
        return self._ask(b"fork", descriptor)

    def _ask(self, request: bytes, descriptor: int | None = None) -> Any:
        until = time.monotonic() + _ANSWER_SECONDS
        self._channel.send(request, until)
        if descriptor is not None:
            self._channel.send_descriptor(descriptor)
        return json.loads(self._channel.receive(until))

    def _talk(self, ask: Callable[[], Any]) -> Any:
        with self._lock:
            try:
                return ask()
            except (EOFError, OSError) as error:
                # Out of step or gone: either way it is of no use any more.
                self.close()
                raise NurseryGoneError("the process that they come from ends before it is ready") from error


def _end(process: subprocess.Popen[bytes], channel: Channel) -> None:
    """Close the socket, at which the process kills its workers and ends."""
    channel.close()
    try:
        process.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
