"""Examples and the fields of the left column: what is filled in as an example, and an example filled in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.lessons.examples import Example


def example_of(name: str, fields: Sequence[Any]) -> Example:
    """What is filled in, as an example; `fields` as `Setup.from_fields` takes them."""
    kind, text, prompt = fields[:3]
    kind_of_trigger: Any = fields[10]
    trigger = fields[11] if kind_of_trigger not in (None, "off") else ""
    return Example(
        name, kind, text or "", prompt or "", kind_of_trigger or "off", trigger or "", fields[16] or ""
    )


def fill_in(example: Example, fields: Sequence[Any]) -> tuple[Any, ...]:
    """The fields with this example in them; what it says nothing of stays."""
    trigger = example.trigger_kind, example.trigger
    return (
        example.kind,
        example.text,
        example.prompt,
        *fields[3:10],
        *trigger,
        *fields[12:16],
        example.thinking,
    )
