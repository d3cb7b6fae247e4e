"""Stack panel: the open rules, what is expected, the trigger, and whether automaton and engine agree."""

from __future__ import annotations

import gradio as gr

from playground.page.render import render, script
from playground.page.view import View


def build() -> gr.HTML:
    return gr.HTML(
        "", apply_default_css=False, js_on_load=script("panel.js") + script("open_rules.js"), elem_id="stack"
    )


def render_stack(view: View) -> str:
    position = view.position
    return render(
        "stack.html",
        stack=position.stack,
        open_rules=[rule.rule for rule in position.stack.rules] if position.stack else [],
        stack_note=_sentence(position.stack_note),
        trigger=position.trigger,
        agreement=position.agreement,
        agreement_note=_sentence(position.agreement.note),
        is_finished=position.finish_reason == "stop",
    )


def _sentence(note: str) -> str:
    """The note with a capital letter and a full stop."""
    return note and f"{note[0].upper()}{note[1:].removesuffix('.')}."
