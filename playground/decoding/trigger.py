"""What switches a lazy grammar on, and where in the text the grammar then starts."""

from __future__ import annotations

import codecs
from dataclasses import dataclass, field
from typing import Any, get_args

from playground.constraints.request import TriggerKind
from playground.decoding.position import Plain
from playground.records.python_pattern import PythonPattern


class TriggerError(ValueError):
    """A trigger that a model's vocabulary cannot follow."""


@dataclass(frozen=True, slots=True)
class Trigger(Plain):
    """Until it is found in the generated text, nothing is masked; from there on the grammar holds.

    The kinds are llama.cpp's. A `token` is one token of the model, given by its text or, as a number, by
    its id. A `word` is found where it stands in the text, however it is cut into tokens. A `pattern` is
    searched as Python's `re.search` does; a `full_pattern` must match all that was generated, as
    `re.fullmatch` does. All are looked for after each token.

    The text that the grammar sees begins with the token, with the word, with the pattern's first group that
    matched any text, or with the whole match when there is no such group.

    Raises ValueError for an unknown kind, an empty value, a number that is no token's id, or a pattern that
    Python does not accept.
    """

    kind: TriggerKind
    value: str | int
    _pattern: PythonPattern | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.kind not in get_args(TriggerKind):
            known = "a token, a word, a pattern or a full pattern (full_pattern)"
            raise ValueError(f"A trigger is {known}, not {self.kind!r}.")
        name = self.kind.replace("_", " ")
        if self.value == "":
            raise ValueError(f"The trigger {name} is empty: write what switches the grammar on.")
        _check_value(self.kind, name, self.value)
        pattern = PythonPattern(self.text) if self.kind in ("pattern", "full_pattern") else None
        object.__setattr__(self, "_pattern", pattern)

    @property
    def text(self) -> str:
        """The value as text; for a token's id its digits."""
        return str(self.value)

    def to_dict(self) -> dict[str, str | int]:
        return {"kind": self.kind, "value": self.value}

    def find(self, data: bytes) -> int | None:
        """The byte of the generated text at which the grammar starts; None while the trigger is not in it,
        and for a token, which is more than its text.

        Raises PatternTimeoutError (a ValueError) when a pattern takes too long.
        """
        text = whole_characters(data)
        start = self._start(text, is_whole=len(_encoded(text)) == len(data))
        return None if start is None else len(_encoded(text[:start]))

    def seen(self, data: bytes) -> str:
        """The longest end of the text that could begin the trigger; empty for none (and for a pattern that
        takes too long to tell).
        """
        text = whole_characters(data)
        match self.kind:
            case "word":
                lengths = range(min(len(self.text) - 1, len(text)), 0, -1)
                return next(
                    (text[-length:] for length in lengths if self.text.startswith(text[-length:])), ""
                )
            case "pattern" if self._pattern:
                return self._pattern.begun(text)
            case "full_pattern" if self._pattern:
                return text if self._pattern.may_become(text) else ""
        return ""

    def _start(self, text: str, is_whole: bool) -> int | None:
        match self.kind:
            case "word":
                start = text.find(self.text)
                return None if start < 0 else start
            case "pattern" if self._pattern:
                return _first_group(self._pattern.search(text))
            case "full_pattern" if self._pattern and is_whole:
                return _first_group(self._pattern.fullmatch(text))
        return None


def _check_value(kind: TriggerKind, name: str, value: str | int) -> None:
    is_id = isinstance(value, int) and not isinstance(value, bool)
    if not is_id and not isinstance(value, str):
        raise ValueError(f"The trigger {name} is a text, not {value!r}.")
    if is_id and (kind != "token" or int(value) < 0):
        wanted = "an id, 0 or more" if kind == "token" else "a text"
        raise ValueError(f"The trigger {name} is {wanted}, not {value!r}.")


def _first_group(match: Any) -> int | None:
    """Where the first group that matched any text begins, else the match."""
    if not match:
        return None
    groups = (group for group in range(1, len(match.groups()) + 1) if match[group])
    start: int = match.start(next(groups, 0))
    return start


def whole_characters(data: bytes) -> str:
    """The text without a character that is cut at its end; each byte that is no UTF-8 is a lone surrogate,
    so that encoding with `surrogateescape` gives the very bytes back.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    return decoder.decode(data, final=False)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
