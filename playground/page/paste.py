"""Paste a request: the body that a server takes, read into the fields of the page."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

import gradio as gr

from playground.constraints import ConstraintError, ImportedBody, Request, RequestTrigger, read_body
from playground.models import Model
from playground.page.constraint import WITHOUT_TEXT, render_problems
from playground.page.render import render
from playground.page.setup import SetupError
from playground.page.strictness import fields_of

SERVERS = {"openai": "OpenAI", "vllm": "vLLM", "llama-server": "llama-server"}


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
            info="Of OpenAI, vLLM or llama-server; it fills in constraint (tools too), prompt and sampling.",
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
    strictness = fields_of(request.options) if request.options else fields[12:15]
    filled = (*filled, *_triggers(request.triggers, model, notes), *strictness, fields[15], "")
    return Pasted(body, filled, tuple(notes))


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
    return tuple(request.sampling[name] for name in names)


def _triggers(triggers: tuple[RequestTrigger, ...], model: Model, notes: list[str]) -> tuple[str, str]:
    """Kind and lines. The triggers of this page are all of one kind: others become patterns."""
    if not triggers:
        return "off", ""
    known = [
        _known_token(trigger, model, notes) if trigger.kind == "token" else trigger for trigger in triggers
    ]
    kinds = {trigger.kind for trigger in known}
    if len(kinds) == 1 and not any("\n" in trigger.value for trigger in known):
        return kinds.pop(), "\n".join(trigger.value for trigger in known)
    if len(kinds) > 1:
        notes.append("The triggers of this page are all of one kind: here all are patterns.")
    return "pattern", "\n".join(map(_pattern, known))


def _known_token(trigger: RequestTrigger, model: Model, notes: list[str]) -> RequestTrigger:
    """The token of this model with the same text; without one, the text as a word."""
    if not trigger.value:
        raise SetupError(
            "trigger",
            f"Token {trigger.token_id} is a token of the server's own vocabulary: "
            "give the trigger a value as well, the text of that token.",
        )
    ids = model.vocabulary.tokenize(trigger.value)
    if len(ids) == 1:
        notes.append(f"The trigger token {trigger.value!r} is token {ids[0]} of this model.")
        shows_as_line = not trigger.value.isdecimal() and "\n" not in trigger.value
        return trigger if shows_as_line else replace(trigger, value=str(ids[0]))
    notes.append(f"The trigger token {trigger.value!r} is no token of this model: here it is a word.")
    return replace(trigger, kind="word")


def _pattern(trigger: RequestTrigger) -> str:
    """The same as a pattern on one line."""
    match trigger.kind:
        case "pattern":
            pattern = trigger.value
        case "full_pattern":
            pattern = rf"\A(?:{trigger.value})\Z"
        case _:
            pattern = re.escape(trigger.value)
    return re.sub(r"\\?\n", r"\\n", pattern)
