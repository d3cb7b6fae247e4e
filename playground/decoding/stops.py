"""Where a run stops before the text is finished: at a choice, at the end of a rule, at a breakpoint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playground.automaton import RuleSpan, TooAmbiguous
from playground.decoding.position import Position
from playground.decoding.session import Session, StepError
from playground.decoding.visible import visible

_NO_RULES = (
    "No rule is open here: no grammar is active. Step on until the trigger fires, or give a constraint."
)


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
class NextChoice:
    """Stops where more than one token is allowed."""

    def why(self, arrival: Arrival) -> str:
        """Why the run stops here, in a few words; empty when it goes on. So in each of these classes."""
        count = arrival.position.allowed_count
        return f"{count:,} tokens are allowed here" if count > 1 else ""


@dataclass(frozen=True, slots=True)
class RuleEnd:
    """Stops where a rule has ended that was open when the run began."""

    rule: RuleSpan

    def why(self, arrival: Arrival) -> str:
        is_open = _place(self.rule) in (_place(rule) for rule in arrival.rules if not rule.complete)
        return "" if is_open else f"rule {self.rule.rule} has ended"


@dataclass(frozen=True, slots=True)
class RuleOpens:
    """Stops where a rule of this name comes next, or has begun with the last token."""

    name: str

    def why(self, arrival: Arrival) -> str:
        known = {_place(rule) for rule in arrival.rules_before}
        opened = (rule for rule in arrival.rules if rule.rule == self.name and _place(rule) not in known)
        return f"rule {self.name} opens" if any(opened) else ""


@dataclass(frozen=True, slots=True)
class LowKeptMass:
    """Stops where the kept mass is under a bound, 0 to 1."""

    bound: float

    def why(self, arrival: Arrival) -> str:
        kept = arrival.position.kept_mass
        return f"kept mass {kept:.2g} is under {self.bound:g}" if kept < self.bound else ""


@dataclass(frozen=True, slots=True)
class TokenText:
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


def run_until(session: Session, stops: Sequence[Stop]) -> Iterator[str]:
    """Step until the text is finished or a stop is reached.

    After each step, yields why the run stops there; empty while it goes on, and at the end of the text.
    At least one step is taken, so that the next run leads on. Raises what `Session.step` raises.
    """
    reads_rules = any(isinstance(stop, RuleEnd | RuleOpens) for stop in stops)
    rules = _rules(session) if reads_rules else ()
    for step in session.run():
        why = ""
        if stops and not session.finish_reason:
            before, rules = rules, _rules(session) if reads_rules else ()
            arrival = Arrival(step.text, session.position, rules, before)
            why = "; ".join(filter(None, (stop.why(arrival) for stop in stops)))
        yield why
        if why:
            return


def _rules(session: Session) -> tuple[RuleSpan, ...]:
    try:
        return session.rules() or ()
    except TooAmbiguous as error:
        raise StepError(f"Which rules are open here is not known: {error}.") from error


def _place(rule: RuleSpan) -> tuple[str, int, int]:
    return rule.rule, rule.start, rule.depth
