"""A part of a JSON text by its place: as it is written, and on which line."""

from __future__ import annotations

import json
import re

from playground.grammar.diagnostics import Span

_COLON = re.compile(r"\s*:\s*")


def written_at(text: str, place: Span) -> str:
    """The value at a place of `JsonText.places`, as it is written; for a key, the value behind it."""
    colon = _COLON.match(text, place.end)
    start = colon.end() if colon else place.start
    _, end = json.JSONDecoder().raw_decode(text, start)
    return text[start:end]


def line_of(text: str, place: Span) -> int:
    """The line on which a place begins, from 1."""
    return text.count("\n", 0, place.start) + 1
