"""What a server is asked for: a constraint, a prompt, how to sample, how many tokens, and a trigger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from playground.grammar.schema import SchemaOptions

Server = Literal["openai", "vllm", "llama-server"]
"""Three ways to ask: OpenAI's chat completions (which others take too), vLLM's own fields, llama-server's."""

TriggerKind = Literal["token", "word", "pattern", "full_pattern"]

SAMPLING_FIELDS = ("temperature", "top_k", "top_p", "min_p", "seed")
NEUTRAL_SAMPLING: Mapping[str, float] = {"temperature": 1.0, "top_k": 0, "top_p": 1.0, "min_p": 0.0}
"""Values with which a filter does nothing."""


class InexpressibleError(ValueError):
    """A server has no way to say what a request asks for; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class RequestTrigger:
    """What switches a lazy grammar on, as a request names it.

    `token_id` is the token of the kind `token`; its `value` is what the server would show of it.
    """

    kind: TriggerKind
    value: str
    token_id: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Request:
    """One request, whatever server it goes to.

    `thinking` is the text that ends the model's thinking, before which nothing is constrained; empty for
    none.

    `kind`, `text` and `options` are those of a `Constraint`; without a kind the text of the answer is free.
    With `chat` the prompt is a user's turn, else the raw text to complete. `sampling` has the fields of
    `playground.decoding.Sampling`, all of them. `max_tokens` is None when there is no limit.
    """

    kind: str | None
    text: str
    prompt: str
    chat: bool
    sampling: Mapping[str, float] = field(default_factory=lambda: {**NEUTRAL_SAMPLING, "seed": 0})
    max_tokens: int | None = None
    triggers: tuple[RequestTrigger, ...] = ()
    options: SchemaOptions | None = None
    thinking: str = ""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)
