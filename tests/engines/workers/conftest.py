"""Two pools that these tests share: starting one takes about a second."""

from collections.abc import Iterator

import pytest

from playground.engines.workers import WorkerLimits, WorkerPool
from tests.engines.build import VOCABULARY
from tests.engines.workers import misbehaving
from tests.engines.workers.build import LIMITS, MANY


@pytest.fixture(scope="package")
def pool() -> Iterator[WorkerPool]:
    """Of engines that behave, within limits that they hold on a machine that is busy."""
    pool = WorkerPool(VOCABULARY, WorkerLimits(call_seconds=30, compile_seconds=30, workers=4))
    yield pool
    pool.close()


@pytest.fixture(scope="package")
def strict() -> Iterator[WorkerPool]:
    """Of engines that misbehave, within narrow limits."""
    pool = WorkerPool(MANY, LIMITS, misbehaving.PLACE, misbehaving.PREPARED)
    yield pool
    pool.close()
