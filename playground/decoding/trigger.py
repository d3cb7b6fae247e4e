"""What switches a lazy grammar on, and where in the text the grammar then starts."""

from __future__ import annotations

import codecs
from dataclasses import dataclass, field
from typing import Literal, get_args

from playground.decoding.position import Plain
from playground.records.python_pattern import PythonPattern

TriggerKind = Literal["word", "pattern"]


@dataclass(frozen=True, slots=True)
class Trigger(Plain):
    """Until it is found in the generated text, nothing is masked; from there on the grammar holds.

    A `word` is found where it stands in the text. A `pattern` is searched as Python's `re.search` does.
    As in llama.cpp, the text that the grammar sees begins with the word, with the pattern's first group
    that matched any text, or with the whole match when there is no such group.

    Raises ValueError for an unknown kind, an empty value, or a pattern that Python does not accept.
    """

    kind: TriggerKind
    value: str
    _pattern: PythonPattern | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.kind not in get_args(TriggerKind):
            raise ValueError(f"A trigger is a word or a pattern, not {self.kind!r}.")
        if not self.value:
            raise ValueError(f"The trigger {self.kind} is empty: write what switches the grammar on.")
        pattern = PythonPattern(self.value) if self.kind == "pattern" else None
        object.__setattr__(self, "_pattern", pattern)

    def to_dict(self) -> dict[str, str]:
        return {"kind": self.kind, "value": self.value}

    def find(self, data: bytes) -> int | None:
        """The byte of the generated text at which the grammar starts; None while the trigger is not in it.

        Raises PatternTimeoutError (a ValueError) when a pattern takes too long.
        """
        text = whole_characters(data)
        start = self._start(text)
        return None if start is None else len(text[:start].encode("utf-8", "surrogateescape"))

    def seen(self, data: bytes) -> str:
        """The longest end of the text that could begin the trigger; empty for none (and for a pattern that
        takes too long to tell).
        """
        text = whole_characters(data)
        if self._pattern:
            return self._pattern.begun(text)
        lengths = range(min(len(self.value) - 1, len(text)), 0, -1)
        return next((self.value[:length] for length in lengths if text.endswith(self.value[:length])), "")

    def _start(self, text: str) -> int | None:
        if not self._pattern:
            start = text.find(self.value)
            return None if start < 0 else start
        match = self._pattern.search(text)
        if not match:
            return None
        groups = (group for group in range(1, len(match.groups()) + 1) if match[group])
        start = match.start(next(groups, 0))
        return int(start)


def whole_characters(data: bytes) -> str:
    """The text without a character that is cut at its end; each byte that is no UTF-8 is a lone surrogate,
    so that encoding with `surrogateescape` gives the very bytes back.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    return decoder.decode(data, final=False)
