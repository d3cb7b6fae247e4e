"""Strictness: the choices that a JSON Schema leaves open, beside the schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gradio as gr

from playground.grammar.schema import SchemaOptions

WHITE_SPACE = [("any", "any"), ("at most one", "one"), ("none", "none")]
OTHER_KEYS = [("no", "no"), ("yes", "yes")]
KEY_ORDER = [("as listed", "declared"), ("required first", "required_first"), ("any", "any")]


@dataclass(frozen=True, slots=True)
class StrictnessPanel:
    white_space: gr.Radio
    other_keys: gr.Radio
    key_order: gr.Radio

    @property
    def fields(self) -> list[gr.Radio]:
        return [self.white_space, self.other_keys, self.key_order]

    def shown_for(self, kind: str) -> dict[Any, Any]:
        """The choices hidden or not, for a kind that has just been chosen."""
        return {field: gr.update(visible=_visible(kind)) for field in self.fields}


def build(kind: str) -> StrictnessPanel:
    """The choices for a schema; for other kinds they are hidden and keep what they hold."""
    white_space, other_keys, key_order = fields_of(SchemaOptions())
    with gr.Column(elem_id="strictness"):
        return StrictnessPanel(
            _choice(kind, WHITE_SPACE, white_space, "White space", "white-space"),
            _choice(kind, OTHER_KEYS, other_keys, "Other keys", "other-keys"),
            _choice(kind, KEY_ORDER, key_order, "Key order", "key-order"),
        )


def _choice(kind: str, choices: list[tuple[str, str]], value: str, label: str, elem_id: str) -> gr.Radio:
    return gr.Radio(
        choices, value=value, label=label, visible=_visible(kind), elem_id=elem_id, elem_classes="choice"
    )


def _visible(kind: str) -> Any:
    return True if kind == "json_schema" else "hidden"


def options_of(white_space: str, other_keys: str, key_order: str) -> SchemaOptions:
    """The choices as they are filled in. Raises ValueError for one that there is not."""
    return SchemaOptions(white_space, other_keys == "yes", key_order)  # type: ignore[arg-type]


def fields_of(options: SchemaOptions) -> tuple[str, str, str]:
    """What the fields hold for these choices."""
    return options.white_space, "yes" if options.additional_properties else "no", options.key_order
