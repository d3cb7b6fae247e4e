"""Timeline panel: kept mass and stack depth at every step, as a Plotly figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gradio as gr

from playground.decoding.position import TokenChip
from playground.page import verdict
from playground.page.numerals import count, probability
from playground.page.plot import axis, layout, plot, title
from playground.page.view import View

HEIGHT = 165
"""Pixels."""
SCALES = ("log", "linear")
"""Of the kept mass. On the first, which is shown first, what is left of little can be told from nothing."""
_HEADROOM = 1.12
"""How far the axes go on above what is drawn on them, for the marks of steps without a choice."""
_DEEPEST_POWER = 12
"""Kept masses below ten to the power of minus this are not told apart."""
_NOTE = "◆ one token allowed · click a step"
_FEWEST_STEPS = 20
"""The axis is at least this long, so that the first steps do not stretch over the whole panel."""


@dataclass(frozen=True, slots=True)
class TimelinePanel:
    verdict: gr.HTML
    plot: gr.HTML


def build() -> TimelinePanel:
    with gr.Column(elem_id="timeline-panel", elem_classes="card"):
        head = verdict.build()
        return TimelinePanel(head, plot("timeline", "Kept mass and stack depth at every step", _NOTE, SCALES))


def figure(view: View) -> dict[str, Any]:
    """Bars of kept mass, a line of stack depth, a mark where a single token was allowed.

    The point's `customdata` is the step's index.
    """
    steps = [chip.index for chip in view.chips]
    deepest = max(2, *(chip.depth for chip in view.chips)) if view.chips else 2
    end = max(len(steps), _FEWEST_STEPS)
    scales = {name: {"yaxis": each} for name, each in zip(SCALES, (_log(view), _linear()), strict=True)}
    chart = layout(HEIGHT, view.position.index, scales=scales) | {
        "barmode": "overlay",
        "bargap": 0.2,
        "margin": {"l": 40, "r": 30, "t": 18, "b": 20},
        "xaxis": axis(range=[-0.5, end + 0.5], rangemode="tozero", tickformat="d"),
        **scales[SCALES[0]],
        "yaxis2": axis(
            range=[0, deepest * _HEADROOM], overlaying="y", side="right", tickvals=[0, deepest // 2, deepest]
        ),
        "yaxis3": axis(range=[0, 1], overlaying="y", visible=False),
        "shapes": [_cursor(view.position.index)],
        "annotations": [
            title("▮ kept mass", 0, "var(--accent-text)"),
            title("stack depth ─", 1, "var(--ink)", side="right"),
        ],
    }
    traces = [_targets(view), _kept(view, steps), _depth(view, steps), _without_choice(view)]
    return {"data": traces, "layout": chart}


def _linear() -> dict[str, Any]:
    return axis(
        type="linear", range=[0, _HEADROOM], tickvals=[0, 0.5, 1], showgrid=True, gridcolor="var(--line)"
    )


def _log(view: View) -> dict[str, Any]:
    """Down to below the lowest kept mass, in powers of ten that seldom change."""
    lowest = min((chip.kept_mass for chip in view.chips if chip.kept_mass > 0), default=1)
    power = next((each for each in range(4, _DEEPEST_POWER, 4) if lowest > 2 * 10.0**-each), _DEEPEST_POWER)
    return axis(
        type="log",
        range=[-power, power * (_HEADROOM - 1)],
        tickvals=[10.0**-power, 10.0 ** (-power / 2), 1],
        ticktext=[f"1e−{power}", "0.01" if power == 4 else f"1e−{power // 2}", "1"],
        showgrid=True,
        gridcolor="var(--line)",
    )


def _without_choice(view: View) -> dict[str, Any]:
    steps = [chip.index for chip in view.chips if chip.allowed_count == 1]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": "one token allowed",
        "x": steps,
        "y": [0.96] * len(steps),
        "yaxis": "y3",
        "marker": {"symbol": "diamond", "size": 5, "color": "var(--muted)"},
        "hoverinfo": "skip",
        "customdata": steps,
    }


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
        "y": [1] * (view.now + 1),
        "yaxis": "y3",
        "width": 1,
        "marker": {"color": "var(--row)"},
        "hovertext": [*map(_hover, view.chips), f"step {view.now}: now"],
        "hoverinfo": "none",  # shown above the figure, see plot.js
        "customdata": list(range(view.now + 1)),
    }


def _hover(chip: TokenChip) -> str:
    forced = ", forced by you" if chip.forced else ""
    return (
        f"step {chip.index}: {chip.text}{forced}   kept {probability(chip.kept_mass)}, "
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
