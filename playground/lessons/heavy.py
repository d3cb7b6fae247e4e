"""Lesson 13: a constraint that leaves no room for what the model wants to say, and the order of keys."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import get_args

from playground.automaton import check
from playground.constraints import Constraint
from playground.decoding.position import Plain
from playground.grammar.schema import SchemaOptions
from playground.grammar.schema.options import KeyOrder
from playground.lessons.masking import Masking, mask_first_position

KEYS = ("reasoning", "answer")
"""As the schema lists them."""


@dataclass(frozen=True, slots=True)
class Ordering(Plain):
    """In which orders the two keys may be written."""

    required: tuple[str, ...]
    key_order: KeyOrder
    reasoning_first: bool
    answer_first: bool


@dataclass(frozen=True, slots=True)
class Heavy(Plain):
    masking: Masking
    orderings: tuple[Ordering, ...]


@cache
def heavy() -> Heavy:
    orderings = [
        _ordering(required, key_order) for required in (KEYS[1:], KEYS) for key_order in get_args(KeyOrder)
    ]
    return Heavy(mask_first_position("toy:lesson13", "lesson_13"), tuple(orderings))


def _ordering(required: tuple[str, ...], key_order: KeyOrder) -> Ordering:
    schema = {"type": "object", "properties": {key: {"type": "string"} for key in KEYS}, "required": required}
    constraint = Constraint("json_schema", json.dumps(schema), SchemaOptions(key_order=key_order))

    def fits(keys: tuple[str, ...]) -> bool:
        return check(constraint, json.dumps(dict.fromkeys(keys, "…"))).status == "complete"

    return Ordering(required, key_order, fits(KEYS), fits(KEYS[::-1]))
