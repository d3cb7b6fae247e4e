"""One prompt, one constraint and one model, stepped token by token."""

from playground.decoding.advice import advice
from playground.decoding.attempts import Attempt, attempt_of, attempts, larger_budget
from playground.decoding.extraction import ExtractionError, extract
from playground.decoding.json_cursor import Cursor, cursor
from playground.decoding.run_verdict import RunVerdict
from playground.decoding.sampling import Sampling
from playground.decoding.session import Session, StepError
from playground.decoding.side_by_side import ComparisonError, RunCosts, SideBySide
from playground.decoding.stops import (
    Lookout,
    LowKeptMass,
    NextChoice,
    RuleEnd,
    RuleOpens,
    Stop,
    TokenText,
    innermost_rule,
)
from playground.decoding.trigger import Trigger, TriggerError
from playground.decoding.unfinished import Unfinished
from playground.decoding.white_space import WhiteSpace, white_space_of

__all__ = [
    "Attempt",
    "ComparisonError",
    "Cursor",
    "ExtractionError",
    "Lookout",
    "LowKeptMass",
    "NextChoice",
    "RuleEnd",
    "RuleOpens",
    "RunCosts",
    "RunVerdict",
    "Sampling",
    "Session",
    "SideBySide",
    "StepError",
    "Stop",
    "TokenText",
    "Trigger",
    "TriggerError",
    "Unfinished",
    "WhiteSpace",
    "advice",
    "attempt_of",
    "attempts",
    "cursor",
    "extract",
    "innermost_rule",
    "larger_budget",
    "white_space_of",
]
