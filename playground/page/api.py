"""The endpoints for scripts: each takes all it needs and answers with plain JSON values.

A session is its inputs and token ids, so nothing is kept between two calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import gradio as gr

from playground.automaton import TooAmbiguous, check
from playground.constraints import Constraint
from playground.decoding import Session, attempts
from playground.decoding.extraction import MAX_TOKENS, extraction_prompt
from playground.engines.protocol import Engine
from playground.models import Model
from playground.page.door import Door
from playground.page.limits import PageLimits
from playground.page.render import render, script
from playground.page.setup import Setup, check_limits


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One endpoint as the page lists it."""

    name: str
    says: str
    arguments: str
    """Of a call that works with any model, as Python writes them."""


ENDPOINTS = (
    Endpoint(
        "compile",
        "Reads a constraint: its rules, its warnings, and for a JSON Schema the coverage.",
        'kind="json_schema", text=\'{"type": "array", "uniqueItems": true}\'',
    ),
    Endpoint(
        "check",
        "Says whether a text is complete, a valid prefix, or invalid from which character on.",
        'kind="gbnf", text=\'root ::= "line " [1-9]\', candidate="line x"',
    ),
    Endpoint(
        "step",
        "Chooses the token after `token_ids`, by the sampling or as `token_id` says, and tells its place.",
        'kind="regex", text="[0-9]{3}", prompt="A number:", token_ids=[]',
    ),
    Endpoint(
        "run",
        "Steps to the end or the budget: tokens, kept mass, finish reason and record.",
        'kind="choice", text="yes\\nno", prompt="Is it?", max_tokens=16',
    ),
    Endpoint(
        "explain",
        "Says of one token after `token_ids` whether it is allowed, and if not where it fails and why.",
        'kind="regex", text="[0-9]{3}", prompt="A number:", token_ids=[], token="x"',
    ),
    Endpoint(
        "extract",
        "Writes the record that is in a text, with further attempts after a cut.",
        'source="line 7", schema=\'{"enum": [7, 8]}\'',
    ),
)


NEUTRAL: Mapping[str, Any] = {
    "chat": None,
    "temperature": 0,
    "top_k": 0,
    "top_p": 1,
    "min_p": 0,
    "seed": 0,
    "budget": 256,
    "trigger": "off",
    "trigger_value": "",
    "white_space": "any",
    "other_keys": "no",
    "key_order": "declared",
    "engine": "xgrammar",
    "thinking": "",
}
"""The settings of a session that is asked for without any, in the order of `Setup.from_fields`; the chat
template is used where the model has one.
"""


