"""Small schemas nobody thought of: every difference from the validator was announced.

Instances at random show what is kept out; texts drawn from the grammar show what is let through.
"""

from __future__ import annotations

import json
import random
from decimal import Decimal, localcontext
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from playground.automaton import Automaton
from playground.grammar.schema import SchemaOptions
from tests.grammar.schema.random_schemas import Maker, random_text
from tests.grammar.schema.suite import accepts, read, texts

KEY_ORDERS = ("declared", "required_first", "any")


def options(seed: int) -> SchemaOptions:
    return SchemaOptions(("any", "one", "none")[seed % 3], seed % 4 < 2, KEY_ORDERS[seed // 3 % 3])  # type: ignore[arg-type]


def is_valid(schema: Any, value: Any) -> bool | None:
    """None where the validator finds no end: an `if` that leads back to itself, without then and else."""
    try:
        with localcontext() as context:
            context.prec = 2_000  # long numbers are divided exactly
            return Draft202012Validator(schema).is_valid(value)
    except RecursionError:
        return None


@pytest.mark.parametrize("seed", range(300))
def test_every_difference_was_announced(seed: int) -> None:
    maker, chosen = Maker(seed), options(seed)
    schema = maker.schema()
    grammar, reading, errors = read(schema, chosen)
    instances = [maker.instance() for _ in range(12)]
    if grammar is None or reading is None:
        assert set(errors) <= {"schema-nothing", "schema-endless", "schema-circular"}
        if errors == ["schema-nothing"]:
            assert not any(is_valid(schema, instance) for instance in instances)
        return
    automaton = Automaton(grammar)
    for instance in instances:
        valid = is_valid(schema, instance)
        for text in texts(instance, chosen):
            accepted = accepts(automaton, text)
            announced = reading.coverage.is_looser if accepted else reading.coverage.is_narrower
            assert accepted == valid or valid is None or announced, (text, valid, json.dumps(schema))
    drawn = [random_text(grammar, random.Random(seed + draw)) for draw in range(12)]
    exact = json.loads(json.dumps(schema), parse_float=Decimal)
    for text in filter(None, drawn):
        value = json.loads(text, parse_float=Decimal)
        assert accepts(automaton, text)
        valid = is_valid(exact, value)
        assert valid or valid is None or reading.coverage.is_looser, (text, json.dumps(schema))
