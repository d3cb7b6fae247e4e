"""Where a JSON text that may stop anywhere stands: the path of the value being written."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[{}\[\]:,]|[^\s{}\[\]:,"]+|\s+', re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class JsonPrefix:
    """What a JSON text has said so far, valid or not.

    `path` is that of the value being written, or of the object or array around it between two values, as
    in `$.items[2].name`. `keys` are the paths of all keys, each with the offset behind its last quote, in
    characters from 0; a key that is not finished is not among them.
    """

    path: str
    keys: tuple[tuple[str, int], ...]


@dataclass(slots=True)
class _Container:
    """An object or array that is open: the path to it, and the key or index that is next or now."""

    path: str
    is_object: bool
    key: str | None = None
    index: int = 0
    holds: bool = False
    """Whether a value has ended since the last comma."""


@dataclass(slots=True)
class _Reader:
    stack: list[_Container] = field(default_factory=list)
    keys: list[tuple[str, int]] = field(default_factory=list)
    scalar: str | None = None
    """The path of a scalar that the text ends with, so that it may go on."""


def read_prefix(text: str) -> JsonPrefix:
    """Read a JSON text, which may stop anywhere."""
    reader = _Reader()
    for token in _TOKEN.finditer(text):
        _read(reader, token[0], token.end())
    if reader.scalar is not None:
        return JsonPrefix(reader.scalar, tuple(reader.keys))
    return JsonPrefix(_next_path(reader), tuple(reader.keys))


def _read(reader: _Reader, token: str, end: int) -> None:
    reader.scalar = None
    top = reader.stack[-1] if reader.stack else None
    match token[0]:
        case "{" | "[":
            reader.stack.append(_Container(_next_path(reader), token == "{"))
        case "}" | "]":
            if reader.stack:
                reader.stack.pop()
            _end_value(reader)
        case ",":
            if top is not None:
                top.key, top.index, top.holds = None, top.index + 1, False
        case ":":
            pass
        case '"' if top is not None and top.is_object and top.key is None:
            if _STRING.fullmatch(token):
                top.key = _unquoted(token)
                reader.keys.append((_member(top.path, top.key), end))
        case character if not character.isspace():
            path = _next_path(reader)
            reader.scalar = None if _STRING.fullmatch(token) else path
            _end_value(reader)


def _end_value(reader: _Reader) -> None:
    if reader.stack:
        reader.stack[-1].holds = True


def _next_path(reader: _Reader) -> str:
    """The path of the value that may begin here; of what is around it when none may."""
    if not reader.stack:
        return "$"
    top = reader.stack[-1]
    if top.holds:
        return top.path
    if top.is_object:
        return top.path if top.key is None else _member(top.path, top.key)
    return f"{top.path}[{top.index}]"


def _member(path: str, key: str) -> str:
    return f"{path}.{key}" if _PLAIN_KEY.fullmatch(key) else f"{path}[{json.dumps(key, ensure_ascii=False)}]"


def _unquoted(token: str) -> str:
    try:
        key: str = json.loads(token, strict=False)
    except ValueError:
        return token[1:-1]
    return key
