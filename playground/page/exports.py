"""Copy as: the session's constraint, prompt and sampling as each server takes them."""

from __future__ import annotations

import gradio as gr

from playground.constraints import Request, export_request
from playground.decoding import Session
from playground.page.paste import SERVERS
from playground.page.render import render, script

FORMS = {"json": "JSON body", "curl": "curl", "python": "Python"}


def build() -> gr.HTML:
    with (
        gr.Column(elem_id="exports-panel", elem_classes="card"),
        gr.Accordion("Copy as a request", open=False, elem_id="exports-section"),
    ):
        return gr.HTML(
            "",
            apply_default_css=False,
            js_on_load=script("copy.js") + script("exports.js"),
            elem_id="exports",
        )


def render_exports(session: Session) -> str:
    """Every form for every server; exports.js shows one of them at a time."""
    exports = [
        (export, SERVERS[export.server]) for export in export_request(_request(session), session.model.name)
    ]
    return render("exports.html", exports=exports, forms=FORMS)


def _request(session: Session) -> Request:
    constraint = session.constraint
    return Request(
        kind=constraint.kind if constraint else None,
        text=constraint.text if constraint else "",
        prompt=session.prompt,
        chat=session.chat,
        sampling=session.sampling.to_dict(),
        max_tokens=session.budget,
        options=constraint.options if constraint else None,
        triggers=session.watch.requests(),
        thinking=session.watch.thinking,
    )
