"""The current constraint, prompt and sampling as what each server takes: JSON, curl and Python."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, get_args

from playground.constraints.constraint import Constraint
from playground.constraints.export_body import build_body
from playground.constraints.export_code import curl_code, json_code, python_code
from playground.constraints.request import InexpressibleError, Request, Server
from playground.grammar.model import Grammar

SERVERS: tuple[Server, ...] = get_args(Server)
OPENAI_MODEL = "gpt-4o-mini"


@dataclass(frozen=True, slots=True)
class Export:
    """One server's form of a request.

    `json` is the body, `curl` a shell command that sends it, `python` a program that asks the same. All are
    empty when the server has no way to say it; `missing` then says why. `notes` say where the server differs.
    """

    server: Server
    json: str = ""
    curl: str = ""
    python: str = ""
    notes: tuple[str, ...] = ()
    missing: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "notes": list(self.notes)}


def export_request(request: Request, model: str) -> tuple[Export, ...]:
    """The request for each of `SERVERS`, which call the model `model` (OpenAI has models of its own).

    Raises ConstraintError when the constraint cannot be read.
    """
    grammar = (
        None if request.kind is None else Constraint(request.kind, request.text, request.options).grammar
    )
    return tuple(_export(request, grammar, server, model) for server in SERVERS)


def _export(request: Request, grammar: Grammar | None, server: Server, model: str) -> Export:
    try:
        sent = build_body(request, grammar, server, OPENAI_MODEL if server == "openai" else model)
    except InexpressibleError as error:
        return Export(server, missing=str(error))
    code = json_code(sent.body), curl_code(server, sent), python_code(server, sent)
    return Export(server, *code, sent.notes)
