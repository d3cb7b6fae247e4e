"""Engines outside the server process: a constraint can bring down a worker, and nothing else.

`WorkerPool.engines` holds the engines of `playground.engines` behind the same protocol. Each constraint in
use has a worker, a process that is forked in milliseconds from one that has everything loaded, with a
deadline for every call and a limit of memory. A worker that dies or is put away is replaced at the next
call: the constraint is compiled again and the matcher reads again what it had read.
"""

from playground.engines.workers.limits import WorkerLimits, read_limits
from playground.engines.workers.pool import WorkerPool

__all__ = ["WorkerLimits", "WorkerPool", "read_limits"]
