"""Small schemas nobody thought of: a record has errors exactly where the validator has."""

import json

import pytest
from jsonschema import Draft202012Validator

from playground.records.json_record import json_record
from playground.records.json_value import same_json
from tests.grammar.schema.random_schemas import Maker


@pytest.mark.parametrize("seed", range(100))
def test_a_record_accepts_what_the_validator_accepts(seed: int) -> None:
    maker = Maker(seed)
    schema = maker.schema()
    for value in (maker.instance() for _ in range(8)):
        try:
            valid = Draft202012Validator(schema).is_valid(value)
        except RecursionError:
            continue  # an `if` that leads back to itself
        found = json_record(schema, json.dumps(value))
        assert (found.errors == ()) == valid, (schema, value)
        assert not valid or same_json(found.value, value)
