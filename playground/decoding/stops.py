"""Where a run stops before the text is finished: at a choice, at the end of a rule, at a breakpoint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playground.automaton import RuleSpan, TooAmbiguous
from playground.decoding.position import Plain, Position
from playground.decoding.session import Session, StepError
from playground.decoding.visible import visible, visible_token


@dataclass(frozen=True, slots=True)
class Arrival:
    """A position that a step has led to, where the text is not finished."""

    token: str
    """The token that was chosen on the way, as the page shows it."""
    position: Position
    rules: tuple[RuleSpan, ...]
    """Those of `Session.rules`; none while no grammar is active, or when no stop asks for them."""
    rules_before: tuple[RuleSpan, ...]
    """The same one step before."""


@dataclass(frozen=True, slots=True)
class NextChoice(Plain):
    """Stops where more than one token is allowed."""

    def why(self, arrival: Arrival) -> str:
        """Why the run stops here, in a few words; empty when it goes on. So in each of these classes."""
        count = arrival.position.allowed_count
        return f"{count:,} tokens are allowed here" if count > 1 else ""


@dataclass(frozen=True, slots=True)
class RuleEnd(Plain):
    """Stops where a rule has ended that was open when the run began."""

    rule: RuleSpan

    def why(self, arrival: Arrival) -> str:
        is_open = _place(self.rule) in (_place(rule) for rule in arrival.rules if not rule.complete)
        return "" if is_open else f"rule {self.rule.rule} has ended"


@dataclass(frozen=True, slots=True)
class RuleOpens(Plain):
    """Stops where a rule of this name comes next, or has begun with the last token."""

    name: str

    def why(self, arrival: Arrival) -> str:
        known = {_place(rule) for rule in arrival.rules_before}
        opened = (rule for rule in arrival.rules if rule.rule == self.name and _place(rule) not in known)
        return f"rule {self.name} opens" if any(opened) else ""


@dataclass(frozen=True, slots=True)
class LowKeptMass(Plain):
    """Stops where the kept mass is under a bound, 0 to 1."""

    bound: float

    def why(self, arrival: Arrival) -> str:
        kept = arrival.position.kept_mass
        return f"kept mass {kept:.2g} is under {self.bound:g}" if kept < self.bound else ""


@dataclass(frozen=True, slots=True)
class TokenText(Plain):
    """Stops after a token that holds this text; white space may also be written as the page shows it."""

    text: str

    def why(self, arrival: Arrival) -> str:
        is_held = visible(self.text.encode("utf-8", "replace")) in arrival.token
        return f"token {arrival.token} was chosen" if is_held else ""


Stop = NextChoice | RuleEnd | RuleOpens | LowKeptMass | TokenText


def innermost_rule(session: Session) -> RuleSpan:
    """The innermost rule that is open, to run to the end of. Raises StepError when there is none."""
    still_open = [rule for rule in _rules(session) if not rule.complete]
    if not still_open:
        why = session.position.stack_note or "the text is complete"
        raise StepError(f"There is no open rule to run to the end of: {why}.")
    return still_open[-1]


class Lookout:
    """Says after each step of a run whether it stops there.

    Raises StepError, as `look` does, when a stop asks for the rules and they cannot be told.
    """

    def __init__(self, session: Session, stops: Sequence[Stop]) -> None:
        self.session = session
        self._stops = tuple(stops)
        self._reads_rules = any(isinstance(stop, RuleEnd | RuleOpens) for stop in stops)
        self._rules = _rules(session) if self._reads_rules else ()
        self._length = len(session.token_ids)

    def look(self) -> str:
        """Why the run stops at the current position; empty when it goes on, and at the end of the text.

        Empty also where no step was taken since the last look: a run that stopped here leads on.
        """
        session = self.session
        if self._length == len(session.token_ids):
            return ""
        self._length = len(session.token_ids)
        if session.finish_reason or not self._stops:
            return ""
        before, self._rules = self._rules, _rules(session) if self._reads_rules else ()
        token = visible_token(session.model.vocabulary, session.token_ids[-1])
        arrival = Arrival(token, session.position, self._rules, before)
        return "; ".join(filter(None, (stop.why(arrival) for stop in self._stops)))


def _rules(session: Session) -> tuple[RuleSpan, ...]:
    try:
        return session.rules() or ()
    except TooAmbiguous as error:
        raise StepError(f"Which rules are open here is not known: {error}.") from error


def _place(rule: RuleSpan) -> tuple[str, int, int]:
    return rule.rule, rule.start, rule.depth
