"""Collecting what is wrong with a text while it is read, and handing it over sorted and bounded."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from playground.grammar.diagnostics import Diagnostic, Span, diagnose

MAX_ERRORS = 20
MAX_WARNINGS = 20
_ENOUGH = 1000
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Remark:
    """A diagnostic before its line, column and excerpt are worked out."""

    span: Span
    code: str
    message: str
    hint: str = ""
    where: str = ""


class Stop(Exception):  # noqa: N818 - it is not an error of the program: it ends the reading of one rule
    """The rest of a rule cannot be read; carries the remark that says why."""

    def __init__(self, remark: Remark) -> None:
        super().__init__(remark.message)
        self.remark = remark


@dataclass
class Remarks:
    """The errors and warnings found so far in one text."""

    text: str
    errors: list[Remark] = field(default_factory=list)
    warnings: list[Remark] = field(default_factory=list)

    @property
    def full(self) -> bool:
        """True when there is so much wrong that reading on tells nobody anything."""
        return len(self.errors) >= _ENOUGH

    def line(self, offset: int) -> int:
        """The line, from 1, of an offset; for messages that name a second place."""
        return bisect_right(self._line_ends, offset) + 1

    @cached_property
    def _line_ends(self) -> list[int]:
        return [match.end() for match in _LINE_END.finditer(self.text)]

    def diagnostics(self, severity: Literal["error", "warning"]) -> tuple[Diagnostic, ...]:
        """All remarks of one severity in the order of the text; the last says how many were left out."""
        remarks, limit = (self.errors, MAX_ERRORS) if severity == "error" else (self.warnings, MAX_WARNINGS)
        ordered = sorted(dict.fromkeys(remarks), key=lambda remark: (remark.span.start, remark.span.end))
        shown = [
            diagnose(self.text, r.span, r.code, r.message, r.hint, severity, r.where) for r in ordered[:limit]
        ]
        left_out = len(ordered) - len(shown)
        if left_out:
            plural = "s" if left_out > 1 else ""
            shown.append(
                Diagnostic(f"more_{severity}s", f"{left_out} more {severity}{plural}.", "", severity)
            )
        return tuple(shown)
