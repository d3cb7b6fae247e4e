"""A request as the JSON body that one server takes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playground.constraints.body_llama import TRIGGER_TYPES
from playground.constraints.export_grammar import llama_grammar, printed_for_llama, vllm_grammar
from playground.constraints.export_schema import llama_schema, vllm_schema
from playground.constraints.request import (
    NEUTRAL_SAMPLING,
    SAMPLING_FIELDS,
    InexpressibleError,
    Request,
    RequestTrigger,
    Server,
)
from playground.grammar.choice import read_choices
from playground.grammar.json_text import JsonText, read_json
from playground.grammar.model import Grammar
from playground.grammar.schema import SchemaOptions

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SentBody:
    """`path` is where the body goes on the server; `notes` say where the server differs."""

    path: str
    body: Body
    notes: tuple[str, ...]


def build_body(request: Request, grammar: Grammar | None, server: Server, model: str) -> SentBody:
    """The body that asks `server` for the same as `request`, whose constraint stands for `grammar`.

    `model` is what the server calls the model; llama-server has only one. Raises InexpressibleError.
    """
    notes: list[str] = []
    match server:
        case "openai":
            path, body = _openai(request, model, notes)
        case "vllm":
            path, body = _vllm(request, grammar, model, notes)
        case "llama-server":
            path, body = _llama(request, grammar, notes)
    if request.thinking:
        notes.append(_thinking(request, server))
    if request.sampling["temperature"]:
        notes.append("Seeds draw differently on each server; only temperature 0 gives the same text twice.")
    return SentBody(path, body, tuple(notes))


def _openai(request: Request, model: str, notes: list[str]) -> tuple[str, Body]:
    _refuse_triggers(request, "OpenAI")
    if not request.chat:
        notes.append(
            "OpenAI completes no raw text under a constraint: the prompt is sent as a user's message."
        )
    body = {
        "model": model,
        "messages": _messages(request),
        "response_format": _response_format(request, notes),
    }
    left_out = [name for name in ("top_k", "min_p") if request.sampling[name] != NEUTRAL_SAMPLING[name]]
    if left_out and request.sampling["temperature"]:
        notes.append(f"OpenAI has no {' and no '.join(left_out)}.")
    return "/v1/chat/completions", body | _sampling(request, ("temperature", "top_p", "seed"), "max_tokens")


def _response_format(request: Request, notes: list[str]) -> Body:
    match request.kind:
        case None:
            return {"type": "text"}
        case "json_object":
            if "json" not in request.prompt.lower():
                notes.append("OpenAI refuses json_object unless the word JSON is in the prompt.")
            return {"type": "json_object"}
        case "json_schema":
            schema = _schema(request, "OpenAI")
            notes.append(
                "OpenAI's strict schemas list every property as required and forbid additional ones."
            )
            if request.options not in (None, SchemaOptions()):
                notes.append("OpenAI has no choices of white space, other keys and key order: left out.")
            wrapped = {
                "name": _schema_name(schema),
                "strict": True,
                "schema": schema,
            }
            return {"type": "json_schema", "json_schema": wrapped}
    raise InexpressibleError(f"OpenAI's response_format takes schemas only, no {_CALLED[request.kind]}.")


def _vllm(request: Request, grammar: Grammar | None, model: str, notes: list[str]) -> tuple[str, Body]:
    _refuse_triggers(request, "vLLM")
    body: Body = {"model": model}
    body |= {"messages": _messages(request)} if request.chat else {"prompt": request.prompt}
    if grammar is not None:
        body["structured_outputs"] = _structured_outputs(request, grammar, notes)
    path = "/v1/chat/completions" if request.chat else "/v1/completions"
    return path, body | _sampling(request, SAMPLING_FIELDS, "max_tokens")


def _structured_outputs(request: Request, grammar: Grammar, notes: list[str]) -> Body:
    match request.kind:
        case "json_schema":
            return vllm_schema(request, grammar, _schema(request, "vLLM"), notes)
        case "json_object":
            return {"json_object": True}
        case "choice":
            return {"choice": [choice for choice, _ in read_choices(request.text).choices]}
        case "structural_tag":
            return {"structural_tag": request.text}
        case "regex":
            if "(?P<" in request.text:
                notes.append(
                    "xgrammar refuses named groups, so vLLM falls back to guidance, which takes them."
                )
            return {"regex": request.text}
    return {"grammar": vllm_grammar(request.text, grammar, notes)}


def _llama(request: Request, grammar: Grammar | None, notes: list[str]) -> tuple[str, Body]:
    # The chat endpoint sets triggers of its own and drops those that are sent.
    chat = request.chat and not request.triggers
    if request.chat and not chat:
        notes.append(
            "llama-server reads triggers at /completion only: apply the chat template to the prompt first."
        )
    body: Body = {"messages": _messages(request)} if chat else {"prompt": request.prompt}
    body |= _llama_constraint(request, grammar, notes) | _lazy(request.triggers)
    path = "/v1/chat/completions" if chat else "/completion"
    return path, body | _sampling(request, SAMPLING_FIELDS, "max_tokens" if chat else "n_predict")


def _llama_constraint(request: Request, grammar: Grammar | None, notes: list[str]) -> Body:
    if grammar is None:
        return {}
    match request.kind:
        case "gbnf":
            return {"grammar": llama_grammar(request.text, grammar, notes)}
        case "json_object":
            return {"json_schema": {"type": "object"}}
        case "json_schema":
            return llama_schema(request, grammar, _schema(request, "llama-server"), notes)
    notes.append(f"llama-server takes no {_CALLED[request.kind or '']}: this grammar is the same.")
    return {"grammar": printed_for_llama(grammar)}


def _lazy(triggers: tuple[RequestTrigger, ...]) -> Body:
    if not triggers:
        return {}
    # A word that is one token has to be preserved; for any other it changes nothing.
    words = [trigger.value for trigger in triggers if trigger.kind == "word"]
    lazy: Body = {"grammar_lazy": True, "grammar_triggers": [_trigger(trigger) for trigger in triggers]}
    return lazy | ({"preserved_tokens": words} if words else {})


def _trigger(trigger: RequestTrigger) -> Body:
    body: Body = {"type": TRIGGER_TYPES.index(trigger.kind), "value": trigger.value}
    return body if trigger.token_id is None else {**body, "token": trigger.token_id}


def _refuse_triggers(request: Request, server: str) -> None:
    if request.triggers:
        raise InexpressibleError(f"{server} has no triggers: a constraint holds from the first token on.")


def _thinking(request: Request, server: Server) -> str:
    """How a server leaves the thinking free. Raises InexpressibleError."""
    match server:
        case "openai":
            return "OpenAI's models think out of sight: the thinking is no part of the answer."
        case "vllm":
            return (
                f"That nothing is constrained before {request.thinking} is no part of a request: start vLLM "
                "with the --reasoning-parser of the model."
            )
    raise InexpressibleError(
        f"llama-server has no field for thinking that ends with {request.thinking}: its triggers begin with "
        "what they find, and the constraint is about what follows."
    )


def _messages(request: Request) -> list[Body]:
    return [{"role": "user", "content": request.prompt}]


def _sampling(request: Request, names: tuple[str, ...], limit: str) -> Body:
    sampling = {name: request.sampling[name] for name in names}
    return sampling if request.max_tokens is None else {**sampling, limit: request.max_tokens}


def _schema(request: Request, server: str) -> Body:
    document = read_json(request.text)
    schema = document.value if isinstance(document, JsonText) else None
    if not isinstance(schema, dict):
        raise InexpressibleError(f"{server} takes a schema only when it is a JSON object.")
    return schema


def _schema_name(schema: Body) -> str:
    """OpenAI wants a name of at most 64 letters, digits, _ and -."""
    title = schema.get("title")
    return (
        re.sub(r"[^a-zA-Z0-9_-]+", "_", title if isinstance(title, str) else "")[:64].strip("_") or "record"
    )


_CALLED = {
    "gbnf": "grammar",
    "regex": "regex",
    "choice": "list of choices",
    "structural_tag": "structural tag",
}
