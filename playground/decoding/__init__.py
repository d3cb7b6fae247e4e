"""One prompt, one constraint and one model, stepped token by token."""

from playground.decoding.sampling import Sampling
from playground.decoding.session import Session, StepError
from playground.decoding.trigger import Trigger

__all__ = ["Sampling", "Session", "StepError", "Trigger"]
