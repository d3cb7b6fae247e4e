"""Keys: what each does, and the list of them that `?` opens."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    key: str
    """As the browser calls it."""
    shown: str
    button: str
    """The control that it presses, by its id; empty for what `static/keys.js` does itself."""
    words: str


KEYS = (
    Key(" ", "Space", "step", "step"),
    Key("b", "b", "back", "step back"),
    Key("r", "r", "run", "run to the end"),
    Key("n", "n", "choice", "run to the next choice"),
    Key("e", "e", "rule-end", "run to the end of the rule"),
    Key("p", "p", "pause", "pause"),
    Key("0", "0", "reset", "reset: take all tokens back"),
    Key("ArrowLeft", "←", "", "look at the step before"),
    Key("ArrowRight", "→", "", "look at the step after"),
    Key("/", "/", "", "search the vocabulary"),
    Key("?", "?", "", "open and close this list"),
    Key("Escape", "Esc", "", "leave the field, or come back from an earlier step"),
)
