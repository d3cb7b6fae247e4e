"""A session as it travels: its inputs and token ids, in a link's address or in a file."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from playground.decoding import Session

MOST_BYTES = 1_000_000
"""Of a saved session, read from a link or a file: more is refused before it is taken apart."""
MOST_IN_LINK = 6_000
"""Characters of a link's part for the session; browsers and servers in between cut longer ones."""

Whole = Annotated[int, Field(ge=-(2**53), le=2**53)]
Number = Annotated[float, Field(allow_inf_nan=False)] | Whole


class SavedError(ValueError):
    """What was handed over is no saved session; the message says why, and what to do."""


class Filled(BaseModel):
    """The fields of the left column, in the order of `Setup.from_fields`."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    kind: str
    text: str
    prompt: str
    chat: bool
    temperature: Number
    top_k: Number
    top_p: Number
    min_p: Number
    seed: Number
    budget: Number
    trigger: str
    trigger_value: str
    white_space: Literal["any", "one", "none"]
    other_keys: Literal["yes", "no"]
    key_order: Literal["declared", "required_first", "any"]
    engine: str
    thinking: str = ""


class Saved(BaseModel):
    """A session's inputs and the tokens that were chosen, each by the sampling or by the visitor."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    playground: Literal[1]
    """The version of this form."""
    model: str
    fields: Filled
    token_ids: list[Annotated[int, Field(ge=0)]]
    forced: list[bool]

    @model_validator(mode="after")
    def _one_each(self) -> Self:
        if len(self.token_ids) != len(self.forced):
            raise ValueError("token_ids and forced must be equally long")
        return self

    @property
    def filled(self) -> tuple[Any, ...]:
        """The values of the fields, in the page's order."""
        return tuple(getattr(self.fields, name) for name in Filled.model_fields)


def save(fields: Sequence[Any], session: Session) -> Saved:
    """What a session came from, and its tokens. `fields` are those it was started with."""
    named = zip(Filled.model_fields, fields, strict=True)
    return Saved(
        playground=1,
        model=session.model.name,
        fields=Filled.model_validate({name: "" if value is None else value for name, value in named}),
        token_ids=list(session.token_ids),
        forced=[chip.forced for chip in session.tokens()],
    )


def to_link(saved: Saved) -> str:
    """The saved session as part of an address, in URL-safe letters. Raises SavedError when it is too long."""
    packed = base64.urlsafe_b64encode(zlib.compress(saved.model_dump_json().encode(), 9)).decode().rstrip("=")
    if len(packed) > MOST_IN_LINK:
        raise SavedError(
            f"A link would have {len(packed):,} characters, and {MOST_IN_LINK:,} are the most that are sure "
            "to arrive. Save the run as a file instead."
        )
    return packed


def from_link(packed: str) -> Saved:
    """The session of a link. Raises SavedError."""
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(data, MOST_BYTES)
        whole = unpacking.eof and not unpacking.unused_data
    except (binascii.Error, ValueError, zlib.error):
        whole = False
    if not whole:
        raise SavedError(
            "This link is damaged: a part of it is missing or changed. Copy it again, all of it."
        )
    return _read(text, "link")


def from_file(text: str) -> Saved:
    """The session of a saved run. Raises SavedError."""
    data = text.encode("utf-8", "replace")
    if len(data) > MOST_BYTES:
        raise SavedError(f"This file has {len(data):,} bytes; a saved run has {MOST_BYTES:,} at the most.")
    return _read(data, "file")


def to_file(saved: Saved, session: Session) -> str:
    """The saved session as JSON, and what came of it for whoever reads the file."""
    told = {
        "text": session.text,
        "finish_reason": session.finish_reason,
        "tokens": [chip.to_dict() for chip in session.tokens()],
        "record": session.record().to_dict() if session.finish_reason else None,
    }
    return json.dumps(saved.model_dump() | told, ensure_ascii=False, indent=1)


def _read(data: bytes, what: str) -> Saved:
    try:
        return Saved.model_validate_json(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise SavedError(
            f"This {what} holds no session of this playground: "
            f"{f'{place}: ' if place else ''}{first['msg'][:200]}. Save it again where it came from."
        ) from None
