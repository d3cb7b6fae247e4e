"""Engines in worker processes: what they answer, what they survive, and what is said of limits."""

import itertools
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint, ConstraintError
from playground.engines import ENGINES, EngineError, compile_constraint
from playground.engines.workers import WorkerLimits, WorkerPool
from tests.automaton.build import JSON
from tests.engines.build import END, END_THINK, EOS, THINK, TOKENS, VOCABULARY, allowed, feed, tokenize
from tests.engines.workers import misbehaving

ROOT = Path(__file__).parents[3]
MIB = 2**20
LIMITS = WorkerLimits(call_seconds=1, compile_seconds=1, memory=128 * MIB, workers=4)
WORDS = [bytes(letters) for letters in itertools.product(b"abcdefgh", repeat=5)]
MANY = Vocabulary(
    (*TOKENS, *WORDS), (*VOCABULARY.names, *map(bytes.decode, WORDS)), VOCABULARY.end_ids, tokenize
)
"""So many tokens that an engine can be kept busy."""
TEXT = '{"abc": [1, 2, {"x": "hello, world", "y": [true, null]}], "b": ""}'
"""What the JSON grammar reads to its end."""


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    """Of engines that behave, within limits that they hold on a machine that is busy."""
    pool = WorkerPool(VOCABULARY, WorkerLimits(call_seconds=30, compile_seconds=30, workers=4))
    yield pool
    pool.close()


@pytest.fixture(scope="module")
def strict() -> Iterator[WorkerPool]:
    """Of engines that misbehave, within narrow limits."""
    pool = WorkerPool(MANY, LIMITS, misbehaving.PLACE, misbehaving.PREPARED)
    yield pool
    pool.close()


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


# What they answer


@pytest.mark.parametrize("engine", ["xgrammar", "guidance", "outlines", "automaton", "auto"])
def test_every_answer_is_that_of_the_engine_in_process(pool: WorkerPool, engine: str) -> None:
    constraint = Constraint("regex", "(ab|zebra|é)+")
    there = pool.engines[engine].compile(constraint, VOCABULARY)
    here = ENGINES[engine].compile(constraint, VOCABULARY)
    assert there.warnings == here.warnings
    assert 0 < there.compile_seconds < 30
    pair = there.matcher(), here.matcher()

    def same(ask) -> object:
        first, second = map(ask, pair)
        assert np.array_equal(first, second)
        assert np.array_equal(pair[0].mask(), pair[1].mask())
        assert pair[0].mask().dtype == np.int32
        assert pair[0].may_end() == pair[1].may_end()
        return first

    assert same(lambda each: each.accept(ord("a")))
    assert not same(lambda each: each.accept(ord("a")))
    assert same(lambda each: each.accept(ord("b")))
    assert same(lambda each: each.accept_text(b"zeb"))
    assert not same(lambda each: each.accept_text(b"x"))
    same(lambda each: each.rollback(2))
    same(lambda each: each.rollback(0))
    assert same(lambda each: each.accept_text("bé".encode()))
    for token_id in (-1, len(TOKENS), 2**40, THINK):
        assert not same(lambda each, token_id=token_id: each.accept(token_id))
    assert same(lambda each: each.accept(END))
    assert same(lambda each: each.may_end())
    same(lambda each: each.rollback(3))
    assert same(lambda each: each.may_end()) is False


def test_masks_are_copies(pool: WorkerPool) -> None:
    matcher = compiled(pool, "regex", "(a|b)+").matcher()
    matcher.mask()[:] = -1
    assert allowed(matcher) == {ord("a"), ord("b"), TOKENS.index(b"ab")}


def test_token_texts_are_looked_up_by_the_server(pool: WorkerPool) -> None:
    matcher = compiled(pool, "gbnf", 'root ::= <think> "a" </think>').matcher()
    assert allowed(matcher) == {THINK}
    assert matcher.accept(THINK)
    assert feed(matcher, "a")
    assert allowed(matcher) == {END_THINK}


def test_what_the_engine_refuses(pool: WorkerPool) -> None:
    with pytest.raises(ConstraintError, match=r"(?i)there is no token 9999"):
        compiled(pool, "gbnf", "root ::= <[9999]>")
    with pytest.raises(ConstraintError, match="is not one token of this model but 8"):
        compiled(pool, "gbnf", "root ::= <thinks>")
    with pytest.raises(EngineError, match="reads regexes, choices and JSON Schemas, not"):
        compiled(pool, "gbnf", 'root ::= "a"', "outlines")


