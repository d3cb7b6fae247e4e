"""Plotly figures on the page: the component that draws them, and what all of them share.

Colours and fonts are names of CSS variables; `static/plot.js` looks them up, in light and in dark.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gradio as gr

from playground.page.render import render, script


@dataclass(frozen=True, slots=True)
class Choice:
    """What a visitor may choose of a figure. The layout's `meta` has what each value changes, by `name`."""

    name: str
    description: str
    values: tuple[str, ...]
    """The first is chosen at first."""
    key: str = ""
    """What is chosen, in words or signs; the layout's `keys` may say it for each value."""


def plot(
    elem_id: str,
    description: str,
    note: str,
    choices: Sequence[Choice],
    decoration: str,
    columns: Sequence[str] = (),
) -> gr.HTML:
    """An empty figure. `note` is the line above it, in which what the pointer is on is described.

    `decoration` is the script of `static/` that draws what Plotly does not, and triggers `pick`, with the
    `id` of what was picked. A figure of rows has the titles of its `columns`.
    """
    return gr.HTML(
        None,
        html_template=render(
            "plot.html", description=description, note=note, choices=choices, columns=columns
        ),
        apply_default_css=False,
        js_on_load=script(decoration) + script("plot.js"),
        elem_id=elem_id,
    )


def drawn(figure: dict[str, Any]) -> str:
    """The figure as the component takes it: a text, which is not taken apart on its way to Plotly."""
    return json.dumps(figure, ensure_ascii=False)


def layout(height: int, step: int, **meta: Any) -> dict[str, Any]:
    """The look that all figures share; `height` in pixels, the width is the panel's.

    `step` is that of the position drawn. `static/plot.js` reads it, and what else is in `meta`: what changes
    with each choice, and what the figure's own script draws.
    """
    return {
        "height": height,
        "autosize": False,
        "meta": {"step": step} | meta,
        "showlegend": False,
        "dragmode": False,
        "hovermode": "closest",
        "paper_bgcolor": "var(--clear)",
        "plot_bgcolor": "var(--clear)",
        "font": {"family": "var(--mono)", "size": 11, "color": "var(--ink)"},
    }


def axis(**settings: Any) -> dict[str, Any]:
    """An axis that a visitor cannot drag and that draws no lines of its own."""
    return {
        "fixedrange": True,
        "showgrid": False,
        "zeroline": False,
        "showline": False,
        "ticks": "",
        "ticklabeloverflow": "allow",  # else each label is measured again
    } | settings
