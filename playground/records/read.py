"""A finished text read as its constraint says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from playground.automaton import Automaton
from playground.constraints import Constraint
from playground.grammar.choice import read_choices
from playground.grammar.json_text import MARK
from playground.grammar.regex import python_pattern
from playground.records.gbnf_record import gbnf_record
from playground.records.json_record import json_record, schema_source
from playground.records.record import Record, unread
from playground.records.regex_record import regex_record
from playground.records.tags_record import tags_record, tags_source

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
    match kind:
        case "gbnf":
            return gbnf_record(automaton, pieces)
        case "regex":
            return regex_record(python_pattern(constraint.text), text)
        case "choice":
            return Record(kind, text, text, _source(constraint), repr(text))
        case "structural_tag":
            return tags_record(constraint.tags, automaton, pieces)
        case _:
            return replace(json_record(_schema(constraint), text), kind=kind)


def _schema(constraint: Constraint) -> Any:
    return (
        {"type": "object"}
        if constraint.kind == "json_object"
        else json.loads(constraint.text.removeprefix(MARK))
    )


def _source(constraint: Constraint | None) -> str:
    """The type that a finished text would have; empty where only the text itself tells."""
    match constraint.kind if constraint else "":
        case "json_schema" | "json_object":
            assert constraint
            return schema_source(_schema(constraint))
        case "choice":
            assert constraint
            return schema_source({"enum": [choice for choice, _ in read_choices(constraint.text).choices]})
        case "structural_tag":
            assert constraint
            return tags_source(constraint.tags)
        case _:
            return ""
