"""Several engines beside a session: their masks at its positions, and what each of them costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from playground.decoding.position import Plain
from playground.decoding.session import Session
from playground.engines.comparison import COMPARED, Comparison, LineUp, Run
from playground.engines.costs import EngineCost, FirstChoices, engine_cost, mask_bytes

_UNMASKED = {"waiting": "The trigger has not fired", "thinking": "The thinking has not ended"}
"""By the trigger's state."""


class ComparisonError(ValueError):
    """No engine computes a mask here; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class RunCosts(Plain):
    """What a run took, engine by engine."""

    engines: tuple[EngineCost, ...]
    """Those that took the constraint."""
    forward_seconds: float | None
    """The median forward pass of the session's steps; None before the first."""
    mask_bytes: int
    """Of one bitmask."""
    first: FirstChoices
    """What checking the model's own choice first would have saved."""


class SideBySide:
    """The engines of `names` beside one session. Not for use from two threads at once.

    Making it compiles the constraint with every engine, which may take seconds. Raises ComparisonError
    for a session without a constraint.
    """

    def __init__(self, session: Session, names: Sequence[str] = COMPARED) -> None:
        if session.constraint is None:
            raise ComparisonError("Without a constraint there is no mask: choose one and start again.")
        self.session = session
        self._line_up = LineUp(session.constraint, session.model.vocabulary, names, session.engines)

    def at(self, index: int) -> Comparison:
        """The masks at a position of the session. Raises ComparisonError where no grammar is active."""
        first = [candidate.token_id for candidate in self.session.position_at(index).candidates]
        return self._line_up.at(self._governed(index), first)

    def run(self) -> Run:
        """The masks at every position of the session. Raises ComparisonError where no grammar is active."""
        return self._line_up.run(self._governed(len(self.session.token_ids)))

    def force(self, text: str) -> Run:
        """The masks along another text, in the model's own tokens, from the beginning of the grammar."""
        model = self.session.model
        spoken = [each for each in model.encode(text, False) if model.vocabulary.tokens[each]]
        return self._line_up.run(spoken if text else [])

    def costs(self, run: Run) -> RunCosts:
        """The costs of a run of this line-up."""
        session = self.session
        passes = [session.position_at(index).timing.forward for index in range(len(session.token_ids))]
        forward = median(passes) if passes else None
        verdict = session.verdict()
        return RunCosts(
            tuple(engine_cost(each, forward) for each in run.engines if each.status != "refuses"),
            forward,
            mask_bytes(len(session.model.vocabulary)),
            FirstChoices(verdict.steps, verdict.steps - verdict.overruled),
        )

    def _governed(self, index: int) -> list[int]:
        """The tokens that the grammar has read before a position, the end token left out."""
        state = self.session.position_at(index).trigger.state
        if state in _UNMASKED:
            raise ComparisonError(f"{_UNMASKED[state]} here, so nothing is masked yet.")
        ids = [token_id for token_id, _ in self.session.governed(index)]
        if None in ids:
            raise ComparisonError(
                "The grammar began inside a token here, and engines are compared on whole tokens."
            )
        return [token_id for token_id in ids if token_id is not None]
