"""The `guided_*` fields of vLLM before 0.12, rewritten into today's `structured_outputs`."""

from __future__ import annotations

from typing import Any

from playground.constraints.body_vllm import NAME
from playground.grammar.json_written import written_json

_REPLACED = {
    "guided_json": "json",
    "guided_regex": "regex",
    "guided_choice": "choice",
    "guided_grammar": "grammar",
    "guided_json_object": "json_object",
    "guided_whitespace_pattern": "whitespace_pattern",
    "structural_tag": "structural_tag",
}
_REMOVED = "guided_decoding_backend"


def is_guided(body: dict[str, Any]) -> bool:
    """Whether the body has a field that vLLM took before 0.12."""
    return bool(_old_fields(body))


def rewrite_guided(body: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The body with today's fields, as JSON text, and what was changed."""
    old = _old_fields(body)
    params = {_REPLACED[name]: body[name] for name in old if name in _REPLACED}
    rewritten: dict[str, Any] = {}
    for name, value in body.items():
        if name == NAME or (name in _REPLACED and NAME not in body):
            rewritten[NAME] = {**(body.get(NAME) or {}), **params}
        elif name not in old:
            rewritten[name] = value
    notes = [f"vLLM 0.12.0 removed {', '.join(old)}: the body below says the same in {NAME}."]
    if _REMOVED in old:
        notes.append(
            f"{_REMOVED} has no new form in a request: the server chooses its backend when it starts."
        )
    return written_json(rewritten), tuple(notes)


def _old_fields(body: dict[str, Any]) -> list[str]:
    return [name for name in body if name in _REPLACED or name == _REMOVED]
