"""Text panel: the tokens so far, the controls, and what the last position cost."""

from __future__ import annotations

from dataclasses import dataclass

import gradio as gr

from playground.page.numerals import count, probability
from playground.page.render import render, script
from playground.page.schema import cursor_values
from playground.page.view import View

AWAY = "This session was put away after a long time without use. “Compile and start” begins it anew."
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
    choice: gr.Button
    rule_end: gr.Button


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
        choice = gr.Button("Run to the next choice", elem_id="choice", elem_classes="quiet", min_width=0)
        rule_end = gr.Button(
            "Run to the end of the rule", elem_id="rule-end", elem_classes="quiet", min_width=0
        )
    times = gr.HTML("", apply_default_css=False, elem_id="times")
    return TextPanel(text, notice, times, reset, back, step, run, pause, choice, rule_end)


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
        **cursor_values(view),
    )


def render_times(view: View) -> str:
    """What the position shown took to compute; after the end token there was nothing to compute."""
    timing = view.position.timing
    parts = [("forward pass", timing.forward), ("mask", timing.mask), ("everything else", timing.rest)]
    is_over = view.position.finish_reason == "stop"
    return render("times.html", parts=parts, is_over=is_over, compile_seconds=view.compile_seconds)


def render_notice(message: str) -> str:
    return render("notice.html", message=message)


def _state(view: View) -> str:
    return "running" if view.running else view.finish_reason or "waiting"


def _status(view: View) -> str:
    if view.running:
        return "running"
    if view.stopped:
        return f"stopped: {view.stopped}"
    if view.finish_reason:
        return f"{_ENDS[view.finish_reason]}: {view.position.finish_note}"
    return "" if view.chips else "ready"


def _spoken(view: View) -> str:
    """The last choice and the position shown in a few words, for a screen reader."""
    position = view.position
    if view.is_earlier:
        return f"Looking at step {position.index} of {view.now}: {_spoken_facts(view)}"
    chosen = f"{view.chips[-1].text} was chosen. " if view.chips else ""
    chosen += f"The run stopped: {view.stopped}. " if view.stopped else ""
    facts = "" if position.finish_reason == "stop" else f"Step {view.now}: {_spoken_facts(view)} "
    return f"{chosen}{facts}{position.finish_note}".rstrip()


def _spoken_facts(view: View) -> str:
    """What holds at the position shown, whatever held where the last token was chosen."""
    position = view.position
    depth = f", depth {position.stack.depth}" if position.stack else ""
    allowed = count(position.allowed_count, "allowed token")
    return f"kept mass {probability(position.kept_mass)}, {allowed}{depth}."
