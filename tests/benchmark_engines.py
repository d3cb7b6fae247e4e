"""The engines on the same texts in one process: `python -m tests.benchmark_engines`."""

from __future__ import annotations

from collections.abc import Iterator

from playground.automaton import Vocabulary
from playground.constraints import Constraint
from playground.engines.comparison import COMPARED, LineUp
from playground.engines.costs import engine_cost, mask_buffer, mask_bytes
from playground.engines.spelling import spell
from playground.models import load_model
from tests.automaton.build import JSON

SCHEMA = (
    '{"type": "object", "properties": {"file": {"type": "string"}, "line": {"type": "integer"}, '
    '"severity": {"enum": ["low", "high"]}}, "required": ["file", "line", "severity"]}'
)
TEXTS = {
    "JSON grammar": (Constraint("gbnf", JSON), '{"abc": [1, 2, {"x": "hello world", "y": [true, null]}]}'),
    "file, line, severity": (
        Constraint("json_schema", SCHEMA),
        '{"file": "Parser.java", "line": 88, "severity": "high"}',
    ),
    "phone number": (Constraint("regex", r"\([0-9]{3}\) [0-9]{3}-[0-9]{4}"), "(555) 010-9999"),
    "choice": (Constraint("choice", "red\nredwood\ngreen"), "redwood"),
}


def lines(vocabulary: Vocabulary) -> Iterator[str]:
    """A table of compile and mask times, and how often the masks are alike."""
    buffer = mask_buffer(256, 3, len(vocabulary))
    size = f"{buffer.rows:,} × {buffer.words:,} words, {buffer.total_bytes / 2**20:.2f} MiB"
    yield f"one mask: {mask_bytes(len(vocabulary)):,} bytes"
    yield f"vLLM's buffer for 256 sequences with 3 tokens ahead: {size}"
    for name, (constraint, text) in TEXTS.items():
        token_ids = spell(vocabulary, text)
        run = LineUp(constraint, vocabulary, COMPARED).run(token_ids, shown=0)
        yield f"{name}, {len(token_ids)} tokens, all masks alike at {run.identical:.0%} of the texts"
        for each in run.engines:
            cost = engine_cost(each)
            yield (
                f"  {each.engine:20}{each.status:9}compile {1000 * cost.compile_seconds:8.1f} ms"
                f"   mask {1000 * cost.median_seconds:7.3f} ms median {1000 * cost.p99_seconds:8.3f} ms p99"
                f"   like {COMPARED[0]}'s {each.same:5.0%}"
            )


def main() -> None:
    vocabulary = load_model("smollm2").vocabulary
    assert len(vocabulary.trie.order)  # built now, so that no engine pays for it
    for line in lines(vocabulary):
        print(line)


if __name__ == "__main__":
    main()
