"""What a session says of itself: whether engine and automaton agree, and what took the time."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from playground.automaton import Vocabulary
from playground.constraints import Constraint
from playground.decoding import Session
from playground.engines import ENGINES
from playground.engines.protocol import CompiledConstraint
from tests.decoding.models import seeded_toy

DIGITS = Constraint("gbnf", "root ::= [0-9]{2,4}")
DELAY = 0.03
"""Seconds; a toy model's pass and mask take less than one."""


class Delayed:
    """Hands everything on, `method` after a delay; `wrap` is what becomes of the results of other calls."""

    def __init__(self, inner: Any, method: str, wrap: Callable[[Any], Any] = lambda result: result) -> None:
        self._inner, self._method, self._wrap = inner, method, wrap

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if name != self._method:
            return found

        def later(*arguments: Any) -> Any:
            time.sleep(DELAY)
            return self._wrap(found(*arguments))

        return later


class SlowMasks:
    """An engine whose masks take a while."""

    name = "slow"

    def compile(self, constraint: Constraint, vocabulary: Vocabulary) -> CompiledConstraint:
        compiled = ENGINES["xgrammar"].compile(constraint, vocabulary)
        return Delayed(compiled, "matcher", lambda matcher: Delayed(matcher, "mask"))


def test_a_disagreement_of_engine_and_automaton_is_told() -> None:
    # A reversed range matches nothing, so nothing can follow a "1"; xgrammar allows it all the same.
    session = Session(seeded_toy(["1", "b", "z"]), "", Constraint("gbnf", 'root ::= "1" [z-a] | "b"'))
    agreement = session.position.agreement
    assert (agreement.state, agreement.only_engine, agreement.only_automaton) == ("differ", (0,), ())
    assert (agreement.only_engine_count, agreement.only_automaton_count) == (1, 0)


@pytest.mark.parametrize(("slow", "quick"), [("forward", "mask"), ("mask", "forward")])
def test_forward_pass_and_mask_are_timed_apart(slow: str, quick: str) -> None:
    model: Any = seeded_toy(["1", "2"])
    if slow == "forward":
        timing = Session(Delayed(model, "forward"), "", DIGITS).position.timing  # type: ignore[arg-type]
    else:
        engines = {"slow": SlowMasks()}
        timing = Session(model, "", DIGITS, engine="slow", engines=engines).position.timing
    assert getattr(timing, slow) >= DELAY
    assert getattr(timing, quick) < getattr(timing, slow)
