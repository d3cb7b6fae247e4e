"""What a visitor filled in, and the session it asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playground.constraints import Constraint
from playground.decoding import Sampling, Session, Trigger
from playground.models import Model
from playground.page.constraint import WITHOUT_TEXT


class SetupError(ValueError):
    """A field that cannot be used as it is; the message says which and what to enter."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The left column of the page."""

    constraint: Constraint | None
    prompt: str
    chat: bool
    sampling: Sampling
    budget: int
    """Tokens."""
    triggers: tuple[Trigger, ...]

    @classmethod
    def from_fields(
        cls,
        kind: str,
        text: str | None,
        prompt: str | None,
        chat: bool,
        temperature: Any,
        top_k: Any,
        top_p: Any,
        min_p: Any,
        seed: Any,
        budget: Any,
        trigger: Any,
        trigger_value: str | None,
    ) -> Setup:
        """From the fields in the order in which the page sends them; an empty one is None.

        Raises ConstraintError for the constraint, and ValueError for anything else that cannot be used.
        """
        sampling = Sampling(
            _number(temperature, "Temperature"),
            _whole(top_k, "Top-k"),
            _number(top_p, "Top-p"),
            _number(min_p, "Min-p"),
            _whole(seed, "Seed"),
        )
        return cls(
            _constraint(kind, text or ""),
            prompt or "",
            chat,
            sampling,
            _budget(budget),
            _triggers(trigger, trigger_value or ""),
        )

    def session(self, model: Model) -> Session:
        """Compile the constraint and read the prompt. Raises ValueError when either cannot be used."""
        return Session(
            model,
            self.prompt,
            self.constraint,
            trigger=self.triggers,
            sampling=self.sampling,
            budget=self.budget,
            chat=self.chat,
        )


def _constraint(kind: str, text: str) -> Constraint | None:
    """For a kind without a text, what the hidden editor holds does not count."""
    if kind == "none":
        return None
    return Constraint(kind, "" if kind in WITHOUT_TEXT else text)


def _triggers(kind: Any, value: str) -> tuple[Trigger, ...]:
    """One a line, all of the same kind; a token may be a line of digits, its id."""
    if kind in (None, "off"):
        return ()
    lines = [line for line in value.split("\n") if line] or [""]
    are_ids = [kind == "token" and line.isascii() and line.isdecimal() for line in lines]
    return tuple(
        Trigger(kind, int(line) if is_id else line) for line, is_id in zip(lines, are_ids, strict=True)
    )


def _budget(value: Any) -> int:
    budget = _whole(value, "Token budget")
    if budget < 1:
        raise SetupError(f"A token budget of {budget} leaves nothing to write: enter 1 or more.")
    return budget


def _number(value: Any, label: str) -> float:
    if not isinstance(value, int | float):
        raise SetupError(f"{label} is empty: enter a number.")
    return float(value)


def _whole(value: Any, label: str) -> int:
    number = _number(value, label)
    if not number.is_integer():
        raise SetupError(f"{label} is {value}: enter a whole number.")
    return int(number)
