"""Timeline panel: kept mass and stack depth at every step, as a Plotly figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gradio as gr

from playground.decoding.position import TokenChip
from playground.page import verdict
from playground.page.numerals import count, probability
from playground.page.plot import axis, layout, markup, plot
from playground.page.view import View

HEIGHT = 150
"""Pixels."""
_FEWEST_STEPS = 20
"""The axis is at least this long, so that the first steps do not stretch over the whole panel."""


@dataclass(frozen=True, slots=True)
class TimelinePanel:
    verdict: gr.HTML
    plot: gr.HTML


def build() -> TimelinePanel:
    with gr.Column(elem_id="timeline-panel", elem_classes="card"):
        head = verdict.build()
        return TimelinePanel(head, plot("timeline", "Kept mass and stack depth at every step"))


def figure(view: View) -> dict[str, Any]:
    """Bars of kept mass, a line of stack depth; the point's `customdata` is the step's index."""
    steps = [chip.index for chip in view.chips]
    deepest = max(2, *(chip.depth for chip in view.chips)) if view.chips else 2
    end = max(len(steps), _FEWEST_STEPS)
    chart = layout(HEIGHT) | {
        "barmode": "overlay",
        "bargap": 0.2,
        "margin": {"l": 34, "r": 30, "t": 20, "b": 22},
        "xaxis": axis(range=[-0.5, end + 0.5], rangemode="tozero", tickformat="d"),
        "yaxis": axis(range=[0, 1.02], tickvals=[0, 0.5, 1], showgrid=True, gridcolor="var(--line)"),
        "yaxis2": axis(
            range=[0, deepest * 1.02], overlaying="y", side="right", tickvals=[0, deepest // 2, deepest]
        ),
        "shapes": [_cursor(view.position.index)],
        "annotations": [
            _title("▮ kept mass", "left", "var(--accent-text)"),
            _title("stack depth ─", "right", "var(--ink)"),
        ],
    }
    return {"data": [_targets(view), _kept(view, steps), _depth(view, steps)], "layout": chart}


def _kept(view: View, steps: list[int]) -> dict[str, Any]:
    return {
        "type": "bar",
        "name": "kept mass",
        "x": steps,
        "y": [chip.kept_mass for chip in view.chips],
        "marker": {"color": "var(--accent)"},
        "hoverinfo": "skip",
        "customdata": steps,
    }


def _depth(view: View, steps: list[int]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": "stack depth",
        "x": steps,
        "y": [chip.depth for chip in view.chips],
        "yaxis": "y2",
        "line": {"color": "var(--ink)", "width": 1.5, "shape": "hvh"},
        "hoverinfo": "skip",
        "customdata": steps,
    }


def _targets(view: View) -> dict[str, Any]:
    """Unseen bars as high as the figure: the place to click and to hover over."""
    return {
        "type": "bar",
        "name": "targets",
        "x": [*(chip.index for chip in view.chips), view.now],
        "y": [1.02] * (view.now + 1),
        "width": 1,
        "marker": {"color": "var(--row)"},
        "hovertext": [*map(_hover, view.chips), f"step {view.now}: now"],
        "hoverinfo": "text",
        "customdata": list(range(view.now + 1)),
    }


def _hover(chip: TokenChip) -> str:
    forced = ", forced" if chip.forced else ""
    return (
        f"step {chip.index}: {markup(chip.text)}{forced}<br>kept {probability(chip.kept_mass)}, "
        f"{count(chip.allowed_count)} allowed, depth {chip.depth}"
    )


def _cursor(index: int) -> dict[str, Any]:
    """Marks the position shown."""
    return {
        "type": "rect",
        "x0": index - 0.5,
        "x1": index + 0.5,
        "y0": 0,
        "y1": 1,
        "yref": "paper",
        "fillcolor": "var(--cursor)",
        "line": {"width": 0},
        "layer": "below",
    }


def _title(text: str, side: str, colour: str) -> dict[str, Any]:
    return {
        "text": text,
        "x": 0 if side == "left" else 1,
        "y": 1,
        "xref": "paper",
        "yref": "paper",
        "xanchor": side,
        "yanchor": "bottom",
        "showarrow": False,
        "font": {"color": colour},
    }