def test_the_page_asks_for_engines_by_name(pool: WorkerPool) -> None:
    constraint = Constraint("regex", "ab")
    matcher = compile_constraint("xgrammar", constraint, VOCABULARY, pool.engines).matcher()
    assert allowed(matcher) == {ord("a"), TOKENS.index(b"ab")}
    with pytest.raises(EngineError, match=r"(?i)unknown engine 'magic'; there is xgrammar, guidance"):
        compile_constraint("magic", constraint, VOCABULARY, pool.engines)
    other = Vocabulary(TOKENS, VOCABULARY.names, (EOS,), tokenize)
    with pytest.raises(ValueError, match="serves the vocabulary that it was made for"):
        pool.engines["xgrammar"].compile(constraint, other)


def test_workers_do_without_torch(pool: WorkerPool) -> None:
    kept = compiled(pool, "regex", "without torch")
    assert kept.matcher().accept(ord("w"))
    for pid in living(pool):
        loaded = Path(f"/proc/{pid}/maps").read_text()
        assert "libxgrammar" in loaded
        assert "libtorch" not in loaded


# What they survive


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
    first, second = (compiled(strict, "regex", "shared", "misbehaving") for _ in "ab")
    assert first is second
    (pid,) = living(strict)
    matcher = second.matcher()
    assert matcher.accept(ord("s"))
    del first, second
    assert not ended(pid)
    del matcher
    assert end_in_time([pid])


# What is said of limits

RAISE = "where you host the playground yourself"
HANGS = "root ::= " + " | ".join(f"[a-z]{{{least},{least + 87}}}" for least in range(26))


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("hang", rf"did not compile .* within 1 seconds, the limit.*PLAYGROUND_COMPILE_SECONDS {RAISE}"),
        ("eat", rf"needs more than 128 MiB of memory, the limit here.*PLAYGROUND_WORKER_MIB {RAISE}"),
        ("abort", r"most likely because it needs more than 128 MiB of memory, .*PLAYGROUND_WORKER_MIB"),
        ("crash", r"misbehaving crashed, and again when it was started anew \(SIGSEGV\). What you wrote is"),
        ("exit", r"crashed, and again when it was started anew \(exit status 3\)"),
        ("raise", r"misbehaving broke down. RuntimeError: what no engine should raise"),
    ],
)
def test_at_compiling_and_at_a_call(strict: WorkerPool, how: str, words: str) -> None:
    with pytest.raises(EngineError, match=words):
        compile_choice(strict, how)
    matcher = compile_choice(strict, f"at {how}", "ab", "ac", "cb").matcher()
    assert matcher.accept(ord("a"))
    words = words.replace("did not compile .*", "did not answer").replace("COMPILE", "CALL")
    with pytest.raises(EngineError, match=words):
        matcher.accept(ord("b"))
    # It stands where it stood, on another worker.
    assert allowed(matcher) == {ord("b"), ord("c"), ord("t")}
    assert matcher.accept(ord("c"))
    assert allowed(matcher) == {EOS, END}


def test_xgrammar_hangs(strict: WorkerPool) -> None:
    with pytest.raises(EngineError, match="did not compile the constraint within 1 seconds"):
        compiled(strict, "gbnf", HANGS, "misbehaving")
    assert compiled(strict, "regex", "a", "misbehaving").matcher().accept(ord("a"))


def test_all_workers_are_busy_and_a_pool_that_is_closed() -> None:
    limits = WorkerLimits(call_seconds=0.2, compile_seconds=60, workers=1)
    pool = WorkerPool(VOCABULARY, limits, misbehaving.PLACE, misbehaving.PREPARED)
    said: list[str] = []

    def hang() -> None:
        try:
            compile_choice(pool, "hang")
        except EngineError as error:
            said.append(str(error))

    thread = threading.Thread(target=hang)
    compile_choice(pool, "a")
    thread.start()
    while "hang" not in {owner()._constraint.text for owner in list(pool._hired.values()) if owner()}:
        threading.Event().wait(0.01)
    with pytest.raises(EngineError, match=r"All 1 workers are busy.*PLAYGROUND_WORKERS"):
        compile_choice(pool, "b", "c")
    pids = workers_of(pool)
    pool.close()
    thread.join(10)
    assert not thread.is_alive()
    assert said == ["No worker process can be started: the pool is closed."]
    assert end_in_time(pids)
    with pytest.raises(EngineError, match="the pool is closed"):
        compile_choice(pool, "d")


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
