"""Engines side by side: the masks of all of them at one text, and over a whole run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint
from playground.engines import ENGINES
from playground.engines.difference import Deviation, Kind, Namer, is_whole
from playground.engines.follower import Follower, Status
from playground.engines.protocol import Engine

COMPARED = ("automaton", "xgrammar", "guidance", "guidance-native", "outlines", "lm-format-enforcer")
"""The engines that are compared unless others are named; all are held against the first that works."""
SHOWN = 40
"""Differing tokens that are looked into at one text."""


@dataclass(frozen=True, slots=True)
class EngineMask:
    """What one engine says at one text."""

    engine: str
    status: Status
    note: str = ""
    """In words, what is not well."""
    warnings: tuple[str, ...] = ()
    allowed: int = 0
    """How many tokens it allows."""
    same: bool = False
    """Whether its mask is that of the reference."""
    may_end: bool = False
    seconds: float = 0.0
    """How long the mask took when it was computed."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A token that some engines allow and some mask."""

    token_id: int
    text: str
    """What to call the token."""
    allowed_by: tuple[str, ...]
    masked_by: tuple[str, ...]
    reason: str
    """Why the automaton masks it; empty when it allows it, or does not take part."""
    kinds: tuple[tuple[str, Kind], ...]
    """The engines that differ from the one all are held against, each with the kind of difference."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The masks of several engines at one text."""

    index: int
    """How many tokens were read before."""
    engines: tuple[EngineMask, ...]
    reference: str
    """The engine that the others are held against; empty when none works."""
    allowed_by_all: int
    allowed_by_some: int
    """How many tokens only some of the working engines allow."""
    differences: tuple[Difference, ...]
    """Some of these, looked into."""

    @property
    def identical(self) -> bool:
        """Whether the working engines have the same mask."""
        return self.allowed_by_some == 0

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "identical": self.identical}


@dataclass(frozen=True, slots=True)
class EngineRun:
    """How one engine came through a whole text."""

    engine: str
    status: Status
    note: str
    compile_seconds: float
    seconds: tuple[float, ...]
    """How long each mask took."""
    same: float
    """The share of its masks that are those of the reference, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Run:
    """A text forced through all engines, token by token."""

    engines: tuple[EngineRun, ...]
    comparisons: tuple[Comparison, ...]
    """Before each token, and after the last."""

    @property
    def identical(self) -> float:
        """The share of texts at which all engines that still worked had the same mask, 0 to 1."""
        return sum(comparison.identical for comparison in self.comparisons) / len(self.comparisons)

    def to_dict(self) -> dict[str, Any]:
        comparisons = [comparison.to_dict() for comparison in self.comparisons]
        return {**asdict(self), "comparisons": comparisons, "identical": self.identical}


class LineUp:
    """Several engines with one constraint, which follow the same text. Not for two threads at once.

    `names` are engines of `engines`; what refuses the constraint stays in the line with its words. Raises
    ConstraintError when the constraint names a token that the vocabulary does not have.
    """

    def __init__(
        self,
        constraint: Constraint,
        vocabulary: Vocabulary,
        names: Sequence[str] = COMPARED,
        engines: Mapping[str, Engine] = ENGINES,
    ) -> None:
        self._vocabulary = vocabulary
        self._namer = Namer(constraint)
        self._followers = [Follower(name, constraint, vocabulary, engines) for name in names]

    def at(self, token_ids: Sequence[int], first: Sequence[int] = (), shown: int = SHOWN) -> Comparison:
        """Compare the masks after some tokens.

        At most `shown` of the differing tokens are looked into, those of `first` before the others.
        """
        for follower in self._followers:
            follower.go_to(token_ids)
        working = [follower for follower in self._followers if follower.status == "works"]
        rows = tuple(_row(follower, working) for follower in self._followers)
        if not working:
            return Comparison(len(token_ids), rows, "", 0, 0, ())
        masks = np.stack([follower.allowed for follower in working])
        by_all, by_some = masks.all(axis=0), masks.any(axis=0)
        differing = np.flatnonzero(by_all != by_some).tolist()
        rank = {token_id: place for place, token_id in enumerate(first)}
        differing.sort(key=lambda token_id: (rank.get(token_id, len(rank)), token_id))
        text = _Text(self._vocabulary, token_ids)
        return Comparison(
            index=len(token_ids),
            engines=rows,
            reference=working[0].engine,
            allowed_by_all=int(by_all.sum()),
            allowed_by_some=len(differing),
            differences=tuple(self._difference(token_id, working, text) for token_id in differing[:shown]),
        )

    def run(self, token_ids: Sequence[int], shown: int = SHOWN) -> Run:
        """Compare the masks before each of some tokens and after the last."""
        comparisons = [self.at(token_ids[:count], shown=shown) for count in range(len(token_ids) + 1)]
        return Run(tuple(_run(follower, comparisons) for follower in self._followers), tuple(comparisons))

    def _difference(self, token_id: int, working: Sequence[Follower], text: _Text) -> Difference:
        reference = working[0]
        expected = bool(reference.allowed[token_id])
        kinds = []
        for follower in working:
            if bool(follower.allowed[token_id]) == expected:
                continue
            token = self._vocabulary.tokens[token_id] or b""
            deviation = Deviation(
                engine=follower.engine,
                adds=not expected,
                text=text.data,
                token=token,
                offset=(follower if expected else reference).refused_at(token),
                ends=token_id in self._vocabulary.end_ids,
                forced=follower.choices() <= 1,
                split=text.split,
            )
            kinds.append((follower.engine, self._namer.name(deviation)))
        return Difference(
            token_id=token_id,
            text=self._vocabulary.names[token_id],
            allowed_by=tuple(each.engine for each in working if each.allowed[token_id]),
            masked_by=tuple(each.engine for each in working if not each.allowed[token_id]),
            reason=next((each.reason(token_id) for each in working if each.engine == "automaton"), ""),
            kinds=tuple(kinds),
        )


class _Text:
    """The text of some tokens, and whether one of its characters took several of them."""

    def __init__(self, vocabulary: Vocabulary, token_ids: Sequence[int]) -> None:
        self.data = vocabulary.decode(token_ids)
        self.split = not all(is_whole(vocabulary.tokens[token_id] or b"") for token_id in token_ids)


def _row(follower: Follower, working: Sequence[Follower]) -> EngineMask:
    if follower.status != "works":
        return EngineMask(follower.engine, follower.status, follower.note, follower.warnings)
    return EngineMask(
        engine=follower.engine,
        status="works",
        warnings=follower.warnings,
        allowed=int(follower.allowed.sum()),
        same=bool(np.array_equal(follower.allowed, working[0].allowed)),
        may_end=follower.may_end(),
        seconds=follower.seconds[-1],
    )


def _run(follower: Follower, comparisons: Sequence[Comparison]) -> EngineRun:
    rows = [row for each in comparisons for row in each.engines if row.engine == follower.engine]
    working = [row.same for row in rows if row.status == "works"]
    return EngineRun(
        engine=follower.engine,
        status=follower.status,
        note=follower.note,
        compile_seconds=follower.compile_seconds,
        seconds=tuple(follower.seconds),
        same=sum(working) / len(working) if working else 0.0,
    )
