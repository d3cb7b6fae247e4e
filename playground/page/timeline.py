"""Timeline panel: kept mass at every step and one line over it, as a Plotly figure to move through."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import gradio as gr

from playground.decoding.position import TokenChip
from playground.page import verdict
from playground.page.numerals import count, probability
from playground.page.plot import Choice, axis, layout, plot
from playground.page.view import View

HEIGHT = 152
"""Pixels."""
SCALES = Choice("scale", "Scale of the kept mass", ("log", "linear"), "▮ kept mass")
"""On the first, which is shown first, what is left of little can be told from nothing."""
LINES = Choice("line", "Line over it", ("depth", "entropy", "allowed"), "─ stack depth")
_HEADROOM = 1.12
"""How far the axes go on above what is drawn on them, for the marks of single steps."""
_DEEPEST_POWER = 12
"""Kept masses below ten to the power of minus this are not told apart."""
_NOTE = "◆ one token allowed   ▼ the trigger fired   drag or use ← → to look at a step"
_FEWEST_STEPS = 20
"""The axis is at least this long, so that the first steps do not stretch over the whole panel."""
_MARK_HEIGHT = 0.96


@dataclass(frozen=True, slots=True)
class TimelinePanel:
    verdict: gr.HTML
    plot: gr.HTML


def build() -> TimelinePanel:
    with gr.Column(elem_id="timeline-panel", elem_classes="card"):
        head = verdict.build()
        return TimelinePanel(head, plot("timeline", "Step shown", _NOTE, (SCALES, LINES), "timeline.js"))


def figure(view: View) -> dict[str, Any]:
    """Bars of kept mass, a line to choose, a mark where one token was allowed or the trigger fired.

    `static/timeline.js` reads `words` from the layout, the step shown in words for each step and for now.
    """
    chips = view.chips
    end = max(len(chips), _FEWEST_STEPS)
    scales = {"log": {"yaxis": _log(view)}, "linear": {"yaxis": _linear()}}
    lines = {
        "depth": {"yaxis2": _depth_axis(view)},
        "entropy": {"yaxis2": _entropy_axis(view)},
        "allowed": {"yaxis2": _allowed_axis(view)},
    }
    words = [*map(_words, chips), f"step {view.now}: now"]
    chart = layout(HEIGHT, view.position.index, scale=scales, line=lines, keys=_KEYS, words=words) | {
        "barmode": "overlay",
        "bargap": 0.2,
        "margin": {"l": 40, "r": 36, "t": 5, "b": 20},
        "xaxis": axis(range=[-0.5, end + 0.5], tickformat="d"),
        "yaxis3": axis(range=[0, 1], overlaying="y", visible=False),
        "shapes": [_cursor(view.position.index)],
    }
    traces = [
        _kept(view),
        _line("stack depth", "depth", [chip.depth for chip in chips]),
        _line("entropy before", "entropy", [chip.entropy_before for chip in chips], dash="dot"),
        _line("entropy after", "entropy", [chip.entropy_after for chip in chips]),
        # A dead end allows none, which no log scale can show.
        _line("allowed", "allowed", [chip.allowed_count or None for chip in chips]),
        _marks("one token allowed", "diamond", [chip.index for chip in chips if chip.allowed_count == 1]),
        _marks("trigger fired", "triangle-down", [chip.index for chip in chips if chip.fired]),
    ]
    return {"data": traces, "layout": chart}


_KEYS = {"depth": "─ stack depth", "entropy": "┄ before ─ after, bits", "allowed": "─ tokens allowed, log"}
"""What the line means."""


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


def _depth_axis(view: View) -> dict[str, Any]:
    deepest = max(2, *(chip.depth for chip in view.chips)) if view.chips else 2
    return _right(type="linear", range=[0, deepest * _HEADROOM], tickvals=[0, deepest // 2, deepest])


def _entropy_axis(view: View) -> dict[str, Any]:
    """Up to an even number of bits."""
    highest = max((max(chip.entropy_before, chip.entropy_after) for chip in view.chips), default=0.0)
    top = max(2, 2 * math.ceil(highest / 2))
    return _right(type="linear", range=[0, top * _HEADROOM], tickvals=[0, top // 2, top])


def _allowed_axis(view: View) -> dict[str, Any]:
    """From 1 to a power of a hundred."""
    most = max((chip.allowed_count for chip in view.chips), default=1)
    power = max(2, 2 * math.ceil(math.log10(most) / 2)) if most else 2
    ticks = [0, power // 2, power]
    return _right(
        type="log",
        range=[0, power * _HEADROOM],
        tickvals=[10**tick for tick in ticks],
        ticktext=["1", *(f"{10**tick}" if tick < 3 else f"{10 ** (tick - 3)}k" for tick in ticks[1:])],
    )


def _right(**settings: Any) -> dict[str, Any]:
    return axis(overlaying="y", side="right", **settings)


def _kept(view: View) -> dict[str, Any]:
    return {
        "type": "bar",
        "name": "kept mass",
        "x": [chip.index for chip in view.chips],
        "y": [chip.kept_mass for chip in view.chips],
        "marker": {"color": "var(--accent)"},
        "hoverinfo": "skip",
    }


def _line(name: str, line: str, values: list[Any], dash: str = "solid") -> dict[str, Any]:
    """Drawn while this one of `LINES` is chosen."""
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "meta": {"line": line},
        "x": list(range(len(values))),
        "y": values,
        "yaxis": "y2",
        "line": {"color": "var(--ink)", "width": 1.5, "shape": "hvh", "dash": dash},
        "hoverinfo": "skip",
    }


def _marks(name: str, symbol: str, steps: list[int]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": steps,
        "y": [_MARK_HEIGHT] * len(steps),
        "yaxis": "y3",
        "marker": {"symbol": symbol, "size": 6, "color": "var(--muted)"},
        "hoverinfo": "skip",
    }


def _words(chip: TokenChip) -> str:
    forced = ", forced by you" if chip.forced else ""
    fired = ", the trigger fired" if chip.fired else ""
    return (
        f"step {chip.index}: {chip.text}{forced}{fired}   kept {probability(chip.kept_mass)}, "
        f"{count(chip.allowed_count)} allowed, depth {chip.depth}, "
        f"entropy {chip.entropy_before:.2f} → {chip.entropy_after:.2f} bits"
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
