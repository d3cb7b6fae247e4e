"""Paste a request: the body that a server takes, read into the fields of the page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import gradio as gr

from playground.constraints import ConstraintError, ImportedBody, Request, RequestTrigger, read_body
from playground.models import Model
from playground.page.constraint import WITHOUT_TEXT, render_problems
from playground.page.render import render
from playground.page.setup import SetupError

SERVERS = {"openai": "OpenAI", "vllm": "vLLM", "llama-server": "llama-server"}
LARGEST_SEED = 2**53
"""A number field of a browser holds no larger whole number to the digit."""


@dataclass(frozen=True, slots=True)
class PastePanel:
    body: gr.Textbox
    read: gr.Button
    status: gr.HTML


def build() -> PastePanel:
    with (
        gr.Column(elem_id="paste-panel", elem_classes="card"),
        gr.Accordion("Paste a request", open=False, elem_id="paste"),
    ):
        body = gr.Textbox(
            label="Request body, as JSON",
            info="Of OpenAI, vLLM or llama-server; it fills in constraint, prompt and sampling.",
            placeholder='{"messages": [{"role": "user", "content": "…"}], "response_format": {…}}',
            lines=5,
            max_lines=12,
            elem_id="paste-body",
        )
        read = gr.Button("Read and start", elem_id="paste-read")
        status = gr.HTML("", apply_default_css=False, elem_id="paste-status")
    return PastePanel(body, read, status)


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a body fills in, `fields` in the order of `Setup.from_fields`, and what is to be said of it."""

    body: ImportedBody
    fields: tuple[Any, ...]
    notes: tuple[str, ...]


def read_paste(text: str, fields: tuple[Any, ...], model: Model) -> Pasted:
    """The fields that a pasted body asks for; what it says nothing of is as in `fields`.

    Raises ConstraintError for a body that cannot be read, SetupError for one that this page cannot follow.
    """
    body = read_body(text)
    request = body.request
    notes = list(body.notes)
    kind = request.kind or "none"
    constraint = fields[1] if kind in WITHOUT_TEXT else request.text
    chat = request.chat and model.has_chat_template
    if request.chat and not chat:
        notes.append(f"The model {model.name} has no chat template: it reads the prompt as it is.")
    if request.max_tokens is None:
        notes.append("The body sets no limit of tokens: the token budget stays as it was.")
    budget = request.max_tokens or fields[9]
    filled = (kind, constraint, request.prompt, chat, *_sampling(request), budget)
    return Pasted(body, (*filled, *_trigger(request.triggers, notes)), tuple(notes))


def render_pasted(pasted: Pasted) -> str:
    """Whose request it was read as, what does not carry over, and its form of today when it had an older."""
    return render(
        "pasted.html",
        server=SERVERS[pasted.body.server],
        notes=pasted.notes,
        rewritten=pasted.body.rewritten,
    )


def render_refused(error: ValueError, of_constraint: bool, session_kept: bool) -> str:
    """What is wrong with the body, or with the constraint in it; all fields are as they were."""
    problems = render_problems(error, session_kept)
    place = of_constraint and isinstance(error, ConstraintError)
    return problems + render("refused.html", counts_in_constraint=place)


def _sampling(request: Request) -> tuple[float, ...]:
    names = ("temperature", "top_k", "top_p", "min_p", "seed")
    if request.sampling["seed"] > LARGEST_SEED:
        raise SetupError(
            f"The seed {request.sampling['seed']} is larger than this page can keep: "
            f"use one up to {LARGEST_SEED}."
        )
    return tuple(request.sampling[name] for name in names)


def _trigger(triggers: tuple[RequestTrigger, ...], notes: list[str]) -> tuple[str, str]:
    """Kind and value. The page has one trigger: several words are one pattern, of others the first counts."""
    if not triggers:
        return "off", ""
    if len(triggers) > 1 and all(trigger.kind == "word" for trigger in triggers):
        notes.append("The trigger words are one pattern here: the first word in the text counts.")
        return "pattern", "|".join(re.escape(trigger.value) for trigger in triggers)
    if len(triggers) > 1:
        left_out = ", ".join(repr(trigger.value) for trigger in triggers[1:])
        notes.append(f"This page has one trigger, the first; not used: {left_out}.")
    first = triggers[0]
    match first.kind:
        case "word" | "pattern":
            return first.kind, first.value
        case "full_pattern":
            return "pattern", rf"\A(?:{first.value})\Z"
        case "token":
            if not first.value:
                raise SetupError(
                    f"Token {first.token_id} is a token of the server's own vocabulary: "
                    "give the trigger as a word, with the text of that token."
                )
            notes.append(f"The trigger token is the word {first.value!r} here.")
            return "word", first.value
