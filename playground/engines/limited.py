"""Work of an engine's package that may never end, done in a process of its own with limits.

Neither outlines-core nor interegular can be stopped from outside, and a short pattern can keep them busy
for hours or ask for more memory than there is.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

from playground.engines.protocol import EngineError

_WORKER = Path(__file__).with_name("limited_worker.py")


def run_limited(task: str, arguments: tuple[Any, ...], seconds: float, memory: int, answer: int) -> Any:
    """The answer of a task of `limited_worker`, after at most `seconds`.

    `memory` and `answer` are bytes: what the process may use, and how large its pickled answer may be.
    Raises EngineError with the package's own words, or with the limit that was reached.
    """
    request = pickle.dumps((task, arguments, memory))
    try:
        # -P: the folder of the worker holds modules that are named like packages it imports.
        done = subprocess.run(
            [sys.executable, "-P", str(_WORKER)],
            input=request,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise EngineError(
            f"no answer after {seconds:g} seconds: the constraint is too large for it"
        ) from error
    if done.returncode != 0:
        limit = f"{memory // 2**20:,} MiB"
        raise EngineError(
            f"it ended without an answer, most likely because it needs more than {limit} of memory"
        )
    if len(done.stdout) > answer:
        size = f"{len(done.stdout) / 2**20:,.1f} MiB, more than {answer / 2**20:,.1f}"
        raise EngineError(f"the constraint becomes too large for it: {size}")
    refusal, value = pickle.loads(done.stdout)
    if refusal is not None:
        raise EngineError(refusal)
    return value
