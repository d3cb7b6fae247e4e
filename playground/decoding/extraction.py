"""Free text in, typed record out: what the other rooms are for, in one call."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from playground.constraints import Constraint
from playground.decoding.attempts import Attempt, attempts
from playground.decoding.sampling import Sampling
from playground.decoding.session import Session
from playground.grammar.json_text import MARK
from playground.grammar.schema import SchemaOptions
from playground.models import Model, load_model

MAX_TOKENS = 64
"""The budget of the first attempt."""


class ExtractionError(RuntimeError):
    """No record came of a text. `attempts` are all runs made; `errors` say why the last one gave none."""

    def __init__(self, attempts: tuple[Attempt, ...], errors: tuple[str, ...]) -> None:
        self.attempts = attempts
        self.errors = errors
        count = f"{len(attempts)} attempt{'' if len(attempts) == 1 else 's'}"
        super().__init__("\n".join([f"no record after {count}: {' '.join(errors)}", *map(str, attempts)]))


def extract(
    text: str,
    schema: str | Mapping[str, Any],
    model: str | Model = "smollm2",
    sampling: Sampling = Sampling(),  # noqa: B008 - frozen
    max_tokens: int = MAX_TOKENS,
    on_attempt: Callable[[Attempt], object] | None = None,
    *,
    options: SchemaOptions = SchemaOptions(),  # noqa: B008 - frozen
    engine: str = "xgrammar",
) -> Any:
    """The record that a model finds in a text, as an object of a type made from the JSON Schema.

    The schema may be JSON text or the same as Python values; its title names the type. `max_tokens` is the
    budget of the first attempt; after a truncation follow others, each with four times the budget of the
    one before, three in all. `on_attempt` is called after each. A truncated text is never parsed. `options`
    are the choices that the schema leaves open, `engine` is the one that computes the masks.

    Raises ExtractionError when there is no complete text that fits the schema, ConstraintError for a schema
    that cannot be used, EngineError for an engine that there is not or that refuses the schema, ModelError
    for a model that cannot be had or a text that is too long for it.
    """
    source = schema if isinstance(schema, str) else json.dumps(schema)
    constraint = Constraint("json_schema", source, options)
    loaded = load_model(model) if isinstance(model, str) else model
    prompt = extraction_prompt(text, source)
    session = Session(loaded, prompt, constraint, sampling=sampling, engine=engine, budget=max_tokens)
    made: list[Attempt] = []
    for attempt in attempts(session):
        made.append(attempt)
        if on_attempt:
            on_attempt(attempt)
    record = session.record()
    if record.errors:
        raise ExtractionError(tuple(made), record.errors)
    return record.typed


def extraction_prompt(text: str, schema: str) -> str:
    """What the model is asked; the schema's keys are named, since a mask shows a model nothing."""
    parsed = json.loads(schema.removeprefix(MARK))
    properties = parsed.get("properties") if isinstance(parsed, dict) else None
    keys = list(properties) if isinstance(properties, dict) else []
    return f"Extract {f'{_listed(keys)} as ' if keys else ''}JSON from: {text}"


def _listed(keys: list[str]) -> str:
    """`file, line, and severity`."""
    if len(keys) < 3:
        return " and ".join(keys)
    return f"{', '.join(keys[:-1])}, and {keys[-1]}"
