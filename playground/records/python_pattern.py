"""Python's regular expressions with a time limit, for patterns that visitors write.

`re` cannot be stopped, and a short pattern can keep it busy for years. The package `regex` has a timeout
and partial matches; a pattern must be valid for `re` too, and is read as `re` reads it.
"""

from __future__ import annotations

import re
import warnings
from typing import Any

import regex

SECONDS = 0.1
"""How long one search may take."""
MAX_LENGTH = 10_000
"""The longest pattern, in characters."""

# `regex` reads `x{e<=1}` as a fuzzy match, and `[a[:alpha:]]` as a class that POSIX names; to `re` a brace
# that is no count is itself, and so is a bracket in a class.
_PARTS = re.compile(
    r"""(?xs) \\.                                  # an escape
      | \[ \^? \]? (?: \\. | [^\]\\] )* \]         # a class
      | (?P<brace> \{ (?! \d+ (?:,\d*)? \} | ,\d*\} ) )
      | . """
)
_ESCAPE_OR_BRACKET = re.compile(r"\\.|\[", re.DOTALL)


class PatternError(ValueError):
    """A pattern that Python does not accept; the message says where and why."""


class PatternTimeoutError(ValueError):
    """A pattern that took longer than `SECONDS` on a text."""


class PythonPattern:
    """A compiled pattern. Raises PatternError when Python would refuse it."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._compiled = _compile(source)

    def search(self, text: str) -> Any:
        """The leftmost match as a match object, or None. Raises PatternTimeoutError."""
        return search_in_time(self._compiled, self.source, text)

    def fullmatch(self, text: str) -> Any:
        """The match of the whole text as a match object, or None. Raises PatternTimeoutError."""
        return _in_time(self._compiled.fullmatch, self.source, text)

    def group_names(self) -> tuple[str, ...]:
        """What the groups are called, in order: their names, or their numbers as text."""
        names = {number: name for name, number in self._compiled.groupindex.items()}
        return tuple(names.get(number, str(number)) for number in range(1, self._compiled.groups + 1))

    def begun(self, text: str) -> str:
        """The longest end of the text with which a match could begin; empty when there is none, or when
        that would take longer than `SECONDS` to find out.
        """
        try:
            match = self._compiled.search(text, partial=True, timeout=SECONDS)
        except TimeoutError:
            return ""
        return text[match.start() :] if match and match.end() == len(text) else ""

    def may_become(self, text: str) -> bool:
        """Whether text that begins with this one could match as a whole; no, when that would take longer than
        `SECONDS` to find out.
        """
        try:
            return bool(text) and self._compiled.fullmatch(text, partial=True, timeout=SECONDS) is not None
        except TimeoutError:
            return False


def search_in_time(compiled: Any, source: str, text: str) -> Any:
    """The leftmost match of a pattern of `regex` as a match object, or None. Raises PatternTimeoutError."""
    return _in_time(compiled.search, source, text)


def _in_time(method: Any, source: str, text: str) -> Any:
    try:
        return method(text, timeout=SECONDS)
    except TimeoutError:
        raise PatternTimeoutError(
            f"The pattern {source!r} took longer than {SECONDS} s on a text of "
            f"{len(text)} characters. Write it without repetitions inside repetitions."
        ) from None


def _compile(source: str) -> Any:
    if len(source) > MAX_LENGTH:
        raise PatternError(f"The pattern has {len(source)} characters; at most {MAX_LENGTH} are read.")
    try:
        with warnings.catch_warnings():
            # `re` warns of what it will read differently one day, and `regex` already does ([[:alpha:]]).
            warnings.simplefilter("error")
            re.compile(source)
            return regex.compile(_PARTS.sub(_literal, source), regex.VERSION0)
    except (re.error, regex.error, Warning) as error:
        raise PatternError(f"Python does not accept the pattern {source!r}: {error}.") from None
    except (RecursionError, OverflowError):
        raise PatternError("The pattern is nested too deeply, or a count in it is too large.") from None


def _literal(match: re.Match[str]) -> str:
    """A part with what is itself to `re` escaped."""
    if match["brace"]:
        return r"\{"
    if not match[0].startswith("["):
        return match[0]
    return "[" + _ESCAPE_OR_BRACKET.sub(lambda part: r"\[" if part[0] == "[" else part[0], match[0][1:])
