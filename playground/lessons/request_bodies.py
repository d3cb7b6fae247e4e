"""Lessons 9 and 10: how a constraint is asked for, how an answer ends, and the memory that masks take."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from playground.constraints import ConstraintError, read_body
from playground.decoding import Sampling
from playground.decoding.position import Plain
from playground.decoding.visible import visible
from playground.engines.costs import MaskBuffer, mask_buffer
from playground.lessons.examples import Example, example
from playground.models import load_model
from playground.records import Record

SEED = 11
"""Of the draws for any object."""
SEQUENCES, GUESSED, VOCABULARY = 256, 3, 151_936
"""What the calculator starts with: vLLM's default of sequences, three tokens guessed ahead, Qwen 2."""


def _chat(content: str, **fields: object) -> str:
    return json.dumps({"messages": [{"role": "user", "content": content}], **fields})


def _format(name: str, schema: object) -> dict[str, object]:
    return {"type": "json_schema", "json_schema": {"name": name, "schema": schema}}


def _vllm(**constraint: object) -> str:
    return _chat("...", model="qwen", structured_outputs=constraint)


@dataclass(frozen=True, slots=True)
class Answer(Plain):
    """What a request comes to, run by a model of noise."""

    body: str
    kind: str
    """Of the constraint."""
    text: str
    """White space made visible; empty for a request that is refused."""
    finish_reason: str
    completion_tokens: int
    record: str
    """As Python shows it; empty when the text was not parsed."""
    error: str
    """Why there is no record, or the server's refusal."""


@dataclass(frozen=True, slots=True)
class ReadBody(Plain):
    """A request as this program reads it."""

    body: str
    kind: str
    text: str
    """Of the constraint."""
    error: str
    """The refusal; empty when it is read."""


@dataclass(frozen=True, slots=True)
class RequestKinds(Plain):
    bodies: tuple[ReadBody, ...]
    refused: tuple[ReadBody, ...]
    buffer: MaskBuffer
    """For `SEQUENCES`, `GUESSED` and `VOCABULARY`."""


@cache
def answers() -> tuple[Answer, ...]:
    """With a schema, with any object and 60 tokens, and with a type that there is not."""
    bug = _format("bug", json.loads(example("lesson_9").text))
    anything = {"type": "json_object"}
    return (
        _answer(_chat("Which file has the bug?", max_tokens=200, temperature=0, response_format=bug)),
        _answer(_chat("Any object", max_tokens=60, temperature=2, seed=SEED, response_format=anything)),
        _answer(_chat("x", response_format={"type": "xml"})),
    )


@cache
def request_kinds() -> RequestKinds:
    """The kinds of vLLM, OpenAI's form of one, and what is refused."""
    line = {"type": "object", "properties": {"line": {"type": "integer"}}, "required": ["line"]}
    bodies = (
        _vllm(choice=["positive", "negative"]),
        _vllm(regex=r"[A-Z][a-z]+\.java:[0-9]{1,5}"),
        _vllm(json=line),
        _vllm(grammar='root ::= ("yes" | "no")'),
        _vllm(json_object=True),
        _chat("...", model="qwen", response_format=_format("loc", {"type": "object"})),
    )
    refused = (_vllm(), _vllm(choice=["yes"], regex="yes"))
    buffer = mask_buffer(SEQUENCES, GUESSED, VOCABULARY)
    return RequestKinds(tuple(map(_read, bodies)), tuple(map(_read, refused)), buffer)


def _answer(body: str) -> Answer:
    read = _read(body)
    if read.error:
        return Answer(body, "", "", "", 0, "", read.error)
    request = read_body(body).request
    sampling = Sampling(request.sampling["temperature"], seed=int(request.sampling["seed"]))
    asked = Example("", read.kind, read.text, request.prompt)
    session = asked.session(load_model("toy"), sampling, request.max_tokens or 256)
    for _ in session.run():
        pass
    record: Record = session.record()
    return Answer(
        body=body,
        kind=read.kind,
        text=visible(session.data),
        finish_reason=session.finish_reason or "",
        completion_tokens=len(session.token_ids),
        record=record.repr,
        error=" ".join(record.errors),
    )


def _read(body: str) -> ReadBody:
    try:
        request = read_body(body).request
    except ConstraintError as error:
        problem = error.problems[0]
        return ReadBody(body, "", "", f"{problem.message}. {problem.hint}")
    return ReadBody(body, request.kind or "", request.text, "")
