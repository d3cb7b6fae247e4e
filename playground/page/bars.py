"""Bars panel: the model's probabilities beside what the mask leaves of them, as a Plotly figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gradio as gr

from playground.decoding.position import Candidate
from playground.page.numerals import probability, shortened
from playground.page.plot import axis, layout, markup, plot, title
from playground.page.render import render
from playground.page.view import View

ROW_HEIGHT = 15
"""Pixels a token."""
_NOTHING_FOLLOWS = "The text is finished; no token follows."
_NOTHING_TO_SHOW = "There are no candidates at this position."
_LABEL_WIDTH = 14
_NOTE = "Sorted by the larger number · click to force"
_INSIDE, _OUTSIDE = "middle left", "middle right"
_SCALE = 1.01
"""End of the probability axes."""


@dataclass(frozen=True, slots=True)
class BarsPanel:
    head: gr.HTML
    plot: gr.HTML


def build() -> BarsPanel:
    with gr.Column(elem_id="bars-panel", elem_classes="card"):
        head = gr.HTML("", apply_default_css=False, elem_id="bars-head")
        bars = plot("bars", "Probability of each candidate before and after the mask", _NOTE)
    return BarsPanel(head, bars)


def render_head(view: View) -> str:
    empty = _NOTHING_FOLLOWS if view.position.finish_reason else _NOTHING_TO_SHOW
    return render("bars_head.html", position=view.position, empty=empty)


def figure(view: View) -> dict[str, Any]:
    """One row a candidate, the point's `customdata` its token id.

    The most probable is on top, before or after the mask: what the model wanted and what is left of it
    are then both in sight, however small the kept mass is.
    """
    candidates = sorted(view.position.candidates, key=lambda each: -max(each.before, each.after))
    chosen = view.chosen.token_id if view.chosen else None
    labels = [_label(candidate, candidate.token_id == chosen) for candidate in candidates]
    common = {
        "type": "bar",
        "orientation": "h",
        "y": list(range(len(candidates))),
        "customdata": [candidate.token_id for candidate in candidates],
        "marker": {"color": [_colour(candidate, candidate.token_id == chosen) for candidate in candidates]},
        "hovertext": [_hover(candidate) for candidate in candidates],
        "hoverinfo": "none",  # shown above the figure, see plot.js
    }
    before = [candidate.before for candidate in candidates]
    after = [candidate.after for candidate in candidates]
    data = [
        common | {"name": "before", "x": before},
        common | {"name": "after", "x": after, "xaxis": "x2"},
        _numbers(candidates, before, [probability(value) for value in before]) | {"name": "numbers before"},
        _numbers(candidates, after, [_after(candidate) for candidate in candidates])
        | {"name": "numbers after", "xaxis": "x2"},
    ]
    chart = layout(ROW_HEIGHT * len(labels) + 28, view.position.index, rows=common["customdata"])
    return {"data": data, "layout": chart | _columns(labels)}


def _numbers(candidates: Sequence[Candidate], values: list[float], texts: list[str]) -> dict[str, Any]:
    """The numbers at the ends of the bars: as points, since Plotly measures the text of every bar."""
    places = [_number_place(value) for value in values]
    colours = [
        "var(--on-accent)" if candidate.allowed and place == _INSIDE else "var(--ink)"
        for candidate, place in zip(candidates, places, strict=True)
    ]
    return {
        "type": "scatter",
        "mode": "text",
        "x": values,
        "y": list(range(len(candidates))),
        "text": texts,
        "textposition": places,
        "textfont": {"color": colours},
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def _columns(labels: list[str]) -> dict[str, Any]:
    """Two columns of bars that share the rows."""
    return {
        # A row is hovered over and clicked as a whole: most bars are too short to hit.
        "hovermode": "y",
        "bargap": 0.25,
        "margin": {"l": 102, "r": 4, "t": 22, "b": 4},
        "xaxis": axis(domain=[0, 0.48], range=[0, _SCALE], visible=False),
        "xaxis2": axis(domain=[0.52, 1], range=[0, _SCALE], visible=False),
        "yaxis": axis(range=[len(labels) - 0.5, -0.5], tickvals=list(range(len(labels))), ticktext=labels),
        "annotations": [title("before", 0, "var(--muted)"), title("after the mask", 0.52, "var(--muted)")]
        if labels
        else [],
    }


def _label(candidate: Candidate, chosen: bool) -> str:
    text = markup(shortened(candidate.text, _LABEL_WIDTH))
    if not candidate.allowed:
        return f"<s>{text}</s>"
    return f"<b>▸ {text}</b>" if chosen else text


def _colour(candidate: Candidate, chosen: bool) -> str:
    if not candidate.allowed:
        return "var(--masked)"
    return "var(--accent-strong)" if chosen else "var(--accent)"


def _after(candidate: Candidate) -> str:
    return probability(candidate.after) if candidate.allowed else "✕ masked"


def _number_place(value: float) -> str:
    """A long bar has room for its number, a short one has room behind it."""
    return _INSIDE if value > 0.5 else _OUTSIDE


def _hover(candidate: Candidate) -> str:
    verdict = f"after {probability(candidate.after)}, click to force it" if candidate.allowed else "masked"
    text = shortened(candidate.text, 60)
    return f"{text}   id {candidate.token_id}, before {probability(candidate.before)}, {verdict}"
