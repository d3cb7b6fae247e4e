"""Whether a session is finished, and why, in a sentence."""

from __future__ import annotations

from playground.decoding.position import FinishReason
from playground.decoding.standing import Standing

Finish = tuple[FinishReason | None, str]
"""The finish reason and a sentence about it; None and nothing while the session runs."""


def finish_of(standing: Standing, ended: bool, tokens: int, budget: int, room: int, context: int) -> Finish:
    """After `tokens` chosen ones, the last of which `ended` the text or not.

    `budget` is how many may be chosen, `room` how many more than those fit into the model's `context`.
    """
    if ended:
        return "stop", "The end token was chosen."
    if standing.misfit:
        return "misfit", standing.misfit
    if tokens >= budget:
        return "length", f"The budget of {_tokens(budget)} is spent."
    if room <= 0:
        return "length", f"The model's context of {_tokens(context)} is full, the prompt included."
    if standing.mask is not None and not standing.mask.any():
        return "dead_end", "No token of the vocabulary fits the grammar here."
    return None, ""


def _tokens(count: int) -> str:
    return f"{count:,} token{'' if count == 1 else 's'}"
