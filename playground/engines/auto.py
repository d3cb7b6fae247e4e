"""The engine that a server would take: the first of several that does not refuse the constraint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint
from playground.engines.protocol import CompiledConstraint, Engine, EngineError, Matcher

ORDER = ("xgrammar", "guidance", "outlines")
"""As vLLM's backend `auto` asks them."""


@dataclass(frozen=True)
class AutoConstraint:
    """A constraint compiled by the engine that was taken. `compile_seconds` leaves out the refusals."""

    engine: str
    """The name of the engine that was taken."""
    refusals: tuple[tuple[str, str], ...]
    """The engines asked before it, each with its name and what it said."""
    compiled: CompiledConstraint

    @property
    def compile_seconds(self) -> float:
        return self.compiled.compile_seconds

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the engines asked before said, and the warnings of the one that was taken."""
        said = (f"{name} refused it, so {self.engine} was taken: {words}" for name, words in self.refusals)
        return (*said, *self.compiled.warnings)

    def matcher(self) -> Matcher:
        return self.compiled.matcher()


class AutoEngine:
    """Asks `engines` in their order, as vLLM does with its backend `auto`."""

    name = "auto"

    def __init__(self, engines: Sequence[Engine]) -> None:
        self._engines = tuple(engines)

    def compile(self, constraint: Constraint, vocabulary: Vocabulary) -> AutoConstraint:
        refusals: list[tuple[str, str]] = []
        for engine in self._engines:
            try:
                compiled = engine.compile(constraint, vocabulary)
            except EngineError as error:
                refusals.append((engine.name, str(error)))
            else:
                return AutoConstraint(engine.name, tuple(refusals), compiled)
        raise EngineError("no engine takes it: " + "; ".join(f"{name}: {said}" for name, said in refusals))
