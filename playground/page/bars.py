"""Bars panel: the model's probabilities beside what the mask leaves of them, as a Plotly figure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import gradio as gr

from playground.decoding.position import Candidate
from playground.page.numerals import probability, shortened
from playground.page.plot import Choice, axis, layout, plot
from playground.page.render import render
from playground.page.view import View

ROW_HEIGHT = 15
"""Pixels a token; `static/bars.css` has the same number for the words beside the bars."""
SCALES = Choice("scale", "Scale", ("linear", "log"))
_NOTHING_FOLLOWS = "The text is finished; no token follows."
_NOTHING_TO_SHOW = "There are no candidates at this position."
_LABEL_WIDTH = 14
_NOTE = "Sorted by the larger number · click to force"
_LOWEST_POWER = 6
"""On the log scale, bars begin at ten to the power of minus this."""


@dataclass(frozen=True, slots=True)
class BarsPanel:
    head: gr.HTML
    plot: gr.HTML


def build() -> BarsPanel:
    with gr.Column(elem_id="bars-panel", elem_classes="card"):
        head = gr.HTML("", apply_default_css=False, elem_id="bars-head")
        words = "Probability of each candidate before and after the mask"
        bars = plot("bars", words, _NOTE, (SCALES,), "rows.js", columns=("before", "after the mask"))
    return BarsPanel(head, bars)


def render_head(view: View) -> str:
    empty = _NOTHING_FOLLOWS if view.position.finish_reason else _NOTHING_TO_SHOW
    return render("bars_head.html", position=view.position, empty=empty)


def figure(view: View) -> dict[str, Any]:
    """Two bars a candidate, and its row of words.

    The most probable is on top, before or after the mask: what the model wanted and what is left of it
    are then both in sight, however small the kept mass is.
    """
    candidates = sorted(view.position.candidates, key=lambda each: -max(each.before, each.after))
    chosen = view.chosen.token_id if view.chosen else None
    common = {
        "type": "bar",
        "orientation": "h",
        "y": list(range(len(candidates))),
        "marker": {"color": [_colour(candidate, candidate.token_id == chosen) for candidate in candidates]},
        "hoverinfo": "skip",  # the rows lie over the bars
    }
    data = [
        common | {"name": "before", "x": [candidate.before for candidate in candidates]},
        common | {"name": "after", "x": [candidate.after for candidate in candidates], "xaxis": "x2"},
    ]
    rows = [_row(candidate, candidate.token_id == chosen) for candidate in candidates]
    scales = {
        "linear": _columns(type="linear", range=[0, 1]),
        "log": _columns(type="log", range=[-_LOWEST_POWER, 0]),
    }
    chart = layout(ROW_HEIGHT * len(rows), view.position.index, rows=rows, scale=scales)
    return {"data": data, "layout": chart | _rows(len(rows))}


def _columns(**scale: Any) -> dict[str, Any]:
    """Two columns of bars that share the rows."""
    return {
        "xaxis": axis(domain=[0, 0.48], visible=False, **scale),
        "xaxis2": axis(domain=[0.52, 1], visible=False, **scale),
    }


def _rows(count: int) -> dict[str, Any]:
    return {
        "bargap": 0.25,
        "margin": {"l": 102, "r": 4, "t": 0, "b": 0},
        "yaxis": axis(range=[count - 0.5, -0.5], visible=False),
    }


def _row(candidate: Candidate, chosen: bool) -> dict[str, Any]:
    """The words of a row, which `static/rows.js` writes beside its bars as a button that forces the token.

    `ends` says where the two bars end, by scale: 0 to 1 from the left of their columns.
    """
    both = (candidate.before, candidate.after)
    return {
        "id": candidate.token_id,
        "label": shortened(candidate.text, _LABEL_WIDTH),
        "state": "chosen" if chosen else "allowed" if candidate.allowed else "masked",
        "numbers": [probability(candidate.before), _after(candidate)],
        "ends": {"linear": [min(value, 1.0) for value in both], "log": [_log_end(value) for value in both]},
        "words": _words(candidate),
    }


def _log_end(value: float) -> float:
    return max(0.0, 1 + math.log10(value) / _LOWEST_POWER) if value > 0 else 0.0


def _colour(candidate: Candidate, chosen: bool) -> str:
    if not candidate.allowed:
        return "var(--masked)"
    return "var(--accent-strong)" if chosen else "var(--accent)"


def _after(candidate: Candidate) -> str:
    return probability(candidate.after) if candidate.allowed else "✕ masked"


def _words(candidate: Candidate) -> str:
    verdict = f"after {probability(candidate.after)}, click to force it" if candidate.allowed else "masked"
    text = shortened(candidate.text, 60)
    return f"{text}   id {candidate.token_id}, before {probability(candidate.before)}, {verdict}"
