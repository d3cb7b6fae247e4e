"""The process that workers are forked from: it has loaded what they need and does nothing else.

It has one thread, which makes forking it safe, and is started by `playground.engines.workers.nursery`. When
the server closes its end of the socket, or is gone, it kills all workers and ends.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import pickle
import resource
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint
from playground.engines.protocol import Engine
from playground.engines.workers.channel import Channel
from playground.engines.workers.light_imports import import_xgrammar
from playground.engines.workers.service import AskedTokenizer, Service, find_engines

FORK, BURY = b"fork", b"bury"
_PR_SET_PDEATHSIG = 1
_WORST_OOM_SCORE = "1000"


class NurseryProcess:
    def __init__(self, channel: Channel, setup: bytes) -> None:
        tokens, names, end_ids, engines, prepared, self._memory = pickle.loads(setup)
        self._channel = channel
        self._children: set[int] = set()
        self._tokenize = AskedTokenizer()
        self._vocabulary = Vocabulary(tokens, names, end_ids, self._tokenize)
        import_xgrammar()  # before an engine does
        self._engines = find_engines(engines)
        _prepare(self._engines, prepared, self._vocabulary)

    def run(self) -> None:
        """Fork and bury until the server is gone."""
        self._channel.send(b"ready")
        while True:
            try:
                request = self._channel.receive()
                answer = self._fork() if request == FORK else self._bury(int(request[len(BURY) :]))
                self._channel.send(json.dumps(answer).encode())
            except (EOFError, OSError):
                break
        for pid in self._children:
            _kill(pid)

    def _fork(self) -> int | str:
        """The id of a new worker, or why there is none."""
        descriptor = self._channel.receive_descriptor()
        parent = os.getpid()
        try:
            pid = os.fork()
        except OSError as error:
            os.close(descriptor)
            return str(error)
        if pid == 0:
            try:
                self._become_worker(descriptor, parent)
            finally:
                os._exit(1)
        os.close(descriptor)
        os.setpgid(pid, pid)
        self._children.add(pid)
        return pid

    def _become_worker(self, descriptor: int, parent: int) -> None:
        self._channel.close()
        os.setpgid(0, 0)  # whatever it starts is killed with it
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            return
        Path("/proc/self/oom_score_adj").write_text(_WORST_OOM_SCORE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)  # xgrammar's bindings would print pages of stack
        # The hard limit stays: an engine may start a process with a limit of its own.
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (_address_space() + self._memory, hard))
        gc.enable()
        self._tokenize.channel = Channel(socket.socket(fileno=descriptor))
        Service(self._tokenize.channel, self._vocabulary, self._engines).run()
        os._exit(0)

    def _bury(self, pid: int) -> int:
        """End a worker if it has not ended: its exit code, below 0 for a signal.

        Nobody else waits for workers, so that no id is used anew before its worker is buried.
        """
        if pid not in self._children:
            return 0
        self._children.remove(pid)
        return _kill(pid)


def _prepare(engines: Mapping[str, Engine], prepared: Sequence[str], vocabulary: Vocabulary) -> None:
    """Let the engines load and build once what all workers then share."""
    for name in prepared:
        engines[name].compile(Constraint("choice", "a"), vocabulary)
    gc.collect()
    gc.disable()
    gc.freeze()  # else a worker's first collection would write to, and so copy, all of it


def _kill(pid: int) -> int:
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        os.kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _address_space() -> int:
    """Bytes of address space that this process has."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def main() -> None:
    control, setup = map(int, sys.argv[1:])
    with open(setup, "rb") as file:
        written = file.read()
    NurseryProcess(Channel(socket.socket(fileno=control)), written).run()
    os._exit(0)  # at once: there is nothing to put in order


if __name__ == "__main__":
    main()
