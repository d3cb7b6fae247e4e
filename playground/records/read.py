"""A finished text read as its constraint says."""

from __future__ import annotations

import json
from collections.abc import Sequence

from playground.automaton import Automaton
from playground.constraints import Constraint
from playground.records.gbnf_record import gbnf_record
from playground.records.json_record import json_record, schema_source
from playground.records.record import Record, unread
from playground.records.regex_record import regex_record

Piece = tuple[int | None, bytes]
"""A token and its text; no id where only the rest of a token's text counts."""


def read_record(
    constraint: Constraint | None,
    pieces: Sequence[Piece],
    automaton: Automaton | None,
    finish: tuple[str | None, str],
) -> Record:
    """The record of a text that the constraint governed; `constraint` is None when nothing did.

    `finish` is the finish reason and a sentence about it. Nothing is parsed unless the reason is `stop`:
    the errors then say why. Never raises.
    """
    kind = constraint.kind if constraint else "text"
    reason, note = finish
    if reason != "stop":
        why = f"{note} The text is cut and not parsed." if reason else "The text is not finished."
        return unread(kind, _source(constraint), why)
    text = b"".join(data for _, data in pieces).decode("utf-8", "replace")
    if constraint is None:
        return Record(kind, text, text, "Record = str\n", repr(text))
    if kind == "gbnf":
        return gbnf_record(automaton, pieces)
    if kind == "regex":
        return regex_record(constraint.text, text)
    return json_record(json.loads(constraint.text), text)


def _source(constraint: Constraint | None) -> str:
    if constraint and constraint.kind == "json_schema":
        return schema_source(json.loads(constraint.text))
    return ""
