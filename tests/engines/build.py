"""A vocabulary for these tests: every byte, a few longer tokens, special tokens, and two that end a text."""

from collections.abc import Sequence

import numpy as np

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint
from playground.engines import compile_constraint
from playground.engines.protocol import Matcher, unpack

_LONGER = [b"ab", b"abc", b'{"', b'"}', b"}}", b"12", b"\xc3\xa9", b"\xa9x", b" "]
_SPECIAL = ["<|im_start|>", "<think>", "</think>", "ab"]
TOKENS: tuple[bytes | None, ...] = (
    *(bytes([i]) for i in range(256)), *_LONGER, *([None] * len(_SPECIAL)), None, b"<end>"
)  # fmt: skip
NAMES = (
    *(f"byte {i}" for i in range(256)),
    *(text.decode(errors="replace") for text in _LONGER),
    *_SPECIAL,
    "<eos>",
    "<end>",
)
FIRST_SPECIAL = 256 + len(_LONGER)
THINK, END_THINK, LOOKS_LIKE_TEXT = FIRST_SPECIAL + 1, FIRST_SPECIAL + 2, FIRST_SPECIAL + 3
EOS, END = FIRST_SPECIAL + len(_SPECIAL), FIRST_SPECIAL + len(_SPECIAL) + 1


def tokenize(text: str) -> Sequence[int]:
    """Special tokens by their names, everything else byte by byte."""
    if text in _SPECIAL[:3]:
        return [FIRST_SPECIAL + _SPECIAL.index(text)]
    return list(text.encode())


VOCABULARY = Vocabulary(TOKENS, NAMES, (EOS, END), tokenize)


def matcher(kind: str, text: str, vocabulary: Vocabulary = VOCABULARY, engine: str = "xgrammar") -> Matcher:
    return compile_constraint(engine, Constraint(kind, text), vocabulary).matcher()


def allowed(of: Matcher, vocabulary: Vocabulary = VOCABULARY) -> set[int]:
    """The ids that the mask lets through."""
    return set(np.flatnonzero(unpack(of.mask(), len(vocabulary))).tolist())


def feed(of: Matcher, text: str | bytes) -> bool:
    """Whether every byte of the text was accepted."""
    return all(of.accept(byte) for byte in (text.encode() if isinstance(text, str) else text))
