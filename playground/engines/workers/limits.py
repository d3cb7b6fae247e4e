"""What a worker may use, and how many there may be."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from playground.environment import number

MIB = 2**20


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """The limits of engines that run in workers; `read_limits` takes them from the environment."""

    call_seconds: float = 5.0
    """For one call of a matcher."""
    compile_seconds: float = 8.0
    """For reading and compiling a constraint."""
    memory: int = 1024 * MIB
    """Bytes that a worker may ask for beyond what it starts with."""
    workers: int = 32
    """Processes at once, one for each constraint in use; the one not used for longest gives way."""
    compiles: int = 2
    """Constraints that are compiled at once; others wait for their turn, as long as a compile may take."""


CALL_SECONDS = "PLAYGROUND_CALL_SECONDS"
COMPILE_SECONDS = "PLAYGROUND_COMPILE_SECONDS"
MEMORY = "PLAYGROUND_WORKER_MIB"
WORKERS = "PLAYGROUND_WORKERS"
COMPILES = "PLAYGROUND_COMPILES"
NAMES = (CALL_SECONDS, COMPILE_SECONDS, MEMORY, WORKERS, COMPILES)


def read_limits(environment: Mapping[str, str] = os.environ) -> WorkerLimits:
    """The limits with what the environment changes; an empty variable counts as absent.

    Raises ValueError, naming the variable, when a value makes no sense.
    """
    default = WorkerLimits()
    return WorkerLimits(
        call_seconds=number(environment, CALL_SECONDS, default.call_seconds, 0.1, 3600, "seconds"),
        compile_seconds=number(environment, COMPILE_SECONDS, default.compile_seconds, 0.1, 3600, "seconds"),
        memory=MIB * int(number(environment, MEMORY, default.memory // MIB, 64, 2**20, "MiB", whole=True)),
        workers=int(number(environment, WORKERS, default.workers, 1, 1000, "processes", whole=True)),
        compiles=int(number(environment, COMPILES, default.compiles, 1, 1000, "compiles", whole=True)),
    )
