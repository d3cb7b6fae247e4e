"""Text panel: the tokens so far, the controls, and what the last position cost."""

from __future__ import annotations

from dataclasses import dataclass

import gradio as gr

from playground.page.numerals import count, probability
from playground.page.render import render, script
from playground.page.view import View

_ENDS = {"stop": "finished", "length": "cut", "dead_end": "dead end", "misfit": "does not fit"}


@dataclass(frozen=True, slots=True)
class TextPanel:
    text: gr.HTML
    notice: gr.HTML
    times: gr.HTML
    reset: gr.Button
    back: gr.Button
    step: gr.Button
    run: gr.Button
    pause: gr.Button


def build() -> TextPanel:
    text = gr.HTML(
        "", apply_default_css=False, js_on_load=script("panel.js"), elem_id="text", elem_classes="fill"
    )
    notice = gr.HTML("", apply_default_css=False, elem_id="notice")
    with gr.Row(elem_id="controls"):
        reset = gr.Button("↺ Reset", elem_id="reset", min_width=0)
        back = gr.Button("◀ Back", elem_id="back", min_width=0)
        step = gr.Button("▶ Step", variant="primary", elem_id="step", min_width=0)
        run = gr.Button("▶▶ Run", elem_id="run", min_width=0)
        pause = gr.Button("❚❚ Pause", elem_id="pause", min_width=0)
    times = gr.HTML("", apply_default_css=False, elem_id="times")
    return TextPanel(text, notice, times, reset, back, step, run, pause)


def render_text(view: View) -> str:
    """The chosen tokens, the one at the position shown marked, later ones dimmed."""
    return render(
        "text.html",
        position=view.position,
        chips=view.chips,
        now=view.now,
        is_earlier=view.is_earlier,
        state=_state(view),
        status=_status(view),
        spoken=_spoken(view),
    )


def render_times(view: View) -> str:
    return render("times.html", timing=view.position.timing, compile_seconds=view.compile_seconds)


def render_notice(message: str) -> str:
    return render("notice.html", message=message)


def _state(view: View) -> str:
    return "running" if view.running else view.finish_reason or "waiting"


def _status(view: View) -> str:
    if view.running:
        return "running"
    if view.finish_reason:
        return f"{_ENDS[view.finish_reason]}: {view.position.finish_note}"
    return "" if view.chips else "ready"


def _spoken(view: View) -> str:
    """The step in one sentence, for a screen reader."""
    position = view.position
    if view.is_earlier or not view.chips:
        step = f"Step {position.index} of {view.now}: kept mass {probability(position.kept_mass)}."
    else:
        last = view.chips[-1]
        step = (
            f"Step {view.now}: {last.text} chosen out of {count(last.allowed_count, 'allowed token')}, "
            f"kept mass {probability(last.kept_mass)}, depth {last.depth}."
        )
    return f"{step} {position.finish_note}"
