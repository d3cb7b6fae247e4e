"""A matcher outlives its worker, and no worker outlives the server."""

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from playground.constraints import Constraint
from playground.engines import ENGINES
from playground.engines.workers import WorkerPool
from tests.automaton.build import JSON
from tests.engines.build import END, EOS, TOKENS, VOCABULARY, allowed, feed
from tests.engines.workers.build import compiled, end_in_time, ended, living, workers_of

TEXT = '{"abc": [1, 2, {"x": "hello, world", "y": [true, null]}], "b": ""}'
"""What the JSON grammar reads to its end."""


def test_killed_at_every_turn_the_masks_are_those_of_the_engine_in_process(pool: WorkerPool) -> None:
    constraint = Constraint("gbnf", JSON)
    here = ENGINES["xgrammar"].compile(constraint, VOCABULARY).matcher()
    there = pool.engines["xgrammar"].compile(constraint, VOCABULARY).matcher()
    chance = random.Random(7)
    turns = sorted(chance.sample(range(len(TEXT)), 20))
    for turn, byte in enumerate(TEXT.encode()):
        if turn in turns:
            kill_all(pool)
        if turn in turns[::4] and turn > 3:
            for each in (here, there):
                each.rollback(3)
            kill_all(pool)
            for each in (here, there):
                assert each.accept_text(TEXT.encode()[turn - 3 : turn - 1])
                assert each.accept(TEXT.encode()[turn - 1])
        assert here.accept(byte)
        assert there.accept(byte)
        assert np.array_equal(here.mask(), there.mask())
        assert here.may_end() == there.may_end()
    assert there.may_end()


def kill_all(pool: WorkerPool) -> None:
    for pid in workers_of(pool)[1:]:
        os.kill(pid, signal.SIGKILL)


def test_the_process_that_workers_come_from_is_replaced_too(pool: WorkerPool) -> None:
    matcher = compiled(pool, "regex", "(a|b)+").matcher()
    assert feed(matcher, "ab")
    before = workers_of(pool)
    os.kill(before[0], signal.SIGKILL)
    assert end_in_time(before)
    assert feed(matcher, "b")
    assert allowed(matcher) == {ord("a"), ord("b"), TOKENS.index(b"ab"), EOS, END}
    assert not set(workers_of(pool)) & set(before)


def test_matchers_do_not_mix(pool: WorkerPool) -> None:
    """Two matchers of one constraint and one of another, from three threads."""
    shared = compiled(pool, "regex", "[ab]+")
    other = compiled(pool, "regex", "[cd]+")
    wrong: list[object] = []

    def drive(matcher, letters: str) -> None:
        following = {ord(letter) for letter in ("ab" if letters[0] in "ab" else "cd")}
        for turn in range(60):
            if turn % 7 == 6:
                matcher.rollback(5)
            if not matcher.accept(ord(letters[turn % 2])) or not allowed(matcher) >= following | {END}:
                wrong.append((letters, turn))
        matcher.rollback(60 - 5 * 8)
        if matcher.may_end() or allowed(matcher) & {EOS, END}:
            wrong.append((letters, "not back at the start"))

    pairs = [(shared.matcher(), "ab"), (shared.matcher(), "ba"), (other.matcher(), "cd")]
    threads = [threading.Thread(target=drive, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_the_worker_not_used_for_longest_gives_way(pool: WorkerPool) -> None:
    letters = "abcdefg"
    matchers = [compiled(pool, "regex", f"{letter}+").matcher() for letter in letters]
    for _ in range(2):
        for letter, matcher in zip(letters, matchers, strict=True):
            assert matcher.accept(ord(letter))
            assert len(living(pool)) <= pool.limits.workers
    for letter, matcher in zip(letters, matchers, strict=True):
        assert {EOS, END, ord(letter)} <= allowed(matcher)
        matcher.rollback(2)
        assert not matcher.may_end()


def test_alike_constraints_share_a_worker_that_ends_with_the_last(strict: WorkerPool) -> None:
    before = living(strict)
    first, second = (compiled(strict, "regex", "shared", "misbehaving") for _ in "ab")
    assert first is second
    (pid,) = set(living(strict)) - set(before)
    matcher = second.matcher()
    assert matcher.accept(ord("s"))
    del first, second
    assert not ended(pid)
    del matcher
    assert end_in_time([pid])


ROOT = Path(__file__).parents[3]
SERVER = """
import sys, threading
from playground.constraints import Constraint
from playground.engines.workers import WorkerPool
from tests.engines.build import VOCABULARY
from tests.engines.workers import misbehaving
pool = WorkerPool(VOCABULARY, place=misbehaving.PLACE, prepared=misbehaving.PREPARED)
engine = pool.engines["misbehaving"]
kept = engine.compile(Constraint("choice", "idle"), VOCABULARY)
hanging = Constraint("choice", "hang")
threading.Thread(target=lambda: engine.compile(hanging, VOCABULARY), daemon=True).start()
while len(pool._hired) < 2:
    pass
print(pool._nursery.pid, *(worker.pid for worker in pool._hired), flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("how", ["killed", "ended"])
def test_no_process_stays_behind(how: str) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    )
    with server:
        assert server.stdout
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(pids) == 3
        assert not any(map(ended, pids))
        if how == "killed":
            server.kill()
    assert end_in_time(pids)
