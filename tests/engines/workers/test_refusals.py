"""What is said of a limit, and of a worker that is lost."""

import threading

import pytest

from playground.engines import EngineError
from playground.engines.workers import WorkerLimits, WorkerPool
from tests.engines.build import END, EOS, VOCABULARY, allowed
from tests.engines.workers import misbehaving
from tests.engines.workers.build import compile_choice, compiled, end_in_time, workers_of

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
