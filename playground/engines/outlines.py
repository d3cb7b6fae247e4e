"""Masks by outlines-core: regexes, and what becomes one.

It matches leftmost-first: once `red` has matched, `red|redwood` never goes on. So a sentinel is put behind
the pattern, and the text is complete where the sentinel would be the next character. No text can hold the
sentinel then, which is why it is U+0000.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint
from playground.engines.limited import run_limited
from playground.engines.per_vocabulary import PerVocabulary
from playground.engines.protocol import EngineError
from playground.engines.text_matcher import TextMatcher
from playground.grammar.choice import read_choices

SECONDS = 10
MEMORY = 2 * 2**30
INDEX = 32 * 2**20
"""Bytes of the compiled automaton; two million transitions take about 12 MiB."""

_SENTINEL = b"\0"
_NUL = "the character U+0000 marks the end of the text and cannot be written"
_UNICODE = "\\d, \\w and \\s mean the characters of all scripts"
_SCHEMA = (
    "between two parts of the JSON stands one space or none",
    "strings hold no DEL and no control character up to U+009F, and no \\u escape",
    "an exponent needs a sign",
)


class OutlinesMatcher(TextMatcher):
    """Where one text stands: outlines' states after each of its steps."""

    def __init__(self, index: Any, vocabulary: Vocabulary) -> None:
        super().__init__(vocabulary)
        self._index = index
        self._states: list[int] = [index.get_initial_state()]

    def allowed(self) -> Sequence[int]:
        found: list[int] = self._index.get_allowed_tokens(self._states[-1]) or []
        return [token_id for token_id in found if token_id < self._size]

    def advance(self, token_id: int) -> None:
        self._states.append(self._index.get_next_state(self._states[-1], token_id))

    def advance_text(self, data: bytes) -> bool:
        state: int | None = self._states[-1]
        for byte in data:
            if byte == _SENTINEL[0] or state is None:
                return False
            state = self._index.get_next_state(state, _byte_ids(self._size)[byte])
        if state is None:
            return False
        self._states.append(state)
        return True

    def undo(self, count: int) -> None:
        del self._states[len(self._states) - count :]

    def is_complete(self) -> bool:
        after = self._index.get_next_state(self._states[-1], _byte_ids(self._size)[_SENTINEL[0]])
        return after is not None and self._index.is_final_state(after)


@dataclass(frozen=True)
class OutlinesConstraint:
    """A constraint compiled for one vocabulary. `compile_seconds` covers the process it is done in."""

    pattern: str
    """The regex that outlines was given, or made of the schema."""
    index: Any
    vocabulary: Vocabulary
    compile_seconds: float
    warnings: tuple[str, ...] = ()

    def matcher(self) -> OutlinesMatcher:
        return OutlinesMatcher(self.index, self.vocabulary)


class OutlinesEngine:
    name = "outlines"

    def __init__(self) -> None:
        self._texts = PerVocabulary(_texts)

    def compile(self, constraint: Constraint, vocabulary: Vocabulary) -> OutlinesConstraint:
        texts = self._texts(vocabulary)
        started = time.perf_counter()
        pattern = _pattern(constraint)
        # Its own end token comes after the sentinel only, and is nobody's.
        task = f"(?:{pattern})\\x00", texts, _byte_ids(len(vocabulary)).stop
        index = run_limited("outlines_index", task, SECONDS, MEMORY, INDEX)
        warnings = (_NUL, *_warnings(constraint))
        return OutlinesConstraint(pattern, index, vocabulary, time.perf_counter() - started, warnings)


def _pattern(constraint: Constraint) -> str:
    match constraint.kind:
        case "regex":
            return without_anchors(constraint.text)
        case "choice":
            return "|".join(re.escape(choice) for choice, _ in read_choices(constraint.text).choices)
        case "json_schema":
            pattern: str = run_limited("outlines_pattern", (constraint.text,), SECONDS, MEMORY, INDEX)
            return pattern
        case kind:
            raise EngineError(f"outlines reads regexes, choices and JSON Schemas, not {kind}")


def without_anchors(pattern: str) -> str:
    """The pattern without a first `^` and a last `$`, which say what holds anyway."""
    pattern = pattern.removeprefix("^")
    before = pattern.removesuffix("$")
    escaped = (len(before) - len(before.rstrip("\\"))) % 2
    return pattern if escaped else before


def _warnings(constraint: Constraint) -> tuple[str, ...]:
    if constraint.kind == "json_schema":
        return _SCHEMA
    return (_UNICODE,) if constraint.kind == "regex" and re.search(r"\\[dwsDWS]", constraint.text) else ()


def _texts(vocabulary: Vocabulary) -> Mapping[bytes, list[int]]:
    """The tokens by their bytes, and with them every single byte under an id of its own."""
    texts: dict[bytes, list[int]] = {}
    for token_id, text in enumerate(vocabulary.tokens):
        if text and token_id not in vocabulary.end_ids and _SENTINEL not in text:
            texts.setdefault(text, []).append(token_id)
    for byte, token_id in enumerate(_byte_ids(len(vocabulary))):
        texts.setdefault(bytes([byte]), []).append(token_id)
    return texts


def _byte_ids(size: int) -> range:
    return range(size, size + 256)
