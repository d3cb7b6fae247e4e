"""What a session costs beside the model: `python -m tests.benchmark`.

Everything is measured in one run on one machine, so that the ratios hold where the seconds do not. The
bundled model's weights are used.
"""

from __future__ import annotations

import gc
import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playground.automaton import Automaton, judge
from playground.constraints import Constraint
from playground.decoding import Sampling, Session
from playground.engines import compile_constraint
from playground.engines.protocol import Matcher
from playground.engines.workers import WorkerPool
from playground.models import Model, load_model
from tests.automaton.build import C_LIKE, JSON
from tests.benchmark_engines import lines as engine_lines
from tests.benchmark_page import measure as page_figures

STEPS = 60
MEGABYTE = 1_000_000

CONSTRAINTS = {
    "JSON grammar": (Constraint("gbnf", JSON), "Describe a cat as JSON."),
    "file, line, severity": (
        Constraint(
            "json_schema",
            '{"type": "object", "properties": {"file": {"type": "string"}, "line": {"type": "integer"}, '
            '"severity": {"enum": ["low", "high"]}}, "required": ["file", "line", "severity"]}',
        ),
        "Report the bug in Parser.java, line 88, as JSON.",
    ),
    "phone number": (Constraint("regex", r"\([0-9]{3}\) [0-9]{3}-[0-9]{4}"), "Make up a phone number."),
    "sentences": (Constraint("gbnf", r'root ::= ([A-Z] [a-z ,]{5,80} [.!?] " ")+'), "Tell a story."),
}


@dataclass(frozen=True)
class Figure:
    """One line of the table; `limit` None where nothing is promised."""

    what: str
    value: float
    unit: str
    limit: float | None = None

    def __str__(self) -> str:
        verdict = "" if self.limit is None else "held" if self.value <= self.limit else "NOT HELD"
        limit = "" if self.limit is None else f"≤ {self.limit:g}"
        return f"{self.what:66}{self.value:10.2f} {self.unit:8}{limit:>8}  {verdict}"


def main() -> None:
    model = load_model("smollm2")
    print(f"{model.name}, {model.device} {model.dtype}, {len(model.vocabulary):,} tokens")
    for figure in (
        *_steps(model),
        *_masks(model),
        *_workers(model),
        *_looking(model),
        *_memory(model),
    ):
        print(figure)
    for what, value, unit, limit in page_figures():
        print(Figure(what, value, unit, limit))
    for line in engine_lines(model.vocabulary):
        print(line)


def _steps(model: Model) -> Iterator[Figure]:
    """The wall time of a step and its position, less the bare forward pass within it."""
    bare: list[float] = []
    added: list[float] = []
    for constraint, prompt in CONSTRAINTS.values():
        session = _session(model, constraint, prompt)
        bare.append(session.position.timing.forward)
        for _ in range(STEPS):
            if session.finish_reason:
                session.reset()
                session.sampling = Sampling(temperature=1, seed=session.sampling.seed + 1)
            started = time.perf_counter()
            session.step()
            forward = session.position.timing.forward
            wall = time.perf_counter() - started
            bare.append(forward)
            added.append(max(0.0, wall - forward))
    forward, overhead = _milliseconds(bare), _milliseconds(added)
    yield Figure("bare forward pass of one token, median", statistics.median(forward), "ms")
    yield Figure("everything a step adds, median", statistics.median(overhead), "ms", 20)
    yield Figure("everything a step adds, p99", _p99(overhead), "ms", 60)
    ratio = statistics.median(overhead) / statistics.median(forward)
    yield Figure("everything a step adds, as a share of the forward pass", 100 * ratio, "%")


def _masks(model: Model) -> Iterator[Figure]:
    """The engine alone, and the automaton alone, over the texts that sessions wrote."""
    direct: list[float] = []
    within: list[float] = []
    walks: list[float] = []
    read = naive = 0
    for name, (constraint, prompt) in CONSTRAINTS.items():
        session = _session(model, constraint, prompt)
        steps = list(session.run(STEPS))
        within += [step.position.timing.mask for step in steps]
        matcher = compile_constraint("xgrammar", constraint, model.vocabulary).matcher()
        for step in steps:
            direct.append(_timed(matcher.mask))
            matcher.accept(step.token_id)
        if name == "JSON grammar":
            automaton = Automaton(constraint.grammar)
            for _ in ("cold", "warm"):
                walks = _walk(automaton, model, session.token_ids)
            read, naive = _byte_steps(automaton, model, session.token_ids)
    engine, mask = statistics.median(_milliseconds(direct)), statistics.median(_milliseconds(within))
    yield Figure("the engine's mask alone, median", engine, "ms")
    yield Figure("the engine's mask in a session, median", mask, "ms")
    yield Figure("  as a multiple of the engine alone", mask / engine, "×")
    yield Figure(
        "the automaton's mask with all offsets, JSON grammar, warm, median",
        statistics.median(_milliseconds(walks)),
        "ms",
        5,
    )
    grammar = Constraint("gbnf", C_LIKE).grammar
    builds = _milliseconds([_timed(lambda: Automaton(grammar)) for _ in range(STEPS)])
    yield Figure("the automaton of a C-like grammar built, median", statistics.median(builds), "ms", 50)
    yield Figure("  byte steps of the walk, a mask", read / len(walks), "steps")
    yield Figure("  byte steps of trying each token alone, a mask", naive / len(walks), "steps")


