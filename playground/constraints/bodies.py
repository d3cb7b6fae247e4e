"""A pasted request body: which server it is for, and what it asks for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from playground.constraints.body_fields import Fields
from playground.constraints.body_guided import is_guided, rewrite_guided
from playground.constraints.body_llama import LLAMA_FIELDS, read_llama, read_triggers
from playground.constraints.body_openai import read_response_format
from playground.constraints.body_options import read_options
from playground.constraints.body_prompt import read_prompt
from playground.constraints.body_sampling import read_max_tokens, read_sampling
from playground.constraints.body_tools import read_tools
from playground.constraints.body_vllm import read_structured_outputs
from playground.constraints.errors import ConstraintError
from playground.constraints.request import Request, Server
from playground.grammar.diagnostics import Diagnostic, diagnose
from playground.grammar.json_text import MARK, read_json

_MARK = "The body begins with a byte order mark, which JSON does not have: save the file as UTF-8 without it."


@dataclass(frozen=True, slots=True)
class ImportedBody:
    """A request body as the playground understands it.

    `notes` say what the server would do beyond that, and what of the body has no place here. `rewritten` is
    the body in the form that servers take today, when it was pasted in an older one; else empty.
    """

    server: Server
    request: Request
    notes: tuple[str, ...]
    rewritten: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "server": self.server,
            "request": self.request.to_dict(),
            "notes": list(self.notes),
            "rewritten": self.rewritten,
        }


def read_body(text: str) -> ImportedBody:
    """Read the JSON body of a request to OpenAI, vLLM or llama-server.

    Raises ConstraintError: where the text is no JSON object, and where the server itself would refuse the
    body, in the server's words. The constraint in it is not read yet; that is what `Constraint` does.
    """
    fields, value = _fields(text)
    notes: tuple[str, ...] = (_MARK,) if text.startswith(MARK) else ()
    rewritten = ""
    if is_guided(value):
        fields.object("structured_outputs")  # refuse another type before adding to it
        rewritten, guided_notes = rewrite_guided(value)
        notes += guided_notes
        fields, _ = _fields(rewritten)
    imported = _read(fields)
    return replace(imported, notes=(*notes, *imported.notes), rewritten=rewritten)


def _fields(text: str) -> tuple[Fields, dict[str, Any]]:
    document = read_json(text)
    if isinstance(document, Diagnostic):
        raise ConstraintError(
            [replace(document, message=f"the request body cannot be read: {document.message}")]
        )
    twice = [warning for warning in document.warnings if warning.code == "json-duplicate-key"]
    if twice:
        raise ConstraintError([replace(warning, severity="error") for warning in twice])
    if not isinstance(document.value, dict):
        message = "a request body is a JSON object, with fields such as messages and response_format"
        raise ConstraintError([diagnose(text, document.places[""], "body", message)])
    return Fields(text, document.places, document.value), document.value


def _read(fields: Fields) -> ImportedBody:
    if "extra_body" in fields:
        hint = (
            "It is an argument of the Python client, which sends its fields beside the others: do the same."
        )
        raise fields.error("extra-body", "extra_body is no field of a request", hint, "extra_body")
    server = _server(fields)
    notes: list[str] = []
    kind, constraint = _constraint(fields, notes)
    prompt, chat = read_prompt(fields, notes)
    request = Request(
        kind=kind,
        text=constraint,
        prompt=prompt,
        chat=chat,
        sampling=read_sampling(fields, server, notes),
        max_tokens=read_max_tokens(fields),
        triggers=read_triggers(fields, notes),
        options=read_options(fields, server, notes) if kind == "json_schema" else None,
    )
    fields.pass_over("model", "stream")
    unread = fields.unread()
    if unread:
        notes.append(f"Not used here: {', '.join(unread)}.")
    return ImportedBody(server, request, tuple(notes))


def _server(fields: Fields) -> Server:
    llama = fields.present(LLAMA_FIELDS)
    if "structured_outputs" in fields:
        if llama:
            message = f"structured_outputs is for vLLM, {llama[0]} for llama-server"
            raise fields.error("two-servers", message, "Leave one of them out.", llama[0])
        return "vllm"
    return "llama-server" if llama else "openai"


def _constraint(fields: Fields, notes: list[str]) -> tuple[str | None, str]:
    found = {
        "structured_outputs": read_structured_outputs(fields, notes),
        "grammar or json_schema": read_llama(fields),
        "response_format": read_response_format(fields, notes),
        "tools": read_tools(fields, notes),
    }
    given = [name for name, constraint in found.items() if constraint is not None]
    if len(given) > 1:
        message = f"the body has two constraints: {' and '.join(given)}"
        last = fields.present(("response_format", "tools"))[-1]
        raise fields.error("two-constraints", message, "Leave one of them out.", last)
    return next((constraint for constraint in found.values() if constraint is not None), (None, ""))
