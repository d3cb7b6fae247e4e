"""What a visitor filled in, and the session it asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from playground.constraints import Constraint
from playground.decoding import Sampling, Session, Trigger, TriggerError
from playground.engines import ENGINES
from playground.engines.protocol import Engine
from playground.environment import raise_it
from playground.grammar.schema import SchemaOptions
from playground.models import Model, ModelError
from playground.page.constraint import WITHOUT_TEXT
from playground.page.limits import BUDGET, PROMPT, PageLimits
from playground.page.strictness import options_of

LABELS = {
    "temperature": "Temperature",
    "top_k": "Top-k",
    "top_p": "Top-p",
    "min_p": "Min-p",
    "seed": "Seed",
}
"""What the page calls the fields of `Sampling`."""

LARGEST_NUMBER = 2**53
"""Up to it a browser keeps whole numbers exactly."""

Part = Literal["prompt", "sampling", "trigger"]
"""A part of the prompt panel."""


class SetupError(ValueError):
    """A field that cannot be used as it is; the message says which and what to enter."""

    def __init__(self, part: Part, message: str) -> None:
        super().__init__(message)
        self.part = part


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
    engine: str
    """The name of the one that computes the mask."""
    thinking: str
    """The text that ends the model's thinking; empty when it does not think first."""

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
        white_space: str,
        other_keys: str,
        key_order: str,
        engine: str,
        thinking: str | None,
    ) -> Setup:
        """From the fields in the order in which the page sends them; an empty one is None.

        Raises ConstraintError for the constraint and SetupError for the rest.
        """
        constraint = _constraint(kind, text or "", options_of(white_space, other_keys, key_order))
        return cls(
            constraint,
            prompt or "",
            chat,
            _sampling(temperature, top_k, top_p, min_p, seed),
            _budget(budget),
            _triggers(trigger, trigger_value or "", constraint),
            engine,
            _thinking(thinking or "", constraint),
        )

    def session(self, model: Model, engines: Mapping[str, Engine] = ENGINES) -> Session:
        """Compile the constraint and read the prompt. Raises ValueError when either cannot be used."""
        try:
            return Session(
                model,
                self.prompt,
                self.constraint,
                trigger=self.triggers,
                engine=self.engine,
                sampling=self.sampling,
                budget=self.budget,
                chat=self.chat,
                engines=engines,
                thinking=self.thinking,
            )
        except TriggerError as error:
            raise SetupError("trigger", str(error)) from error
        except ModelError as error:
            raise SetupError("prompt", str(error)) from error


def check_limits(setup: Setup, limits: PageLimits) -> None:
    """Raises SetupError, naming the limit, when a setup asks for more than this page gives."""
    length = len(setup.prompt)
    if length > limits.prompt_characters:
        raise SetupError(
            "prompt",
            f"The prompt has {length:,} characters; {limits.prompt_characters:,} are the limit here. "
            f"Shorten it. {raise_it(PROMPT)}",
        )
    if setup.budget > limits.budget:
        raise SetupError(
            "sampling",
            f"A token budget of {setup.budget:,} is more than {limits.budget:,}, the limit here. Enter less. "
            f"{raise_it(BUDGET)}",
        )


def _constraint(kind: str, text: str, options: SchemaOptions) -> Constraint | None:
    """What the editor and the choices hold while they are hidden does not count."""
    if kind == "none":
        return None
    return Constraint(kind, "" if kind in WITHOUT_TEXT else text, options if kind == "json_schema" else None)


def _sampling(temperature: Any, top_k: Any, top_p: Any, min_p: Any, seed: Any) -> Sampling:
    fields = (
        _number(temperature, LABELS["temperature"]),
        _whole(top_k, LABELS["top_k"]),
        _number(top_p, LABELS["top_p"]),
        _number(min_p, LABELS["min_p"]),
        _whole(seed, LABELS["seed"]),
    )
    try:
        return Sampling(*fields)
    except ValueError as error:
        name, _, rest = str(error).partition(" ")
        raise SetupError("sampling", f"{LABELS[name]} {rest}") from error


def _triggers(kind: Any, value: str, constraint: Constraint | None) -> tuple[Trigger, ...]:
    """One a line, all of the same kind; a token may be a line of digits, its id."""
    if kind in (None, "off"):
        return ()
    if constraint is None:
        message = "A trigger switches a constraint on, and there is none: choose a kind, or switch it off."
        raise SetupError("trigger", message)
    lines = [line for line in value.split("\n") if line] or [""]
    are_ids = [kind == "token" and line.isascii() and line.isdecimal() for line in lines]
    try:
        return tuple(
            Trigger(kind, int(line) if is_id else line) for line, is_id in zip(lines, are_ids, strict=True)
        )
    except ValueError as error:
        raise SetupError("trigger", str(error)) from error


def _thinking(end: str, constraint: Constraint | None) -> str:
    if end and constraint is None:
        message = (
            "Where the thinking ends a constraint begins, and there is none: choose a kind, or empty it."
        )
        raise SetupError("trigger", message)
    return end


def _budget(value: Any) -> int:
    budget = _whole(value, "Token budget")
    if budget < 1:
        message = f"A token budget of {budget} leaves nothing to write: enter 1 or more."
        raise SetupError("sampling", message)
    return budget


def _number(value: Any, label: str) -> float:
    if not isinstance(value, int | float):
        raise SetupError("sampling", f"{label} is empty: enter a number.")
    if abs(value) > LARGEST_NUMBER:
        raise SetupError("sampling", f"{label} is too large: enter at most {LARGEST_NUMBER:,}.")
    return float(value)


def _whole(value: Any, label: str) -> int:
    number = _number(value, label)
    if not number.is_integer():
        raise SetupError("sampling", f"{label} is {value}: enter a whole number.")
    return int(number)
