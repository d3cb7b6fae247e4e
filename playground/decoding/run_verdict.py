"""How far a constraint and a model were at odds over a run, from the kept mass of its steps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from playground.decoding.position import Plain

LOW = 0.5
"""Below it, the model gave more probability to what the mask took away than to what it left."""
MANY = 5
SHARE = 1 / 3
"""Low kept mass counts as lasting at `MANY` steps at least that are this share of all constrained ones."""
LISTED = 5


@dataclass(frozen=True, slots=True)
class ConstrainedStep(Plain):
    """One step taken under the grammar."""

    index: int
    """From 0, among all steps of the run."""
    token: str
    """The chosen token, its white space made visible."""
    wanted: str
    """The model's own first choice."""
    kept_mass: float
    overruled: bool
    """The model's first choice was masked."""


@dataclass(frozen=True, slots=True)
class RunVerdict(Plain):
    """The whole run in a few figures."""

    steps: int
    """Steps taken under the grammar; those before a trigger fired are not among them."""
    overruled: int
    """At how many of them the model's first choice was masked."""
    low: int
    """At how many of them the kept mass was below `LOW`."""
    mean_kept_mass: float
    """0 to 1; 1 for a run without constrained steps."""
    lowest: tuple[ConstrainedStep, ...]
    """The steps with the lowest kept mass, lowest first, at most `LISTED`; none that kept everything."""
    summary: str
    warning: str
    """What lasting low kept mass means and what to do; empty when it was not low for long."""


def judge_run(steps: Iterable[ConstrainedStep]) -> RunVerdict:
    """The verdict on the constrained steps of a run."""
    taken = tuple(steps)
    low = sum(step.kept_mass < LOW for step in taken)
    overruled = sum(step.overruled for step in taken)
    lowest = sorted((step for step in taken if step.kept_mass < 1), key=lambda step: step.kept_mass)
    return RunVerdict(
        steps=len(taken),
        overruled=overruled,
        low=low,
        mean_kept_mass=sum(step.kept_mass for step in taken) / len(taken) if taken else 1.0,
        lowest=tuple(lowest[:LISTED]),
        summary=_summary(len(taken), overruled),
        warning=_warning(len(taken), low),
    )


def _summary(steps: int, overruled: int) -> str:
    if not steps:
        return "No step was taken under the grammar."
    of = f"{steps} step{'' if steps == 1 else 's'}"
    if not overruled:
        return f"At none of {of} did the grammar overrule the model."
    return f"At {overruled} of {of} the grammar overruled the model's first choice."


def _warning(steps: int, low: int) -> str:
    if low < MANY or low < SHARE * steps:
        return ""
    return (
        f"At {low} of {steps} steps the model gave more than half of the probability to tokens that were "
        "masked. Low kept mass over many steps is a sign that the constraint or the prompt is fighting the "
        "model: describe the expected format in the prompt, and leave room for what it may want to say, such "
        "as null or unknown."
    )
