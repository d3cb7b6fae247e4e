"""What the server asks of a worker, and what a worker answers: one byte that says what, then the rest.

Only the server's own messages are pickled; what a worker says is read as numbers and text, since a
constraint may have made the worker say it.
"""

from __future__ import annotations

import json
import pickle
import struct
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from playground.constraints import Constraint
from playground.engines.protocol import Bitmask, CompiledConstraint, EngineError, Matcher


class Ask(IntEnum):
    """What a worker is asked. All but the first name a matcher, and steps to roll back before all else."""

    COMPILE = 0
    BEGIN = 1
    """A new matcher; the server gives the number."""
    ACCEPT = 2
    ACCEPT_TEXT = 3
    LOOK = 4
    DROP = 5
    """Forget the matcher. The only one without an answer."""


class Answer(IntEnum):
    DONE = 0
    REFUSED = 1
    """The engine's EngineError, in its words."""
    CONSTRAINT = 2
    """The constraint does not fit the vocabulary."""
    MEMORY = 3
    """No memory was left."""
    BROKE = 4
    """The engine raised what it should not; its words."""
    TOKENIZE = 5
    """Not an answer yet: the ids of a text are needed, as int32."""


_ABOUT_MATCHER = struct.Struct("<BII")
_TOKEN = struct.Struct("<i")


@dataclass(frozen=True, slots=True)
class Look:
    """What can be seen at a text. `mask` None where the engine broke down, `error` saying how."""

    may_end: bool
    mask: Bitmask | None
    error: str


def ask_compile(engine: str, constraint: Constraint) -> bytes:
    fields = (engine, constraint.kind, constraint.text, constraint.options)
    return bytes([Ask.COMPILE]) + pickle.dumps(fields)


def read_compile(message: bytes) -> tuple[str, Constraint]:
    """The engine's name, and the constraint read anew. Raises ConstraintError."""
    engine, kind, text, options = pickle.loads(message[1:])
    return engine, Constraint(kind, text, options)


def compiled(constraint: CompiledConstraint) -> bytes:
    return json.dumps([constraint.compile_seconds, constraint.warnings]).encode()


def read_compiled(answer: bytes) -> tuple[float, tuple[str, ...]]:
    """Seconds and warnings."""
    seconds, warnings = json.loads(answer)
    return float(seconds), tuple(map(str, warnings))


def ask(what: Ask, matcher: int, rollback: int, argument: bytes = b"") -> bytes:
    return _ABOUT_MATCHER.pack(what, matcher, rollback) + argument


def read_ask(message: bytes) -> tuple[Ask, int, int, bytes]:
    what, matcher, rollback = _ABOUT_MATCHER.unpack_from(message)
    return Ask(what), matcher, rollback, message[_ABOUT_MATCHER.size :]


def token(token_id: int) -> bytes:
    return _TOKEN.pack(token_id)


def read_token(argument: bytes) -> int:
    token_id: int = _TOKEN.unpack(argument)[0]
    return token_id


def look(matcher: Matcher) -> bytes:
    may_end = matcher.may_end()
    try:
        mask = matcher.mask()
    except EngineError as error:
        return bytes([may_end, False]) + str(error).encode()
    return bytes([may_end, True]) + mask.tobytes()


def read_look(answer: bytes) -> Look:
    may_end, has_mask = answer[:2]
    if not has_mask:
        return Look(bool(may_end), None, answer[2:].decode("utf-8", "replace"))
    return Look(bool(may_end), np.frombuffer(answer[2:], dtype=np.int32), "")
