"""Plotly figures on the page: the component that draws them, and what all of them share.

Colours and fonts are names of CSS variables; `static/plot.js` looks them up, in light and in dark.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import gradio as gr

from playground.page.render import render, script


def plot(
    elem_id: str, description: str, note: str, scales: Sequence[str], columns: Sequence[str] = ()
) -> gr.HTML:
    """An empty figure; a click on a point is the event `pick`, its `id` the point's `customdata`.

    `note` is the line above it, in which the point under the pointer is described. `scales` are what the
    visitor may choose from, the first one chosen. A figure of rows has the titles of its `columns`.
    """
    return gr.HTML(
        None,
        html_template=render("plot.html", description=description, note=note, scales=scales, columns=columns),
        apply_default_css=False,
        js_on_load=script("rows.js") + script("plot.js"),
        elem_id=elem_id,
    )


def drawn(figure: dict[str, Any]) -> str:
    """The figure as the component takes it: a text, which is not taken apart on its way to Plotly."""
    return json.dumps(figure, ensure_ascii=False)


def layout(height: int, step: int, **meta: Any) -> dict[str, Any]:
    """The look that all figures share; `height` in pixels, the width is the panel's.

    `step` is that of the position drawn. `static/plot.js` reads it, and what else is in `meta`: `rows`, the
    words that stand over the figure, and `scales`, the axes by scale.
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


def title(text: str, x: float, colour: str, side: str = "left") -> dict[str, Any]:
    """Words above the figure at `x`, 0 to 1 from its left, which are on this side of them."""
    return {
        "text": text,
        "x": x,
        "y": 1,
        "xref": "paper",
        "yref": "paper",
        "xanchor": side,
        "yanchor": "bottom",
        "showarrow": False,
        "font": {"color": colour},
    }
