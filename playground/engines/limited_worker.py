"""The process that `playground.engines.limited` starts. Imports only what its task needs.

Reads a pickled task from standard input and writes to standard output a pickled pair: what the package
refuses the work with, or None, and the answer.
"""

from __future__ import annotations

import pickle
import resource
import sys
from collections.abc import Callable, Mapping
from typing import Any


def outlines_pattern(schema: str) -> str:
    """The pattern that outlines makes of a JSON Schema."""
    from outlines_core.json_schema import build_regex_from_schema

    pattern: str = build_regex_from_schema(schema)
    return pattern


def outlines_index(pattern: str, texts: Mapping[bytes, list[int]], end_id: int) -> Any:
    """outlines' automaton of a pattern over the tokens of a vocabulary."""
    from outlines_core import Index, Vocabulary

    return Index(pattern, Vocabulary(end_id, texts))


def interegular_states(patterns: list[str]) -> int:
    """How many states the automata of some patterns have together."""
    import interegular

    return sum(len(interegular.parse_pattern(pattern).to_fsm().states) for pattern in patterns)


TASKS: Mapping[str, Callable[..., Any]] = {
    task.__name__: task for task in (outlines_pattern, outlines_index, interegular_states)
}


def main() -> None:
    task, arguments, memory = pickle.load(sys.stdin.buffer)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    refusal, answer = None, None
    try:
        answer = TASKS[task](*arguments)
    except MemoryError:
        raise
    except Exception as error:  # both packages raise whatever comes
        refusal = str(error).strip().partition("\n")[0] or type(error).__name__
    sys.stdout.buffer.write(pickle.dumps((refusal, answer)))


if __name__ == "__main__":
    main()