class Api:
    """One method an endpoint. What cannot be used is refused with the message that the page would show."""

    def __init__(self, model: Model, door: Door, engines: Mapping[str, Engine], limits: PageLimits) -> None:
        self._model = model
        self._door = door
        self._engines = engines
        self._limits = limits

    def compile(self, kind: str, text: str, request: gr.Request) -> dict[str, Any]:
        with self._asked(request):
            return Constraint(kind, text).to_dict()

    def check(self, kind: str, text: str, candidate: str, request: gr.Request) -> dict[str, Any]:
        with self._asked(request):
            return check(Constraint(kind, text), candidate, self._model.vocabulary).to_dict()

    def step(
        self,
        request: gr.Request,
        kind: str,
        text: str,
        prompt: str,
        token_ids: list[int] = [],  # noqa: B006 - read only; scripts see it as the default
        token_id: int | None = None,
        settings: dict[str, Any] = {},  # noqa: B006
    ) -> dict[str, Any]:
        with self._asked(request):
            session = self._session(kind, text, prompt, token_ids, settings)
            step = session.step(token_id)
            self._door.observer.stepped(step)
            return step.to_dict() | {
                "token_ids": list(session.token_ids),
                "finish_reason": session.finish_reason,
            }

    def run(
        self,
        request: gr.Request,
        kind: str,
        text: str,
        prompt: str,
        token_ids: list[int] = [],  # noqa: B006
        max_tokens: int | None = None,
        settings: dict[str, Any] = {},  # noqa: B006
    ) -> dict[str, Any]:
        with self._asked(request):
            session = self._session(kind, text, prompt, token_ids, settings)
            for step in session.run(max_tokens):
                self._door.observer.stepped(step)
            return {
                "text": session.text,
                "tokens": [chip.to_dict() for chip in session.tokens()],
                "token_ids": list(session.token_ids),
                "finish_reason": session.finish_reason,
                "record": session.record().to_dict() if session.finish_reason else None,
                "verdict": session.verdict().to_dict(),
            }

    def explain(
        self,
        request: gr.Request,
        kind: str,
        text: str,
        prompt: str,
        token: str,
        token_ids: list[int] = [],  # noqa: B006
        settings: dict[str, Any] = {},  # noqa: B006
    ) -> dict[str, Any]:
        with self._asked(request):
            token_id = self._one_token(token)
            session = self._session(kind, text, prompt, token_ids, settings)
            page = session.vocabulary(query=str(token_id), page_size=len(self._model.vocabulary))
            found = (row for row in page.rows if row.token_id == token_id)
            return next(found).to_dict()

    def extract(
        self,
        request: gr.Request,
        source: str,
        schema: str,
        settings: dict[str, Any] = {},  # noqa: B006
    ) -> dict[str, Any]:
        with self._asked(request):
            prompt = extraction_prompt(source, schema)
            session = self._session("json_schema", schema, prompt, [], {"budget": MAX_TOKENS} | settings)
            made = [attempt.to_dict() for attempt in attempts(session)]
            return {"record": session.record().to_dict(), "attempts": made}

    @contextmanager
    def _asked(self, request: gr.Request) -> Iterator[None]:
        """A request of a script; a refusal reaches it as the message alone."""
        self._door.enter(request)
        try:
            yield
        except (ValueError, TooAmbiguous) as error:
            self._door.observer.refused(str(request.session_hash), error)
            raise gr.Error(str(error), print_exception=False) from error

    def _session(
        self, kind: str, text: str, prompt: str, token_ids: Sequence[int], settings: Mapping[str, Any]
    ) -> Session:
        """The session after these tokens. Raises ValueError."""
        unknown = [name for name in settings if name not in NEUTRAL]
        if unknown:
            raise ValueError(f"There is no setting {unknown[0]!r}; the settings are {', '.join(NEUTRAL)}.")
        setup = Setup.from_fields(
            kind, text, prompt, *{**NEUTRAL, "chat": self._model.has_chat_template, **settings}.values()
        )
        check_limits(setup, self._limits)
        session = setup.session(self._model, self._engines)
        session.replay(token_ids, [True] * len(token_ids))
        return session

    def _one_token(self, token: str) -> int:
        ids = self._model.vocabulary.tokenize(token)
        if len(ids) != 1:
            raise ValueError(f"{token!r} is {len(ids)} tokens of {self._model.name}, not one: {list(ids)}.")
        return ids[0]


def connect(api: Api) -> None:
    """Offer the endpoints, within the blocks that are being built."""
    for endpoint in ENDPOINTS:
        gr.api(
            getattr(api, endpoint.name),
            api_name=endpoint.name,
            api_description=endpoint.says,
            concurrency_limit=None,
        )


def build() -> gr.HTML:
    """The section that lists the endpoints, each with a program that calls it."""
    with (
        gr.Column(elem_id="api-panel", elem_classes="card"),
        gr.Accordion("Use it from a script", open=False, elem_id="api-section"),
    ):
        return gr.HTML(
            render("api.html", endpoints=ENDPOINTS, settings=NEUTRAL),
            apply_default_css=False,
            js_on_load=script("copy.js") + script("api.js"),
            elem_id="api",
        )
