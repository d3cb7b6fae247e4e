"""xgrammar and the automaton read one grammar: their verdicts on the suite and their masks agree."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from playground.automaton import Automaton, Trie, judge
from playground.constraints import Constraint, ConstraintError
from playground.engines.protocol import unpack
from playground.engines.xgrammar import XGrammarEngine
from playground.grammar.schema import SchemaOptions
from tests.engines.vocabularies import byte_level
from tests.grammar.schema.suite import accepts, groups, needs_suite

ENGINE = XGrammarEngine()
OPTIONS = SchemaOptions("one", additional_properties=True)


@needs_suite
def test_verdicts_over_the_suite() -> None:
    compared = 0
    for group in groups():
        try:
            constraint = Constraint("json_schema", json.dumps(group.schema), OPTIONS)
        except ConstraintError:
            continue
        compiled, automaton = ENGINE.compile(constraint, byte_level()), Automaton(constraint.grammar)
        for test in group.tests:
            text = json.dumps(test["data"])
            matcher = compiled.matcher()
            fits = matcher.accept_text(text.encode()) and matcher.may_end()
            assert fits == accepts(automaton, text), (group.description, text)
            compared += 1
    assert compared > 1200


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "string", "minLength": 2, "maxLength": 300}, '"a\\n é"'),
        ({"type": "string", "pattern": "^[a-z]+(-[a-z]+)*$", "maxLength": 9}, '"ab-c-d"'),
        ({"type": "integer", "multipleOf": 7}, "-4998"),
        ({"type": "number", "minimum": 0.5, "maximum": 12}, "11.25"),
        (
            {"properties": {"ab": {}, "ac": {"type": "null"}}, "additionalProperties": {"type": "null"}},
            '{"ac": null, "ad": null}',
        ),
        ({"type": "object", "properties": {"a": {"$ref": "#"}}}, '{"a": {"a": {}}}'),
        ({"type": "array", "items": {"enum": ["a", "b", "c"]}, "uniqueItems": True}, '["b", "a"]'),
    ],
)
def test_masks_agree_at_every_byte(schema: Any, text: str) -> None:
    vocabulary = byte_level()
    constraint = Constraint("json_schema", json.dumps(schema), OPTIONS)
    matcher = ENGINE.compile(constraint, vocabulary).matcher()
    automaton, trie = Automaton(constraint.grammar), Trie(vocabulary)
    state = automaton.start
    others = np.ones(len(vocabulary.tokens), dtype=bool)
    others[list(vocabulary.end_ids)] = False
    for byte in text.encode():
        mask = unpack(matcher.mask(), len(vocabulary.tokens))
        assert np.array_equal(mask & others, judge(automaton, trie, state).allowed & others)
        assert matcher.may_end() == automaton.may_end(state)
        token = next(i for i, data in enumerate(vocabulary.tokens) if data == bytes([byte]))
        assert matcher.accept(token)
        state = automaton.feed(state, bytes([byte]))
    assert automaton.may_end(state)
    assert matcher.may_end()
