"""The toy models' vocabularies and scores: small enough to read, seeded enough to repeat."""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from playground.models.protocol import Logits

END = "<eos>"
UNKNOWN = "<unk>"

TAIL = 4
"""How many of the last token ids the seeded scores look at."""


@dataclass(frozen=True, slots=True)
class ToyState:
    """What a toy model remembers of a prefix: its length in tokens and its last `TAIL` ids."""

    length: int
    tail: tuple[int, ...]


Score = Callable[[ToyState], Logits]


@dataclass(frozen=True, slots=True)
class Preset:
    """One toy model: its vocabulary, the special tokens among it, and its scores."""

    name: str
    texts: tuple[str | bytes, ...]
    """Token i is `texts[i]`; bytes where a token is not whole characters."""
    specials: tuple[str, ...]
    """The texts that name special tokens, `END` first where there is an end token."""
    score: Score
    fixed_prompt: str = ""
    """When set, every prompt is read as this one token, since the vocabulary cannot spell prompts."""


def seeded(seed: int, size: int, bias: Sequence[float] | None = None) -> Score:
    """Normal scores with standard deviation 2, drawn anew for each tail of ids, plus `bias`, shape (V,)."""
    offset = np.zeros(size) if bias is None else np.array(bias)

    def score(state: ToyState) -> Logits:
        generator = np.random.default_rng([seed, *state.tail])
        return (generator.standard_normal(size) * 2.0 + offset).astype(np.float32)

    return score


def fixed(logits: Sequence[float]) -> Score:
    """The same scores at every position."""

    def score(state: ToyState) -> Logits:
        return np.array(logits, dtype=np.float32)

    return score


def scripted(steps: Sequence[Sequence[int]], end_id: int, size: int) -> Score:
    """At step k the candidates `steps[k]` in order of preference; after the last step, the end token.

    The prompt counts as one token. Each candidate is e² times as probable as the next; all other tokens
    are far behind.
    """

    def score(state: ToyState) -> Logits:
        step = state.length - 1
        candidates = steps[step] if step < len(steps) else (end_id,)
        logits = np.full(size, -20.0, dtype=np.float32)
        for rank, token_id in enumerate(candidates):
            logits[token_id] = -2.0 * rank
        return logits

    return score


def tabled(steps: Sequence[Sequence[float]], end_id: int) -> Score:
    """At step k exactly the probabilities `steps[k]`, shape (V,); after the last step, the end token.

    The prompt counts as one token.
    """
    size = len(steps[0])

    def score(state: ToyState) -> Logits:
        step = state.length - 1
        probabilities = np.array(steps[step]) if step < len(steps) else np.eye(size)[end_id]
        logits = np.full(size, -1000.0, dtype=np.float32)  # exp of it is exactly 0
        likely = probabilities > 0
        logits[likely] = np.log(probabilities[likely])
        return logits

    return score


def _default() -> Preset:
    characters = [*string.ascii_letters, *string.digits, *string.punctuation, " ", "\n", "\t"]
    # Single bytes of é, € and 😀: a text can stop in the middle of a character.
    loose_bytes = [bytes([byte]) for byte in sorted(set("é€😀".encode()))]
    phrases = ['{"', '":', '": ', '": "', '", "', '",', ", ", '"}', '"]}', "}}", '["', " {", "\n  ", "```"]
    phrases += ["re", "red", "gr", "green", "ee", "en", "ey", "bl", "blue", "ue", "yellow", "true", "false"]
    phrases += ["null", "name", "age", "line", "42", " the", "é"]
    specials = (END, UNKNOWN, "<tool_call>", "</tool_call>", "<think>", "</think>")
    texts = (*characters, *loose_bytes, *phrases, *specials)
    # Closing signs and the end are likelier, so that strings, lists and texts come to an end.
    favour = {'"': 2.0, "}": 2.0, "]": 2.0, END: 2.0} | dict.fromkeys(specials[1:], -4.0)
    bias = [favour.get(text, 0.0) if isinstance(text, str) else -2.0 for text in texts]
    return Preset("toy", texts, specials, seeded(20, len(texts), bias))


def _masking() -> Preset:
    """Eight tokens of which a JSON object may begin with two; it has no end token."""
    texts = ("Sure", "{", " {", '"', "Here", "[", "```", "\n")
    logits = (3.0, 1.5, 0.5, -1.0, 2.5, 0.0, 2.0, 1.0)
    return Preset("toy:lesson2", texts, (), fixed(logits), fixed_prompt="\n")


def _colours() -> Preset:
    """Twenty tokens that spell red, green, grey and blue in several ways."""
    words = ["r", "e", "d", "re", "red", "g", "gr", "green", "ee", "en"]
    words += ["ey", "n", "y", "b", "l", "u", "bl", "ue", "yellow"]
    return Preset("toy:lesson3", (*words, END), (END,), seeded(3, len(words) + 1), fixed_prompt=END)


def _tool_call() -> Preset:
    """Free text and then a tool call, with a wrong candidate before or after the right one."""
    script = (
        ("I will ", "Let me "),
        ("read the file.\n",),
        ("<tool_call>",),
        ('{"name": "', "{'name': '"),
        ("readFile", "read_file"),
        ('", "args": {"path": "', '", "path": "'),
        ("src/Main.java",),
        ('"}}', '"}'),
        ("</tool_call>", "\n"),
    )
    texts = (*(text for candidates in script for text in candidates), END)
    steps = [[texts.index(text) for text in candidates] for candidates in script]
    score = scripted(steps, texts.index(END), len(texts))
    return Preset("toy:lesson11", texts, (END,), score, fixed_prompt=END)


def _unknown_line() -> Preset:
    """One value, for which the model would rather say that it does not know; then the end."""
    likely = {'"unknown"': 0.55, "null": 0.20, "42": 0.10, "7": 0.08, "1": 0.07, END: 0.0}
    texts = tuple(likely)
    score = tabled([tuple(likely.values())], texts.index(END))
    return Preset("toy:lesson13", texts, (END,), score, fixed_prompt=END)


def _person() -> Preset:
    """Thirty-two tokens of which a person's record can be made, in more ways than one, and with dead ends."""
    texts = ["{", '{"', "name", '":', ' "', '", "', "age", ": ", '"name": "', "A", "Ada", "Al", "an", "Bo"]
    texts += ["b", "ice", "ob", "o", "x", "1", "4", "42", "7", "0", "}", '"}', ", ", " ", "[", "null", "Sure"]
    return Preset("toy:lesson14", (*texts, END), (END,), seeded(4, len(texts) + 1), fixed_prompt=END)


PRESETS = {
    preset.name: preset
    for preset in (_default(), _masking(), _colours(), _tool_call(), _unknown_line(), _person())
}
