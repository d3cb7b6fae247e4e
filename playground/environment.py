"""Limits as numbers in environment variables, and what to say when one is met."""

from __future__ import annotations

from collections.abc import Mapping


def number(
    environment: Mapping[str, str],
    name: str,
    default: float,
    least: float,
    most: float,
    unit: str,
    whole: bool = False,
) -> float:
    """The variable's value; an absent or empty one is `default`.

    Raises ValueError, naming the variable, when the value is no number from `least` to `most`.
    """
    text = environment.get(name)
    if not text:
        return default
    try:
        value = int(text) if whole else float(text)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        kind = "a whole number" if whole else "a number"
        raise ValueError(f"{name} takes {kind} of {unit} from {least:g} to {most:,g}, not {text!r}")
    return value


def raise_it(variable: str) -> str:
    """How whoever hosts the playground gets past a limit, as a sentence."""
    return f"Whoever hosts the playground can raise {variable}."
