"""A session whose engine runs in worker processes: its text outlives them."""

import os
import random
import signal
from collections.abc import Iterator

import pytest

from playground.constraints import Constraint
from playground.decoding import Sampling, Session, Trigger
from playground.decoding.side_by_side import SideBySide
from playground.engines import EngineError
from playground.engines.workers import WorkerLimits, WorkerPool
from tests.engines.workers import misbehaving


@pytest.fixture(scope="module")
def pool(toy) -> Iterator[WorkerPool]:
    pool = WorkerPool(toy.vocabulary, WorkerLimits(call_seconds=30, compile_seconds=30))
    yield pool
    pool.close()


def kill_all(pool: WorkerPool) -> None:
    for worker in pool._hired:
        os.kill(worker.pid, signal.SIGKILL)


@pytest.mark.parametrize("trigger", [None, Trigger("word", "a")])
def test_a_run_whose_workers_are_killed_writes_the_same_text(toy, pool: WorkerPool, trigger) -> None:
    constraint = Constraint("gbnf", "root ::= [a-z ]{30,60}")
    options = {"trigger": trigger, "sampling": Sampling(temperature=1.5, seed=3), "budget": 60}
    here = Session(toy, "", constraint, **options)
    expected = [(step.token_id, step.position.kept_mass) for step in here.run()]
    there = Session(toy, "", constraint, engines=pool.engines, **options)
    written = []
    for step in there.run():
        written.append((step.token_id, step.position.kept_mass))
        if len(written) % 4 == 0:
            kill_all(pool)
    assert written == expected
    assert len(written) > 10
    assert there.finish_reason == here.finish_reason
    kill_all(pool)
    there.back(5)
    there.step(expected[-5][0])
    assert there.token_ids == here.token_ids[:-4]


def test_engines_side_by_side_are_those_of_the_session(toy, pool: WorkerPool) -> None:
    session = Session(toy, "", Constraint("regex", "[ab]+"), engines=pool.engines)
    before = len(pool._hired)
    comparison = SideBySide(session, ("xgrammar", "guidance")).at(0)
    assert comparison.identical
    assert len(pool._hired) == before + 1


def test_a_worker_that_cannot_go_on_leaves_the_text(toy) -> None:
    pool = WorkerPool(toy.vocabulary, WorkerLimits(), misbehaving.PLACE, misbehaving.PREPARED)
    constraint = Constraint("choice", "at crash\nab\nac")
    session = Session(toy, "", constraint, engine="misbehaving", engines=pool.engines)
    a, b, c = (toy.vocabulary.tokens.index(letter) for letter in (b"a", b"b", b"c"))
    session.step(a)
    with pytest.raises(EngineError, match=r"misbehaving crashed, and again .* What you wrote is kept"):
        session.step(b)
    assert session.text == "a"
    session.step(c)
    assert session.text == "ac"
    pool.close()


def test_a_hundred_deaths_in_one_run_change_nothing(toy, pool: WorkerPool) -> None:
    constraint = Constraint("gbnf", "root ::= [A-Z]{120}")
    options = {"sampling": Sampling(temperature=1, seed=5), "budget": 130}
    expected = [step.token_id for step in Session(toy, "", constraint, **options).run()]
    chance = random.Random(1)
    there = Session(toy, "", constraint, engines=pool.engines, **options)
    deaths = sorted(chance.sample(range(len(expected)), 100))
    restarted = pool.restarted
    written = []
    for index, step in enumerate(there.run()):
        written.append(step.token_id)
        if index in deaths:
            kill_all(pool)
    assert written == expected
    assert pool.restarted >= restarted + 99  # after the last one there may be nothing to ask
