"""Record panel: why the text ended, and what it is as a typed value."""

from __future__ import annotations

import json
from typing import Any

import gradio as gr

from playground.automaton import ParseTree, RuleSpan
from playground.decoding.visible import visible
from playground.page.render import render, script
from playground.page.view import View

MAX_SPANS = 400
"""Rules of a parse tree that are listed."""
LONGEST = 60
"""Characters of a rule's text that are shown."""


def build() -> gr.HTML:
    return gr.HTML("", apply_default_css=False, js_on_load=script("panel.js"), elem_id="record")


def render_record(view: View) -> str:
    """The object of the generated type, its JSON and the type itself; or why there is none."""
    record = view.record
    spans = view.tree.spans if view.tree else ()
    return render(
        "record.html",
        record=record,
        value=_json(record.value) if record else "",
        nested=_json(record.nested) if record and record.nested else "",
        finish_reason=view.finish_reason,
        tree=view.tree,
        spans=[(span, _written(view.tree, span)) for span in spans[:MAX_SPANS]],
        left_out=max(0, len(spans) - MAX_SPANS),
        attempts=view.attempts,
        completion=_completion(view),
        next_budget=view.next_budget,
        can_show_tree=bool(view.chips) and view.is_constrained,
    )


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _completion(view: View) -> str:
    """The shortest text that completes a cut one, its white space visible; empty when it is not known."""
    missing = view.attempts[-1].unfinished if view.attempts else None
    return visible((missing.completion or "").encode()) if missing else ""


def _written(tree: ParseTree | None, span: RuleSpan) -> str:
    """What a rule wrote, cut where it is long."""
    text = tree.text[span.start : span.end] if tree else ""
    cut = f"{text[:LONGEST]}…" if len(text) > LONGEST else text
    return visible(cut.encode())
