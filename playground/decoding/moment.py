"""What a session keeps of one position, and how it becomes what the page draws."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from playground.automaton import Vocabulary
from playground.decoding.distribution import Distribution
from playground.decoding.position import Candidate, FinishReason, Position, StackView, Timing, TokenChip
from playground.decoding.run_verdict import ConstrainedStep
from playground.decoding.scoring import Scores
from playground.decoding.standing import Standing
from playground.decoding.visible import visible_token


@dataclass(slots=True)
class Moment:
    """One position, as small as it can be kept: a mask, a hidden state, and some forty probabilities."""

    standing: Standing
    scores: Scores | None = None
    """None until they are asked for, and after an end token."""


NOTHING = Distribution(
    ids=np.zeros(0, dtype=np.int32),
    before=np.zeros(0),
    after=np.zeros(0),
    allowed=np.zeros(0, dtype=np.bool_),
    kept_mass=1.0,
    entropy_before=0.0,
    entropy_after=0.0,
    allowed_count=0,
    masked_count=0,
)
"""After the end there is nothing to choose from."""


def position_of(
    moment: Moment,
    index: int,
    data: bytes,
    vocabulary: Vocabulary,
    stack: StackView | None,
    finish: tuple[FinishReason | None, str],
) -> Position:
    """The position at which `data` is the text and `index` tokens were chosen, as plain data."""
    standing, scores = moment.standing, moment.scores
    found = scores.distribution if scores else NOTHING
    return Position(
        index=index,
        text=data.decode("utf-8", "replace"),
        candidates=_candidates(found, vocabulary),
        kept_mass=found.kept_mass,
        entropy_before=found.entropy_before,
        entropy_after=found.entropy_after,
        allowed_count=found.allowed_count,
        masked_count=found.masked_count,
        may_end=standing.may_end,
        stack=stack,
        stack_note=standing.note,
        trigger=standing.trigger,
        agreement=standing.agreement,
        timing=Timing(
            forward=scores.forward_seconds if scores else 0.0,
            mask=standing.mask_seconds,
            rest=standing.rest_seconds + (scores.rest_seconds if scores else 0.0),
        ),
        finish_reason=finish[0],
        finish_note=finish[1],
    )


def constrained_step(moment: Moment, index: int, token_id: int, vocabulary: Vocabulary) -> ConstrainedStep:
    """The step at which `token_id` was chosen, as far as a verdict on the run needs it."""
    assert moment.scores
    found = moment.scores.distribution
    return ConstrainedStep(
        index=index,
        token=visible_token(vocabulary, token_id),
        wanted=visible_token(vocabulary, int(found.ids[0])),
        kept_mass=found.kept_mass,
        overruled=not found.allowed[0],
    )


def chip_of(
    moment: Moment, following: Moment, index: int, token_id: int, vocabulary: Vocabulary, forced: bool
) -> TokenChip:
    """The token that was chosen there and led to the following moment, with the figures of the position."""
    assert moment.scores
    found = moment.scores.distribution
    return TokenChip(
        index=index,
        token_id=token_id,
        text=visible_token(vocabulary, token_id),
        kept_mass=found.kept_mass,
        depth=moment.standing.depth,
        allowed_count=found.allowed_count,
        entropy_before=found.entropy_before,
        entropy_after=found.entropy_after,
        forced=forced,
        fired=following.standing.trigger.since_token == index,
    )


def _candidates(found: Distribution, vocabulary: Vocabulary) -> tuple[Candidate, ...]:
    columns = (found.ids.tolist(), found.before.tolist(), found.after.tolist(), found.allowed.tolist())
    return tuple(
        Candidate(token_id, visible_token(vocabulary, token_id), before, after, allowed)
        for token_id, before, after, allowed in zip(*columns, strict=True)
    )
