"""Share panel: the session as a link, a file or a report, and a file opened again."""

from __future__ import annotations

import gradio as gr

from playground.page.render import render, script


def build() -> gr.HTML:
    with (
        gr.Column(elem_id="share-panel", elem_classes="card"),
        gr.Accordion("Share and save", open=False, elem_id="share-section"),
    ):
        return gr.HTML(
            render("share.html"), apply_default_css=False, js_on_load=script("share.js"), elem_id="share"
        )
