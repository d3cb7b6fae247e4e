"""Engine: which engine computes the mask, and how the engines read JSON Schema."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import gradio as gr

from playground.page.render import render

ENGINE = "xgrammar"
ENGINES = [
    ("xgrammar", "xgrammar"),
    ("guidance", "guidance"),
    ("outlines", "outlines"),
    ("lm-format-enforcer", "lm-format-enforcer"),
    ("automaton", "automaton"),
    ("auto", "auto"),
]
HELP = (
    "Auto takes xgrammar, else guidance where xgrammar refuses, else outlines, as vLLM does. "
    "A named engine is taken or refuses; none stands in for it."
)
SUITE = Path(__file__).with_name("engine_suite.json")
"""What `python -m tests.schema_suite` counted: schemas of the test suite by engine and verdict."""


def build() -> gr.Radio:
    """The choice, folded, with the table below it."""
    with gr.Accordion("Engine", open=False, elem_id="engine-section"):
        engine = gr.Radio(
            ENGINES,
            value=ENGINE,
            label="What computes the mask",
            info=HELP,
            elem_id="engine",
            elem_classes="choice",
        )
        gr.HTML(render_suite(_suite()), apply_default_css=False, elem_id="engine-suite")
    return engine


def render_suite(suite: dict[str, Any]) -> str:
    """How the engines judge the test suite, as a table."""
    return render("engine_suite.html", suite=suite)


@cache
def _suite() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(SUITE.read_text(encoding="utf-8"))
    return found
