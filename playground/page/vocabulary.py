"""Vocabulary panel: how many tokens are allowed, and each one with its verdict, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass

import gradio as gr

from playground.page import vocabulary_map
from playground.page.render import render, script
from playground.page.view import View

SHOWS = [("All", "all"), ("Allowed", "allowed"), ("Masked", "masked")]


@dataclass(frozen=True, slots=True)
class VocabularyPanel:
    head: gr.HTML
    query: gr.Textbox
    show: gr.Radio
    table: gr.HTML
    map: gr.HTML


def build() -> VocabularyPanel:
    with gr.Column(elem_id="vocabulary-panel", elem_classes="card"):
        head = gr.HTML("", apply_default_css=False, elem_id="vocabulary-head")
        picture = vocabulary_map.build()
        with gr.Row(elem_classes="filters"):
            query = gr.Textbox(
                label="Search the vocabulary",
                show_label=False,
                placeholder=r"Text, id, \n, bytes 0A",
                container=False,
                max_lines=1,
                elem_id="search",
                min_width=0,
            )
            show = gr.Radio(
                SHOWS,
                value="all",
                label="Show",
                show_label=False,
                container=False,
                elem_id="show",
                elem_classes="choice",
            )
        table = gr.HTML(
            "",
            apply_default_css=False,
            js_on_load=script("panel.js"),
            elem_id="vocabulary",
            elem_classes="fill",
        )
    return VocabularyPanel(head, query, show, table, picture)


def render_head(view: View) -> str:
    return render("vocabulary_head.html", position=view.position)


def render_table(view: View) -> str:
    return render(
        "vocabulary.html",
        page=view.vocabulary,
        query=view.query,
        show=view.show,
        finished=view.position.finish_reason == "stop",
    )
