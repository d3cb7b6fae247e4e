"""Engines compute masks; each sits behind the protocol of `playground.engines.protocol`."""

from collections.abc import Mapping

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint
from playground.engines.protocol import CompiledConstraint, Engine, EngineError
from playground.engines.xgrammar import XGrammarEngine

ENGINES: Mapping[str, Engine] = {engine.name: engine for engine in (XGrammarEngine(),)}


def compile_constraint(engine: str, constraint: Constraint, vocabulary: Vocabulary) -> CompiledConstraint:
    """Make a constraint ready for a vocabulary with the engine of that name.

    Raises EngineError when there is no such engine or it refuses the constraint, and ConstraintError
    when the constraint names a token that the vocabulary does not have.
    """
    if engine not in ENGINES:
        raise EngineError(f"unknown engine {engine!r}; there is {', '.join(ENGINES)}")
    return ENGINES[engine].compile(constraint, vocabulary)


__all__ = ["ENGINES", "EngineError", "compile_constraint"]
