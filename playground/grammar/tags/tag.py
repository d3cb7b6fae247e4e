"""One tag of a structural tag: how it begins, what stands inside, how it ends."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any

_NAMED = re.compile(r'"name"\s*:\s*"((?:[^"\\]|\\.)+)"|\b(?:function|name)\s*=\s*"?([\w.-]+)')
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")


@dataclass(frozen=True, slots=True)
class Tag:
    """`begin`, a content, and one of the `ends`; `rule` stands for its content, `rules` for the whole tag."""

    name: str
    begin: str
    ends: tuple[str, ...]
    rule: str
    rules: tuple[str, ...]
    schema: str | None
    """The JSON Schema of its content; None when the content is no JSON."""
    where: str
    """Its JSON pointer in the constraint."""

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "ends": list(self.ends), "rules": list(self.rules)}


def name_of_begin(begin: str) -> str:
    """What a tag is called: the name in `{"name": "add"` or `<function=add>`, else its own letters."""
    named = _NAMED.search(begin)
    if named:
        return named[1] or named[2]
    return _NOT_IN_NAMES.sub(" ", begin).strip() or begin


def rule_of_name(name: str) -> str:
    """The name as GBNF can spell it."""
    return _NOT_IN_NAMES.sub("-", name).strip("-").lower() or "tag"
