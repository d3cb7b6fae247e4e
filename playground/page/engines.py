"""Engines panel: the masks of several engines side by side, where they differ and why, and what they cost."""

from __future__ import annotations

from dataclasses import dataclass

import gradio as gr

from playground.decoding import RunCosts
from playground.decoding.visible import visible
from playground.engines.comparison import Comparison, Difference, Run
from playground.engines.costs import MaskBuffer, mask_buffer
from playground.engines.difference import EXPLANATIONS, Kind
from playground.page.render import render

SEQUENCES, GUESSED = 256, 0
"""What the calculator of vLLM's buffer starts with: its default of sequences, and no speculative tokens."""
LARGEST_BUFFER = 10**6
"""Sequences, or speculative tokens, that the calculator takes."""


@dataclass(frozen=True, slots=True)
class EnginesPanel:
    here: gr.Button
    run: gr.Button
    text: gr.Textbox
    force: gr.Button
    result: gr.HTML
    sequences: gr.Number
    guessed: gr.Number
    buffer: gr.HTML


def build(vocabulary_size: int) -> EnginesPanel:
    """The section, closed and empty: engines are compared when a visitor asks."""
    with (
        gr.Column(elem_id="engines-panel", elem_classes="card"),
        gr.Accordion("Engines side by side", open=False, elem_id="engines-section"),
    ):
        gr.HTML(render("engines_intro.html"), apply_default_css=False)
        with gr.Row(elem_classes="actions"):
            here = gr.Button("Compare at this position", elem_id="compare-here", size="sm")
            run = gr.Button("Compare the whole run", elem_id="compare-run", size="sm")
            text = gr.Textbox(
                label="Text to force through all engines",
                show_label=False,
                placeholder="Or a text of your own …",
                container=False,
                max_lines=1,
                elem_id="compare-text",
            )
            force = gr.Button("Force it through all", elem_id="compare-force", size="sm")
        result = gr.HTML("", apply_default_css=False, elem_id="comparison")
        with gr.Row(elem_classes="fields"):
            sequences = gr.Number(
                SEQUENCES, label="Sequences at once", precision=0, elem_id="buffer-sequences", min_width=80
            )
            guessed = gr.Number(
                GUESSED, label="Speculative tokens", precision=0, elem_id="buffer-guessed", min_width=80
            )
            buffer = gr.HTML(
                render_buffer(mask_buffer(SEQUENCES, GUESSED, vocabulary_size)),
                apply_default_css=False,
                elem_id="mask-buffer",
            )
    return EnginesPanel(here, run, text, force, result, sequences, guessed, buffer)


def render_comparison(comparison: Comparison) -> str:
    """The engines at one text, and the tokens at which their masks differ."""
    groups: dict[tuple[object, ...], list[str]] = {}
    for each in comparison.differences:
        kinds = tuple((engine, _in_words(kind)) for engine, kind in each.kinds)
        alike = (each.allowed_by, each.masked_by, kinds, each.reason)
        groups.setdefault(alike, []).append(_visible(each))
    return render(
        "comparison.html",
        comparison=comparison,
        groups=groups,
        kinds=[(_in_words(kind), EXPLANATIONS[kind]) for kind in _kinds_of(comparison)],
    )


def render_run(run: Run, costs: RunCosts) -> str:
    """How much of a run the engines agree on, where they first differ, and what each of them took."""
    first = next((each for each in run.comparisons if not each.identical), None)
    kinds: dict[Kind, int] = {}
    for each in run.comparisons:
        for kind in _kinds_of(each):
            kinds[kind] = kinds.get(kind, 0) + 1
    return render(
        "engine_run.html",
        run=run,
        costs=costs,
        by_name={cost.engine: (cost, _share(cost.forward_share)) for cost in costs.engines},
        first=first,
        kinds=[(_in_words(kind), count, EXPLANATIONS[kind]) for kind, count in kinds.items()],
        strip=[each.identical for each in run.comparisons],
    )


def render_buffer(buffer: MaskBuffer) -> str:
    """The bitmasks that vLLM sets aside, worked out."""
    return render("mask_buffer.html", buffer=buffer)


def render_refusal(message: str) -> str:
    return render("notice.html", message=message)


def buffer_of(sequences: float | None, guessed: float | None, vocabulary_size: int) -> str:
    """The buffer for what was entered, or what to enter."""
    values = (sequences, guessed)
    if any(value is None or not 0 <= value <= LARGEST_BUFFER for value in values) or not sequences:
        return render_refusal(f"Enter from 1 to {LARGEST_BUFFER:,} sequences, and speculative tokens from 0.")
    assert sequences is not None
    assert guessed is not None
    return render_buffer(mask_buffer(int(sequences), int(guessed), vocabulary_size))


def _share(share: float | None) -> str:
    """Of a forward pass, in per cent."""
    if share is None:
        return ""
    return "<0.1 %" if share < 0.001 else f"{100 * share:.1f} %"


def _kinds_of(comparison: Comparison) -> list[Kind]:
    return list(dict.fromkeys(kind for each in comparison.differences for _, kind in each.kinds))


def _visible(difference: Difference) -> str:
    return visible(difference.text.encode())


def _in_words(kind: Kind) -> str:
    return kind.replace("_", " ")
