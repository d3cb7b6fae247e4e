"""A large vocabulary, narrow limits, and a look at the processes of a pool."""

import itertools
import threading
from pathlib import Path

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint
from playground.engines.workers import WorkerLimits, WorkerPool
from tests.engines.build import TOKENS, VOCABULARY, tokenize

MIB = 2**20
LIMITS = WorkerLimits(call_seconds=1, compile_seconds=1, memory=128 * MIB, workers=4)
WORDS = [bytes(letters) for letters in itertools.product(b"abcdefgh", repeat=5)]
MANY = Vocabulary(
    (*TOKENS, *WORDS), (*VOCABULARY.names, *map(bytes.decode, WORDS)), VOCABULARY.end_ids, tokenize
)
"""So many tokens that an engine can be kept busy."""


def compiled(pool: WorkerPool, kind: str, text: str, engine: str = "xgrammar"):
    return pool.engines[engine].compile(Constraint(kind, text), pool.vocabulary)


def compile_choice(pool: WorkerPool, *choices: str):
    return compiled(pool, "choice", "\n".join(choices), "misbehaving")


def workers_of(pool: WorkerPool) -> list[int]:
    """The processes of the pool, its nursery first. Those that ended and were not yet buried count too."""
    nursery = pool._nursery.pid
    children = Path(f"/proc/{nursery}/task/{nursery}/children").read_text().split()
    return [nursery, *map(int, children)]


def ended(pid: int) -> bool:
    """Whether a process is gone, or a zombie that nobody waits for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


def living(pool: WorkerPool) -> list[int]:
    return [pid for pid in workers_of(pool)[1:] if not ended(pid)]


def end_in_time(pids: list[int]) -> bool:
    """Whether processes end within some seconds."""
    clock = threading.Event()
    return any(all(map(ended, pids)) or clock.wait(0.01) for _ in range(500))
