"""The list of examples. A list of the browser's own: it changes nothing unless the visitor chooses."""

from __future__ import annotations

from collections.abc import Sequence

import gradio as gr

from playground.lessons.examples import Example
from playground.page.render import render, script


def build(examples: Sequence[Example]) -> gr.HTML:
    """The list, its first example shown."""
    return gr.HTML(
        render_menu(examples, (), examples[0].name, 0),
        apply_default_css=False,
        js_on_load=script("menu.js"),
        elem_id="example",
    )


def render_menu(examples: Sequence[Example], own: Sequence[Example], current: str, drawing: int) -> str:
    """The examples and what the visitor wrote before; the one named `current` is shown, for "" neither.

    `drawing` is a number that is another one each time, so that the browser hears of it.
    """
    groups = [
        ("What you wrote", own),
        ("Examples", [example for example in examples if not example.lesson]),
        ("From the lessons", [example for example in examples if example.lesson]),
    ]
    return render("menu.html", groups=groups, current=current, drawing=drawing)
