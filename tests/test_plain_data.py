"""What the rooms hand out is frozen and can be written as JSON."""

import dataclasses
import importlib
import json

import pytest

from playground.automaton import (
    Automaton,
    Verdicts,
    Vocabulary,
    expected,
    open_stacks,
    parse_tree,
    shortest_completion,
)
from playground.constraints import Constraint, RequestTrigger

ROOMS = ["automaton", "constraints", "decoding", "engines", "models", "records", "grammar.schema"]
LIVE = {Verdicts, Vocabulary}
"""Tables over a whole vocabulary, which answer questions instead of being written out."""


def classes() -> list[type]:
    rooms = [importlib.import_module(f"playground.{room}") for room in ROOMS]
    found = [getattr(room, name) for room in rooms for name in room.__all__]
    public = {each for each in found if isinstance(each, type) and dataclasses.is_dataclass(each)}
    return sorted(public, key=lambda each: each.__name__)


@pytest.mark.parametrize("each", classes(), ids=lambda each: each.__name__)
def test_a_public_dataclass_is_frozen_and_has_plain_values(each: type) -> None:
    assert each.__dataclass_params__.frozen
    assert each in LIVE or callable(each.to_dict)


def test_the_values_of_the_automaton_are_plain() -> None:
    constraint = Constraint("gbnf", 'root ::= "[" num "]"\nnum ::= [0-9]+')
    automaton = Automaton(constraint.grammar)
    state = automaton.feed(automaton.start, b"[1")
    tree = parse_tree(automaton, [(None, b"[1]")])
    completion = shortest_completion(automaton, state)
    assert tree
    assert completion
    written = [
        [each.to_dict() for each in expected(automaton, state)],
        [each.to_dict() for each in open_stacks(automaton, state)],
        tree.to_dict(),
        completion.to_dict(),
        constraint.to_dict(),
        Constraint("json_schema", '{"type": "object"}').to_dict(),
        RequestTrigger("word", "{").to_dict(),
    ]
    read = json.loads(json.dumps(written))
    assert read[0] == [{"what": '"]"', "rules": ["root"]}, {"what": "a digit", "rules": ["num"]}]
    stacks = [(stack["depth"], [rule["rule"] for rule in stack["rules"]]) for stack in read[1]]
    assert stacks == [(1, ["root", "num"]), (0, ["root"])]
    assert read[2]["spans"][0] == {"rule": "root", "start": 0, "end": 3, "depth": 0, "complete": True}
    assert read[3] == {"characters": 1, "text": "]"}
    assert (read[4]["kind"], read[5]["schema"]["coverage"]["entries"][0]["status"]) == ("gbnf", "enforced")
