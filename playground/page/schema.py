"""JSON Schema on the page: what holds of it, what the engine was given, and where a text stands in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gradio as gr

from playground.constraints import Constraint
from playground.decoding import Session
from playground.decoding.visible import visible
from playground.engines import OWN_READERS
from playground.engines.coverage import coverage_for
from playground.grammar.json_part import line_of
from playground.grammar.print_gbnf import print_node
from playground.grammar.schema import Entry, SchemaReading, Status
from playground.page.render import render, script
from playground.page.view import View

MOST_GAPS = 5
"""Keywords that do not hold in full and are named without unfolding."""
_SAID = {Status.NO_CONSTRAINT: "without effect"}


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the coverage, and the line of the pasted text that it stands on."""

    entry: Entry
    status: str
    line: int | None


def coverage_values(constraint: Constraint | None, engine: str) -> dict[str, Any]:
    """What the status says about the keywords of a schema under an engine; all empty without a schema."""
    schema = constraint.schema if constraint else None
    if constraint is None or schema is None:
        return {"coverage": (), "gaps": (), "summary": "", "more_gaps": 0}
    coverage = coverage_for(engine, constraint)
    counts = coverage.counts()
    parts = [f"{count} {_SAID.get(status, status)}" for status, count in counts.items()]
    gaps = coverage.having(Status.LOOSER, Status.IGNORED)
    return {
        "coverage": _rows(constraint, schema, coverage.entries),
        "gaps": _rows(constraint, schema, gaps[:MOST_GAPS]),
        "more_gaps": max(0, len(gaps) - MOST_GAPS),
        "summary": f"{sum(counts.values())} keyword{'' if sum(counts.values()) == 1 else 's'}: "
        + " · ".join(parts),
    }


def is_gap(code: str) -> bool:
    """Whether a warning of this code is about a keyword that the coverage names."""
    return code in ("schema-looser", "schema-ignored", "more_warnings")


def _rows(constraint: Constraint, schema: SchemaReading, entries: tuple[Entry, ...]) -> list[Row]:
    return [
        Row(entry, _SAID.get(entry.status, entry.status), _line(constraint, schema, entry.where))
        for entry in entries
    ]


def _line(constraint: Constraint, schema: SchemaReading, where: str | None) -> int | None:
    place = None if where is None else schema.places.get(where)
    return None if place is None else line_of(constraint.text, place)


def build_given() -> gr.HTML:
    return gr.HTML("", apply_default_css=False, js_on_load=script("schema.js"), elem_id="given")


def render_given(session: Session) -> str:
    """The normalised schema, and the grammar with the place that each rule stands for; empty without one."""
    constraint = session.constraint
    if constraint is None or constraint.schema is None:
        return ""
    schema = constraint.schema
    rules = [
        (rule.name, print_node(rule.body), where, _line(constraint, schema, where))
        for rule in constraint.grammar.rules
        for where in (schema.rules.get(rule.name),)
    ]
    engine = session.engine_taken
    followed = engine not in OWN_READERS
    return render("schema_given.html", engine=engine, is_followed=followed, given=schema.given, rules=rules)


def cursor_values(view: View) -> dict[str, Any]:
    """What the text panel says of the place in a JSON text; `white_space` is None for other texts."""
    rest = view.cursor.rest if view.cursor else None
    return {
        "cursor": view.cursor,
        "cursor_note": view.cursor_note,
        "rest": None if rest is None else visible(rest.encode()),
        "white_space": view.white_space,
    }
