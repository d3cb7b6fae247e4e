"""Head of the timeline: the verdict on the run, and the steps at which the constraint cost most."""

from __future__ import annotations

import gradio as gr

from playground.page.render import render, script
from playground.page.view import View


def build() -> gr.HTML:
    return gr.HTML("", apply_default_css=False, js_on_load=script("panel.js"), elem_id="verdict")


def render_verdict(view: View) -> str:
    """In one line each: how often the model was overruled, where kept mass was lowest, and a warning."""
    return render("verdict.html", verdict=view.verdict, is_begun=view.now > 0)
