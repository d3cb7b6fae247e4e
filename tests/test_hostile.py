"""Every hostile input is answered in time with a message; nothing else notices.

The handlers are those of the page, its engines in worker processes, in this very process: what ends it, or
stays in its memory, fails here.
"""

import gc
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

import psutil
import pytest

from playground.engines.workers import WorkerLimits
from playground.page.build import Built
from tests.hostile import HOSTILE, Hostile
from tests.page.visitor import Visitor, built

SECONDS = 10


@dataclass
class Scene:
    page: Built
    bystander: Visitor
    memory: int
    """Bytes of this process before the first hostile input."""


@pytest.fixture(scope="module")
def scene(toy) -> Iterator[Scene]:
    page = built(toy, WorkerLimits(compile_seconds=3, call_seconds=2, memory=512 * 2**20))
    bystander = Visitor(page, "bystander")
    bystander.start("a+", "regex")  # reading the first pattern loads libraries
    bystander.start("root ::= [a-z]{2000}", temperature=1, seed=3, budget=4000)
    for _ in range(5):
        bystander.do("step")
    yield Scene(page, bystander, psutil.Process().memory_info().rss)
    page.pool.close()


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda hostile: hostile.name.replace(" ", "-"))
def test_a_hostile_input_is_answered_in_time(scene: Scene, hostile: Hostile) -> None:
    before = scene.bystander.step
    visitor = Visitor(scene.page, hostile.name)
    begun, used = time.monotonic(), time.thread_time()
    visitor.start(
        hostile.text,
        hostile.kind,
        hostile.prompt,
        hostile.temperature,
        budget=hostile.budget,
        trigger=(hostile.trigger, hostile.value),
        engine=hostile.engine,
    )
    started = "text" in visitor.shown
    if started:
        for _ in range(3):
            visitor.do("step")
    # On a machine that others use as well, everything takes longer.
    share = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    assert time.monotonic() - begun < SECONDS * share
    assert time.thread_time() - used < SECONDS / 2
    # One that cannot be started says why; one that can steps, or says why it does not.
    stepped = started and visitor.step > 0
    assert stepped or len(visitor.problems) > 20
    if hostile.works is not None:
        assert stepped == hostile.works, visitor.problems
    visitor.close()
    scene.bystander.do("step")
    assert scene.bystander.step == before + 1


def test_there_are_enough_of_them() -> None:
    assert len({hostile.name for hostile in HOSTILE}) == len(HOSTILE) >= 60


def test_memory_is_as_it_was(scene: Scene) -> None:
    """After all of the above; when it runs alone, after nothing."""
    gc.collect()
    assert psutil.Process().memory_info().rss < 1.1 * scene.memory
