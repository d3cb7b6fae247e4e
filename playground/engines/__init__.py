"""Engines compute masks; each sits behind the protocol of `playground.engines.protocol`."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint
from playground.engines.protocol import CompiledConstraint, Engine, EngineError


def _xgrammar() -> Engine:
    from playground.engines.xgrammar import XGrammarEngine

    return XGrammarEngine()


def _guidance() -> Engine:
    from playground.engines.guidance import GuidanceEngine

    return GuidanceEngine()


def _guidance_forcing() -> Engine:
    from playground.engines.guidance import GuidanceEngine

    return GuidanceEngine(forcing=True)


def _guidance_native() -> Engine:
    from playground.engines.guidance_native import GuidanceNativeEngine

    return GuidanceNativeEngine()


def _outlines() -> Engine:
    from playground.engines.outlines import OutlinesEngine

    return OutlinesEngine()


def _format_enforcer() -> Engine:
    from playground.engines.format_enforcer import FormatEnforcerEngine

    return FormatEnforcerEngine()


def _automaton() -> Engine:
    from playground.engines.automaton import AutomatonEngine

    return AutomatonEngine()


def _auto() -> Engine:
    from playground.engines.auto import ORDER, AutoEngine

    return AutoEngine([ENGINES[name] for name in ORDER])


class _Engines(Mapping[str, Engine]):
    """Engines by name, each imported when it is first asked for: some take a while to load."""

    def __init__(self, makers: Mapping[str, Callable[[], Engine]]) -> None:
        self._makers = {name: cache(maker) for name, maker in makers.items()}

    def __getitem__(self, name: str) -> Engine:
        return self._makers[name]()

    def __contains__(self, name: object) -> bool:
        return name in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


ENGINES: Mapping[str, Engine] = _Engines(
    {
        "xgrammar": _xgrammar,
        "guidance": _guidance,
        "guidance-forcing": _guidance_forcing,
        "guidance-native": _guidance_native,
        "outlines": _outlines,
        "lm-format-enforcer": _format_enforcer,
        "automaton": _automaton,
        "auto": _auto,
    }
)


OWN_READERS = ("guidance-native", "outlines", "lm-format-enforcer")
"""The engines that read a JSON Schema by themselves; the others follow the grammar that it became."""


def compile_constraint(
    engine: str,
    constraint: Constraint,
    vocabulary: Vocabulary,
    engines: Mapping[str, Engine] = ENGINES,
) -> CompiledConstraint:
    """Make a constraint ready for a vocabulary with the engine of that name, and no other.

    `engines` are those to choose from. They run in this process unless they are those of a
    `playground.engines.workers.WorkerPool`.

    Raises EngineError when there is no such engine or it refuses the constraint, and ConstraintError
    when the constraint names a token that the vocabulary does not have.
    """
    if engine not in engines:
        raise EngineError(f"unknown engine {engine!r}; there is {', '.join(engines)}")
    return engines[engine].compile(constraint, vocabulary)


__all__ = ["ENGINES", "OWN_READERS", "EngineError", "compile_constraint"]
