"""Record panel: why the text ended, and what it is as a typed value."""

from __future__ import annotations

import json

import gradio as gr

from playground.page.render import render
from playground.page.view import View


def build() -> gr.HTML:
    return gr.HTML("", apply_default_css=False, elem_id="record")


def render_record(view: View) -> str:
    """The object of the generated type, its JSON and the type itself; or why there is none."""
    value = json.dumps(view.record.value, indent=2, ensure_ascii=False) if view.record else ""
    return render("record.html", record=view.record, value=value, finish_reason=view.finish_reason)
