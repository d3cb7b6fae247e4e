"""Prompt panel: the prompt, the sampling, the trigger, and the button that starts a session."""

from __future__ import annotations

from dataclasses import dataclass

import gradio as gr

from playground.decoding import Sampling
from playground.models import Model
from playground.page.examples import Example

BUDGET = 256
TRIGGERS = [
    ("Off", "off"),
    ("Token", "token"),
    ("Word", "word"),
    ("Pattern", "pattern"),
    ("Full pattern", "full_pattern"),
]


@dataclass(frozen=True, slots=True)
class PromptPanel:
    prompt: gr.Textbox
    chat: gr.Checkbox
    temperature: gr.Number
    top_k: gr.Number
    top_p: gr.Number
    min_p: gr.Number
    seed: gr.Number
    budget: gr.Number
    trigger: gr.Radio
    trigger_value: gr.Textbox
    start: gr.Button


def build(first: Example, model: Model) -> PromptPanel:
    """The panel, the prompt of `first` filled in; the chat template is off where the model has none."""
    greedy = Sampling()
    with gr.Column(elem_id="prompt-panel", elem_classes="card"):
        prompt = gr.Textbox(first.prompt, label="Prompt", lines=3, max_lines=6, elem_id="prompt")
        chat = gr.Checkbox(
            model.has_chat_template,
            label="Chat template" if model.has_chat_template else "Chat template (this model has none)",
            interactive=model.has_chat_template,
            container=False,
            elem_id="chat",
        )
        with gr.Accordion("Sampling and budget", open=False, elem_id="sampling"):
            with gr.Row(elem_classes="fields"):
                temperature = _number(
                    greedy.temperature, "Temperature", "temperature", "0 is greedy", step=0.1
                )
                seed = _number(greedy.seed, "Seed", "seed", "repeats a run")
                budget = _number(BUDGET, "Token budget", "budget", "most to write")
            with gr.Row(elem_classes="fields"):
                top_k = _number(greedy.top_k, "Top-k", "top-k", "0 keeps all")
                top_p = _number(greedy.top_p, "Top-p", "top-p", "1 keeps all", step=0.05)
                min_p = _number(greedy.min_p, "Min-p", "min-p", "0 keeps all", step=0.05)
        with gr.Accordion("Trigger", open=False, elem_id="trigger"):
            trigger = gr.Radio(
                TRIGGERS,
                value="off",
                label="The constraint holds",
                info="Off: from the first token. Else once the token is chosen, the text contains the word "
                "or the pattern, or all of it matches the full pattern.",
                elem_id="trigger-kind",
                elem_classes="choice",
            )
            trigger_value = gr.Textbox(
                label="Triggers, one a line; a token by its text or id",
                lines=2,
                max_lines=6,
                elem_id="trigger-value",
            )
        start = gr.Button("Compile and start", variant="primary", elem_id="start")
    return PromptPanel(
        prompt, chat, temperature, top_k, top_p, min_p, seed, budget, trigger, trigger_value, start
    )


def _number(value: float, label: str, elem_id: str, info: str, step: float = 1) -> gr.Number:
    return gr.Number(value, label=label, info=info, step=step, elem_id=elem_id, min_width=80)
