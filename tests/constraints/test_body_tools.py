"""Tools of a request body as a constraint: what each choice lets the model write, told by hand."""

import json
from typing import Any

import pytest

from playground.automaton import check
from playground.constraints import Constraint, ConstraintError, read_body

WEATHER = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather in a city.",
        "parameters": {
            "type": "object",
            "properties": {"city": {"$ref": "#/$defs/name"}},
            "required": ["city"],
            "$defs": {"name": {"enum": ["Oslo", "Rome"]}},
        },
    },
}
NOW = {"type": "function", "function": {"name": "now"}}
CALL = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'
CLOCK = '<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>'
BEGUN = CALL[: CALL.index("Oslo")]
NAMED = {"type": "function", "function": {"name": "now"}}


def body(**fields: Any) -> str:
    return json.dumps({"messages": [{"role": "user", "content": "Hi"}], **fields})


CASES: list[tuple[dict[str, Any], list[str], list[str], list[str]]] = [
    # beside the two tools; complete texts, begun ones, and those that do not fit
    ({}, ["", "Hi <", f"a {CALL} b\n{CLOCK}"], [BEGUN], [f"{BEGUN}Bonn", '<tool_call>\n{"name": "x']),
    ({"tool_choice": "auto"}, ["", CALL], ["<tool_call>"], ["<tool_call>{"]),
    ({"tool_choice": "auto", "parallel_tool_calls": False}, ["", f"a {CALL}"], [], [f"{CALL} b"]),
    ({"tool_choice": "required"}, [CALL, f"{CLOCK} and\n{CALL}"], [""], ["a"]),
    ({"tool_choice": "required", "parallel_tool_calls": False}, [CALL], [""], [f"{CALL}\n", "a"]),
    ({"tool_choice": NAMED}, [CLOCK], ["", '<tool_call>\n{"name": "n'], [BEGUN, "a", f"{CLOCK}a"]),
]


@pytest.mark.parametrize(("fields", "complete", "begun", "wrong"), CASES, ids=str)
def test_choice(fields: dict[str, Any], complete: list[str], begun: list[str], wrong: list[str]) -> None:
    imported = read_body(body(tools=[WEATHER, NOW], **fields))
    assert imported.server == "openai"
    assert imported.request.kind == "structural_tag"
    assert not any(note.startswith("Not used") for note in imported.notes)
    constraint = Constraint("structural_tag", imported.request.text)
    found = {text: check(constraint, text).status for text in (*complete, *begun, *wrong)}
    wanted = dict.fromkeys(complete, "complete") | dict.fromkeys(begun, "valid_prefix")
    assert found == wanted | dict.fromkeys(wrong, "invalid")


@pytest.mark.parametrize(
    "fields",
    [{"tools": [WEATHER], "tool_choice": "none"}, {"tools": []}, {"tools": None, "tool_choice": "auto"}],
    ids=str,
)
def test_no_tool_is_no_constraint(fields: dict[str, Any]) -> None:
    assert read_body(body(**fields)).request.kind is None


REFUSED = [
    # the body beside its messages, a part of the message, the place
    ({"tools": [{"type": "web_search"}]}, "function here, not 'web_search'", "/tools/0/type"),
    ({"tools": [{"function": {}}]}, "has the type function", "/tools/0"),
    ({"tools": [NOW, {"type": "function"}]}, "no function", "/tools/1"),
    ({"tools": [{"type": "function", "function": {}}]}, "1 to 64 letters", "/tools/0/function"),
    ({"tools": [{"type": "function", "function": {"name": "a b"}}]}, "1 to 64", "/tools/0/function/name"),
    ({"tools": [NOW, NOW]}, "two functions now", "/tools/1/function/name"),
    (
        {"tools": [{"type": "function", "function": {"name": "a", "parameters": []}}]},
        "must be an object",
        "/tools/0/function/parameters",
    ),
    ({"tool_choice": "required"}, "only allowed when tools are specified", "/tool_choice"),
    ({"tools": [NOW], "tool_choice": "any"}, "no choice of a tool", "/tool_choice"),
    (
        {"tools": [NOW], "tool_choice": {"type": "function", "function": {"name": "then"}}},
        "no tool 'then'",
        "/tool_choice",
    ),
    ({"tools": [NOW], "response_format": {"type": "json_object"}}, "response_format and tools", "/tools"),
    ({"tools": [NOW], "structured_outputs": {"regex": "a"}}, "outputs and tools", "/tools"),
    ({"tools": [NOW], "grammar": 'root ::= "a"'}, "json_schema and tools", "/tools"),
]


@pytest.mark.parametrize(("fields", "message", "where"), REFUSED, ids=[case[1] for case in REFUSED])
def test_refused(fields: dict[str, Any], message: str, where: str) -> None:
    with pytest.raises(ConstraintError) as refused:
        read_body(body(**fields))
    assert refused.value.problems[0].where == where
    assert message in refused.value.problems[0].message


def test_the_numbers_of_the_parameters_stay_as_they_are_written() -> None:
    parameters = '{"properties": {"n": {"minimum": 12345678901234567.5}}}'
    tool = f'{{"type": "function", "function": {{"name": "now", "parameters": {parameters}}}}}'
    imported = read_body(f'{{"tools": [{tool}], "tool_choice": "required"}}')
    assert "12345678901234567.5" in imported.request.text
