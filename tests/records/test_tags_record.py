"""The calls in a finished text: each one's name and arguments, and every error of every call."""

import json

from playground.automaton import Automaton
from playground.constraints import Constraint
from playground.records import Record, read_record

EVEN = {"type": "object", "properties": {"n": {"type": "number", "multipleOf": 0.7}}, "required": ["n"]}
BAGS = {"type": "array", "items": {"type": "integer"}, "uniqueItems": True}


def constraint(**schemas: object) -> Constraint:
    tags = [
        {
            "begin": f'<call>{{"name": "{name}", "arguments": ',
            "content": {"type": "json_schema", "json_schema": schema},
            "end": "}</call>",
        }
        for name, schema in schemas.items()
    ]
    written = {"type": "triggered_tags", "triggers": ["<call>"], "tags": tags}
    return Constraint("structural_tag", json.dumps({"format": written}))


def read(made: Constraint, text: str) -> Record:
    automaton = Automaton(made.grammar)
    return read_record(made, [(None, text.encode())], automaton, ("stop", ""))


def call(name: str, arguments: str) -> str:
    return f'<call>{{"name": "{name}", "arguments": {arguments}}}</call>'


def test_each_call_is_checked_against_its_own_schema() -> None:
    made = constraint(even=EVEN, bags=BAGS)
    found = read(made, f"a {call('bags', '[1,2]')} b {call('bags', '[3,3]')}{call('bags', '[4,4]')}")
    assert found.value is None
    assert [error.split(":")[0] for error in found.errors] == ["Call 2 (bags)", "Call 3 (bags)"]


def test_calls_keep_their_order_and_become_objects() -> None:
    point = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}
    made = constraint(bags=BAGS, point=point)
    found = read(made, "first " + call("point", '{"x": 1}') + " then " + call("bags", "[]") + " é")
    assert found.value == [{"name": "point", "arguments": {"x": 1}}, {"name": "bags", "arguments": []}]
    assert found.typed[0].x == 1
    assert found.repr == "[Point(x=1), []]"
    compile(found.source, "source", "exec")
    assert "# bags" in found.source
    assert "# point" in found.source


def test_a_text_without_a_call_is_an_empty_list() -> None:
    found = read(constraint(bags=BAGS), "nothing to call <cal")
    assert (found.value, found.errors, found.notes) == (
        [],
        (),
        ("The text is free throughout: no tag stands in it.",),
    )


def test_a_content_without_a_schema_is_its_text() -> None:
    think = {"type": "tag", "begin": "<think>", "content": {"type": "any_text"}, "end": "</think>"}
    made = Constraint("structural_tag", json.dumps({"format": think}))
    found = read(made, "<think>so be it</think>")
    assert found.value == [{"name": "think", "arguments": "so be it"}]
    assert found.repr == "think('so be it')".join("[]")
