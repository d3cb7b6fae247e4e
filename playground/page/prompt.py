"""Prompt panel: the prompt, the sampling, the trigger, and the button that starts a session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gradio as gr

from playground.decoding import Sampling
from playground.lessons.examples import Example
from playground.models import Model
from playground.page import breakpoints, engine_menu
from playground.page.constraint import render_problems
from playground.page.render import script
from playground.page.setup import LABELS, Part, SetupError

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
    thinking: gr.Textbox
    engine: gr.Radio
    breakpoints: breakpoints.BreakpointsPanel
    start: gr.Button
    sections: Mapping[str, gr.Accordion]
    """The sampling and the trigger, folded at first."""
    problems: Mapping[Part, gr.HTML]
    """Where it is said what is wrong with a part."""

    def show_problem(self, error: SetupError) -> dict[Any, Any]:
        """Say at its part what is wrong, and unfold that."""
        shown = self.no_problem() | {self.problems[error.part]: render_problems(error, session_kept=False)}
        section = self.sections.get(error.part)
        return shown | ({section: gr.update(open=True)} if section else {})

    def show_trigger(self, trigger: str) -> dict[Any, Any]:
        """Unfold the trigger when there is one, or an end of the thinking."""
        return {self.sections["trigger"]: gr.update(open=True)} if trigger else {}

    def no_problem(self) -> dict[Any, Any]:
        return dict.fromkeys(self.problems.values(), "")


PARTS: Mapping[Part, str] = {
    "prompt": "Prompt",
    "sampling": "Sampling and budget",
    "trigger": "Trigger and thinking",
}
TRIGGER_HELP = (
    "Off: from the first token. Else once the token is chosen, the text contains the word or the pattern, or "
    "all of it matches the full pattern. The constraint has to match from the first character of the trigger "
    "on; of a pattern, from its first group that is not empty."
)
THINKING_HELP = (
    "For a model that thinks first: up to this text nothing is masked and no trigger counts; the constraint "
    "is about what follows."
)


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
        prompt_problem = _problem("prompt")
        with gr.Accordion(PARTS["sampling"], open=False, elem_id="sampling") as sampling_section:
            with gr.Row(elem_classes="fields"):
                temperature = _number(
                    greedy.temperature, LABELS["temperature"], "temperature", "0 is greedy", step=0.1
                )
                seed = _number(greedy.seed, LABELS["seed"], "seed", "repeats a run")
                budget = _number(BUDGET, "Token budget", "budget", "most to write")
            with gr.Row(elem_classes="fields"):
                top_k = _number(greedy.top_k, LABELS["top_k"], "top-k", "0 keeps all")
                top_p = _number(greedy.top_p, LABELS["top_p"], "top-p", "1 keeps all", step=0.05)
                min_p = _number(greedy.min_p, LABELS["min_p"], "min-p", "0 keeps all", step=0.05)
            sampling_problem = _problem("sampling")
        with gr.Accordion(
            PARTS["trigger"], open=bool(first.trigger or first.thinking), elem_id="trigger"
        ) as trigger_section:
            trigger = gr.Radio(
                TRIGGERS,
                value=first.trigger_kind,
                label="The constraint holds",
                info=TRIGGER_HELP,
                elem_id="trigger-kind",
                elem_classes="choice",
            )
            trigger_value = gr.Textbox(
                first.trigger,
                label="Triggers, one a line; a token by its text or id",
                lines=2,
                max_lines=6,
                elem_id="trigger-value",
            )
            thinking = gr.Textbox(
                first.thinking,
                label="Thinking ends with",
                info=THINKING_HELP,
                placeholder="</think>",
                elem_id="thinking",
            )
            trigger_problem = _problem("trigger")
        engine = engine_menu.build()
        breakpoints_panel = breakpoints.build()
        start = gr.Button("Compile and start", variant="primary", elem_id="start")
    return PromptPanel(
        prompt,
        chat,
        temperature,
        top_k,
        top_p,
        min_p,
        seed,
        budget,
        trigger,
        trigger_value,
        thinking,
        engine,
        breakpoints_panel,
        start,
        {"sampling": sampling_section, "trigger": trigger_section},
        {"prompt": prompt_problem, "sampling": sampling_problem, "trigger": trigger_problem},
    )


def _problem(part: Part) -> gr.HTML:
    return gr.HTML(
        "",
        apply_default_css=False,
        js_on_load=script("problem.js"),
        elem_id=f"{part}-problem",
        elem_classes="field-problem",
    )


def _number(value: float, label: str, elem_id: str, info: str, step: float = 1) -> gr.Number:
    return gr.Number(value, label=label, info=info, step=step, elem_id=elem_id, min_width=80)