def _workers(model: Model) -> Iterator[Figure]:
    """What a token costs when the engine runs in a worker: accepting it, the mask, and whether it may end."""
    constraint, prompt = CONSTRAINTS["JSON grammar"]
    token_ids = [step.token_id for step in _session(model, constraint, prompt).run(STEPS)]
    pool = WorkerPool(model.vocabulary)
    engine = pool.engines["xgrammar"]
    engine.compile(constraint, model.vocabulary)  # the processes are started
    starts = [_timed(lambda: engine.compile(constraint, model.vocabulary)) for _ in range(STEPS)]
    within = [
        seconds
        for matcher in (compile_constraint("xgrammar", constraint, model.vocabulary).matcher() for _ in "abc")
        for seconds in _tokens(matcher, token_ids)
    ]
    compiled = engine.compile(constraint, model.vocabulary)
    beyond = [seconds for _ in "abc" for seconds in _tokens(compiled.matcher(), token_ids)]
    pool.close()
    added = _milliseconds([there - here for here, there in zip(within, beyond, strict=True)])
    yield Figure("what a worker adds to a token, median", statistics.median(added), "ms", 1)
    yield Figure("what a worker adds to a token, p99", _p99(added), "ms")
    yield Figure(
        "a new worker with the grammar compiled, median", statistics.median(_milliseconds(starts)), "ms"
    )


def _tokens(matcher: Matcher, token_ids: list[int]) -> Iterator[float]:
    def read(token_id: int) -> None:
        matcher.accept(token_id)
        matcher.mask()
        matcher.may_end()

    for token_id in token_ids:
        yield _timed(lambda token_id=token_id: read(token_id))


def _byte_steps(automaton: Automaton, model: Model, token_ids: tuple[int, ...]) -> tuple[int, int]:
    """What all walks read, and what trying each token alone would."""
    state, read, naive = automaton.start, 0, 0
    for token_id in token_ids:
        verdicts = judge(automaton, model.vocabulary.trie, state)
        read, naive = read + verdicts.bytes_read, naive + verdicts.bytes_naive
        state = automaton.feed_token(state, token_id, model.vocabulary.tokens[token_id])
    return read, naive


def _walk(automaton: Automaton, model: Model, token_ids: tuple[int, ...]) -> list[float]:
    state, seconds = automaton.start, []
    for token_id in token_ids:
        automaton.walks.clear()
        seconds.append(_timed(lambda state=state: judge(automaton, model.vocabulary.trie, state).offsets))
        state = automaton.feed_token(state, token_id, model.vocabulary.tokens[token_id])
    return seconds


def _looking(model: Model) -> Iterator[Figure]:
    """Stepping back, and looking at what was."""
    constraint, prompt = CONSTRAINTS["JSON grammar"]
    session = _session(model, constraint, prompt)
    list(session.run(STEPS))
    length = len(session.token_ids)
    earlier = [_timed(lambda i=i: session.position_at(i)) for i in range(length)]
    pages = [_timed(lambda i=i: session.vocabulary(i, show="masked")) for i in range(length)]
    searches = [_timed(lambda i=i: session.vocabulary(i, query="name")) for i in range(length)]

    def back() -> None:
        session.back()
        assert session.position.index == len(session.token_ids)

    backs = [_timed(back) for _ in range(length)]
    yield Figure("step back and its position, median", statistics.median(_milliseconds(backs)), "ms", 60)
    yield Figure("an earlier position, median", statistics.median(_milliseconds(earlier)), "ms", 60)
    yield Figure(
        "a page of the vocabulary with reasons, median", statistics.median(_milliseconds(pages)), "ms", 60
    )
    yield Figure("a search in the vocabulary, median", statistics.median(_milliseconds(searches)), "ms", 60)


def _memory(model: Model) -> Iterator[Figure]:
    """What 100 steps leave behind, the automaton's states included, keys and values left out."""
    constraint, prompt = CONSTRAINTS["sentences"]
    session = _session(model, constraint, prompt)
    list(session.run(5))
    gc.collect()
    tracemalloc.start()
    taken = len(list(session.run(100)))
    gc.collect()
    traced, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # torch's own memory is not traced: one hidden state a step.
    hidden = session._moments[1].scores.hidden  # type: ignore[union-attr]
    total = traced / taken + hidden.element_size() * hidden.nelement()
    yield Figure("memory of 100 steps beyond keys and values", 100 * total / MEGABYTE, "MB", 2)


def _session(model: Model, constraint: Constraint, prompt: str) -> Session:
    return Session(model, prompt, constraint, sampling=Sampling(temperature=1, seed=1), budget=1000)


def _timed(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def _milliseconds(seconds: list[float]) -> list[float]:
    return [1000 * value for value in seconds]


def _p99(values: list[float]) -> float:
    return sorted(values)[int(0.99 * (len(values) - 1))]


if __name__ == "__main__":
    main()
