"""What is wrong with a pasted text, and where: line, column, excerpt with a caret, and what to do."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

_EXCERPT_WIDTH = 80
_FIRST_WORD = re.compile(r"(?!xgrammar)[a-z]+(?=[ ,:])")
"""An ordinary word: no code, and not the name of a program, which are written as they are."""


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of code points in a source text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One error or warning about a source text.

    `line` and `column` count from 1, in code points; both are 0 when the remark is about the whole text.
    `excerpt` is the source line and, below it, a caret line; empty when there is no place to point at.
    `where` names the place in the constraint's own terms: a rule, a JSON pointer, or "".
    """

    code: str
    message: str
    hint: str = ""
    severity: Literal["error", "warning"] = "error"
    line: int = 0
    column: int = 0
    excerpt: str = ""
    where: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.line else ""
        parts = [place + self.sentence, self.excerpt, self.hint]
        return "\n".join(part for part in parts if part)

    @property
    def sentence(self) -> str:
        """The message with a capital letter at its beginning, unless that is code, and a full stop."""
        begins = self.message[:1].upper() if _FIRST_WORD.match(self.message) else self.message[:1]
        ends = "" if self.message.endswith((".", "!", "?", "…")) else "."
        return f"{begins}{self.message[1:]}{ends}"


def diagnose(
    source: str,
    span: Span,
    code: str,
    message: str,
    hint: str = "",
    severity: Literal["error", "warning"] = "error",
    where: str = "",
) -> Diagnostic:
    """Build a diagnostic that points at `span` in `source`."""
    line, column = line_and_column(source, span.start)
    excerpt = excerpt_with_caret(source, span)
    return Diagnostic(code, message, hint, severity, line, column, excerpt, where)


def line_and_column(source: str, offset: int) -> tuple[int, int]:
    """Line and column, both from 1, of a code point offset; lines end with LF, CR LF or CR."""
    start = _line_start(source, offset)
    ends = source.count("\n", 0, start) + source.count("\r", 0, start) - source.count("\r\n", 0, start)
    return ends + 1, offset - start + 1


def excerpt_with_caret(source: str, span: Span) -> str:
    """The line around `span.start`, cut to a readable width, with carets under the span."""
    start = _line_start(source, span.start)
    ends = (source.find(sign, span.start) for sign in "\r\n")
    end = min((end for end in ends if end >= 0), default=len(source))
    column = span.start - start
    shift = max(0, column - _EXCERPT_WIDTH // 2)
    line = "".join(_visible(c) for c in source[start + shift : min(end, start + shift + _EXCERPT_WIDTH)])
    prefix = "…" if shift else ""
    suffix = "…" if end > start + shift + _EXCERPT_WIDTH else ""
    width = max(1, min(span.end, end) - span.start)
    width = min(width, max(1, len(line) - (column - shift)))
    return f"{prefix}{line}{suffix}\n{' ' * (len(prefix) + column - shift)}{'^' * width}"


def _line_start(source: str, offset: int) -> int:
    within = offset - 1 if source[offset - 1 : offset + 1] == "\r\n" else offset
    return max(source.rfind("\n", 0, within), source.rfind("\r", 0, within)) + 1


def _visible(character: str) -> str:
    return (
        " " if character in "\t\r" else character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"
    )
