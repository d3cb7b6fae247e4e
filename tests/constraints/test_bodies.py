"""Pasted request bodies: what they ask for, and what their server would refuse."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from playground.constraints import Constraint
from playground.constraints.bodies import read_body
from playground.constraints.errors import ConstraintError
from playground.constraints.request import RequestTrigger

USER = {"role": "user", "content": "Which file has the bug?"}
SCHEMA = {"type": "object", "properties": {"line": {"type": "integer"}}, "required": ["line"]}
LAZY = {
    "prompt": "def add(a, b):",
    "n_predict": 24,
    "temperature": 0,
    "grammar": 'root ::= "路口" " = " [0-9]{1,3} "\\n"',
    "grammar_lazy": True,
    "grammar_triggers": [{"type": 1, "value": "路口"}],
    "preserved_tokens": ["路口"],
}


TAG = {"type": "structural_tag", "format": {"type": "any_text"}}


def schema_format(schema: Any, **more: Any) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "bug", "schema": schema, **more}}


CONSTRAINTS = [
    # the body beside its messages, the server, the kind, the text (a schema compares as JSON)
    ({}, "openai", None, ""),
    ({"response_format": {"type": "text"}}, "openai", None, ""),
    ({"response_format": None}, "openai", None, ""),
    ({"response_format": {"type": "json_object"}}, "openai", "json_object", ""),
    ({"response_format": {"type": "json_object", "schema": SCHEMA}}, "openai", "json_schema", SCHEMA),
    ({"response_format": schema_format(SCHEMA)}, "openai", "json_schema", SCHEMA),
    ({"response_format": schema_format(SCHEMA, strict=True)}, "openai", "json_schema", SCHEMA),
    ({"structured_outputs": {"json": SCHEMA}}, "vllm", "json_schema", SCHEMA),
    ({"structured_outputs": {"json": json.dumps(SCHEMA)}}, "vllm", "json_schema", SCHEMA),
    ({"structured_outputs": {"regex": r"\d{3}-\d{4}"}}, "vllm", "regex", r"\d{3}-\d{4}"),
    ({"structured_outputs": {"choice": ["positive", "é\n"]}}, "vllm", "choice", '["positive", "é\\n"]'),
    ({"structured_outputs": {"grammar": 'root ::= "yes" | "no"'}}, "vllm", "gbnf", 'root ::= "yes" | "no"'),
    ({"structured_outputs": {"json_object": True}}, "vllm", "json_object", ""),
    ({"structured_outputs": {"structural_tag": json.dumps(TAG)}}, "vllm", "structural_tag", json.dumps(TAG)),
    (
        {"structured_outputs": {"structural_tag": TAG}},
        "vllm",
        "structural_tag",
        json.dumps(TAG, indent=2),
    ),
    ({"response_format": TAG}, "openai", "structural_tag", json.dumps(TAG, indent=2)),
    ({"structured_outputs": {"json": None, "regex": "a"}}, "vllm", "regex", "a"),
    ({"structured_outputs": {"regex": "a"}, "response_format": {"type": "text"}}, "vllm", "regex", "a"),
    ({"grammar": 'root ::= "a"'}, "llama-server", "gbnf", 'root ::= "a"'),
    ({"grammar": "", "json_schema": SCHEMA}, "llama-server", "json_schema", SCHEMA),
    ({"json_schema": SCHEMA}, "llama-server", "json_schema", SCHEMA),
    ({"json_schema": {}}, "llama-server", "json_object", ""),
    ({"json_schema": {"type": "object"}}, "llama-server", "json_object", ""),
    ({"n_predict": 5}, "llama-server", None, ""),
    ({"n_predict": 5, "response_format": schema_format(SCHEMA)}, "llama-server", "json_schema", SCHEMA),
]


@pytest.mark.parametrize(("body", "server", "kind", "text"), CONSTRAINTS)
def test_constraint(body: dict[str, Any], server: str, kind: str | None, text: Any) -> None:
    imported = read_body(json.dumps({"model": "qwen", "messages": [USER], **body}))
    assert imported.server == server
    assert imported.request.kind == kind
    found = imported.request.text
    assert (json.loads(found) if kind == "json_schema" else found) == text
    assert (imported.request.prompt, imported.request.chat) == (USER["content"], True)
    assert imported.rewritten == ""


# The five bodies that the lesson's tenth example prints.
LESSON = [
    ('"structured_outputs":{"choice":["positive","negative"]}', "choice", '["positive", "negative"]'),
    (
        r'"structured_outputs":{"regex":"[A-Z][a-z]+\\.java:[0-9]{1,5}"}',
        "regex",
        r"[A-Z][a-z]+\.java:[0-9]{1,5}",
    ),
    (
        '"structured_outputs":{"json":{"type":"object","properties":{"line":{"type":"integer"}},"required":["line"]}}',
        "json_schema",
        SCHEMA,
    ),
    (r'"structured_outputs":{"grammar":"root ::= (\"yes\" | \"no\")"}', "gbnf", 'root ::= ("yes" | "no")'),
    (
        '"response_format":{"type":"json_schema","json_schema":{"name":"loc","schema":{"type":"object"}}}',
        "json_schema",
        {"type": "object"},
    ),
]


@pytest.mark.parametrize(("field", "kind", "text"), LESSON)
def test_the_lessons_bodies(field: str, kind: str, text: Any) -> None:
    body = f'{{"model":"qwen","messages":[{{"role":"user","content":"..."}}],{field}}}'
    request = read_body(body).request
    assert request.kind == kind
    assert (json.loads(request.text) if kind == "json_schema" else request.text) == text
    assert Constraint(request.kind, request.text).grammar.rules


def test_a_schema_keeps_the_order_of_its_keys() -> None:
    schema = '{"type": "object", "properties": {"b": {}, "a": {}}, "$defs": {}}'
    body = f'{{"messages": [], "structured_outputs": {{"json": {schema}}}}}'
    assert read_body(body).request.text.replace("\n", "").replace(" ", "") == schema.replace(" ", "")


WITH_TRIGGER = {
    "grammar": 'root ::= "a"',
    "grammar_lazy": True,
    "grammar_triggers": [{"type": 1, "value": "a"}],
}
REFUSED = [
    # the body beside its messages, a part of the message, the place
    (
        {"response_format": {"type": "xml"}},
        'response_format type must be one of "text" or "json_object", but got: xml',
        "/response_format/type",
    ),
    ({"response_format": {"json_schema": {}}}, "no type", "/response_format"),
    ({"response_format": "json_object"}, "must be an object", "/response_format"),
    ({"response_format": {"type": "json_schema"}}, "no schema", "/response_format"),
    ({"response_format": {"type": "json_schema", "schema": {}}}, "no schema", "/response_format"),
    ({"response_format": schema_format(True)}, "must be an object", "/response_format/json_schema/schema"),
    ({"structured_outputs": {}}, "none are specified", "/structured_outputs"),
    ({"structured_outputs": {"whitespace_pattern": " "}}, "none are specified", "/structured_outputs"),
    (
        {"structured_outputs": {"regex": "a", "choice": ["b"]}},
        "only use one kind of structured outputs constraint but multiple are specified: regex, choice",
        "/structured_outputs",
    ),
    ({"structured_outputs": {"json": SCHEMA, "json_object": False}}, "multiple", "/structured_outputs"),
    ({"structured_outputs": {"json_object": False}}, "false", "/structured_outputs/json_object"),
    (
        {"structured_outputs": {"structural_tag": "{}", "json": {}}},
        "only use one kind of structured outputs constraint but multiple are specified: json, structural_tag",
        "/structured_outputs",
    ),
    ({"grammar": 'root ::= "a"', "n_predict": 10**400}, "too large", "/n_predict"),
    ({"grammar": 'root ::= "a"', "n_predict": -(10**30)}, "too large", "/n_predict"),
    ({"grammar": 'root ::= "a"', "temperature": 10**400}, "too large", "/temperature"),
    ({**WITH_TRIGGER, "preserved_tokens": 5}, "list of texts", "/preserved_tokens"),
    ({**WITH_TRIGGER, "preserved_tokens": "abc"}, "list of texts", "/preserved_tokens"),
    ({**WITH_TRIGGER, "preserved_tokens": [1]}, "texts only", "/preserved_tokens/0"),
    ({"structured_outputs": {"choice": "a"}}, "list of texts", "/structured_outputs/choice"),
    ({"structured_outputs": {"choice": ["a", 1]}}, "texts only", "/structured_outputs/choice/1"),
    ({"structured_outputs": {"regex": 7}}, "text in double quotes", "/structured_outputs/regex"),
    (
        {"structured_outputs": {"grammar": 'start: "yes" | "no"  # or ::= so\n'}},
        "looks like Lark",
        "/structured_outputs/grammar",
    ),
    (
        {"structured_outputs": {"regex": "a"}, "grammar": "b"},
        "for vLLM, grammar for llama-server",
        "/grammar",
    ),
    (
        {"structured_outputs": {"regex": "a"}, "response_format": {"type": "json_object"}},
        "two constraints: structured_outputs and response_format",
        "/response_format",
    ),
    (
        {"grammar": 'root ::= "a"', "json_schema": SCHEMA},
        "Cannot use both json_schema and grammar",
        "/json_schema",
    ),
    (
        {"grammar": 'root ::= "a"', "response_format": {"type": "json_object"}},
        "two constraints",
        "/response_format",
    ),
    ({"extra_body": {"structured_outputs": {"regex": "a"}}}, "no field of a request", "/extra_body"),
    ({"grammar_lazy": True}, "no triggers set for lazy grammar", "/grammar_lazy"),
    ({"grammar_lazy": 1}, "true or false", "/grammar_lazy"),
    ({"grammar_triggers": {}}, "list of objects", "/grammar_triggers"),
    ({"grammar_triggers": ["a"]}, "objects only", "/grammar_triggers/0"),
    ({"grammar_triggers": [{"value": "a"}]}, "needs a type", "/grammar_triggers/0"),
    ({"grammar_triggers": [{"type": 4, "value": "a"}]}, "no trigger type 4", "/grammar_triggers/0/type"),
    ({"grammar_triggers": [{"type": 1, "value": ""}]}, "(word) needs a value", "/grammar_triggers/0"),
    ({"temperature": -0.5}, "Temperature must be 0 or more, not -0.5", "/temperature"),
    ({"temperature": "0"}, "Temperature must be a number", "/temperature"),
    ({"top_p": 0}, "top_p must be above 0 and at most 1", "/top_p"),
    ({"min_p": 1.5}, "min_p must be from 0 to 1", "/min_p"),
    ({"top_k": 1.5}, "whole number", "/top_k"),
    ({"top_k": True}, "whole number", "/top_k"),
    ({"max_tokens": 0}, "max_tokens must be 1 or more", "/max_tokens"),
    ({"n_predict": -2}, "n_predict must be 1 or more", "/n_predict"),
    ({"messages": "hello"}, "list of objects", "/messages"),
    ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, "text", "/messages/0/content/0"),
    ({"messages": None, "prompt": [1, 2]}, "one text", "/prompt"),
]


@pytest.mark.parametrize(("body", "message", "where"), REFUSED)
def test_refused(body: dict[str, Any], message: str, where: str) -> None:
    text = json.dumps({"messages": [USER], **body}, indent=2)
    with pytest.raises(ConstraintError) as caught:
        read_body(text)
    assert message in caught.value.message
    [problem] = caught.value.problems
    assert problem.where == where
    assert problem.line > 1
    assert "^" in problem.excerpt


@pytest.mark.parametrize(
    ("text", "line", "column"), [("[]", 1, 1), ('{"messages": [],}', 1, 16), ("", 1, 1), ("curl -d x", 1, 1)]
)
def test_no_body(text: str, line: int, column: int) -> None:
    with pytest.raises(ConstraintError, match="request body") as caught:
        read_body(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_the_place_of_an_error_is_in_the_pasted_text() -> None:
    with pytest.raises(ConstraintError) as caught:
        read_body('{"messages": [],\n "response_format": {"type": "xml"}}')
    assert (caught.value.line, caught.value.column) == (2, 22)
    assert caught.value.excerpt.splitlines()[1].index("^") == 21


def test_half_of_a_character_is_refused_where_it_stands() -> None:
    with pytest.raises(ConstraintError, match="half of a surrogate pair") as caught:
        read_body('{"json_schema":\n {"enum": ["\\ud800"]}}')
    assert (caught.value.line, caught.value.column) == (2, 13)


def test_a_byte_order_mark_is_a_note() -> None:
    imported = read_body('\ufeff{"json_schema": {"enum": [1]}}')
    assert json.loads(imported.request.text) == {"enum": [1]}
    assert "byte order mark" in imported.notes[0]


GUIDED = [
    ({"guided_json": SCHEMA}, "json_schema", SCHEMA, {"json": SCHEMA}),
    ({"guided_regex": "a+"}, "regex", "a+", {"regex": "a+"}),
    ({"guided_choice": ["a", "b"]}, "choice", '["a", "b"]', {"choice": ["a", "b"]}),
    ({"guided_grammar": 'root ::= "a"'}, "gbnf", 'root ::= "a"', {"grammar": 'root ::= "a"'}),
    ({"guided_json_object": True}, "json_object", "", {"json_object": True}),
    (
        {"guided_regex": "a", "guided_decoding_backend": "outlines", "guided_whitespace_pattern": " ?"},
        "regex",
        "a",
        {"regex": "a", "whitespace_pattern": " ?"},
    ),
    ({"guided_json": None, "structured_outputs": {"regex": "a"}}, "regex", "a", {"regex": "a", "json": None}),
]


@pytest.mark.parametrize(("old", "kind", "text", "params"), GUIDED)
def test_guided_fields_are_rewritten(
    old: dict[str, Any], kind: str, text: Any, params: dict[str, Any]
) -> None:
    imported = read_body(json.dumps({"model": "m", "messages": [USER], **old, "max_tokens": 9}))
    assert imported.request.kind == kind
    found = imported.request.text
    assert (json.loads(found) if kind == "json_schema" else found) == text
    assert json.loads(imported.rewritten) == {
        "model": "m",
        "messages": [USER],
        "structured_outputs": params,
        "max_tokens": 9,
    }
    assert "0.12.0" in imported.notes[0]
    assert all(name in imported.notes[0] for name in old if name.startswith("guided"))
    assert read_body(imported.rewritten).request == imported.request


def test_two_guided_fields_are_one_too_many() -> None:
    with pytest.raises(ConstraintError, match="multiple are specified: json, regex"):
        read_body(json.dumps({"messages": [USER], "guided_json": {}, "guided_regex": "a"}))


def test_the_lazy_grammar_of_the_lesson() -> None:
    imported = read_body(json.dumps(LAZY))
    assert imported.server == "llama-server"
    assert imported.request.kind == "gbnf"
    assert imported.request.text == LAZY["grammar"]
    assert imported.request.triggers == (RequestTrigger("word", "路口"),)
    assert (imported.request.prompt, imported.request.chat) == ("def add(a, b):", False)
    assert imported.request.max_tokens == 24
    assert imported.notes == ()


@pytest.mark.parametrize(
    ("trigger", "expected"),
    [
        ({"type": 0, "value": "<tool_call>", "token": 7}, RequestTrigger("token", "<tool_call>", 7)),
        ({"type": 0, "token": 7}, RequestTrigger("token", "", 7)),
        ({"type": 2, "value": "a+"}, RequestTrigger("pattern", "a+")),
        ({"type": 3, "value": "a.*b"}, RequestTrigger("full_pattern", "a.*b")),
    ],
)
def test_trigger_types(trigger: dict[str, Any], expected: RequestTrigger) -> None:
    assert read_body(json.dumps({**LAZY, "grammar_triggers": [trigger]})).request.triggers == (expected,)


NOTES = [
    ({**WITH_TRIGGER, "preserved_tokens": []}, "marked as preserved token"),
    ({**LAZY, "grammar_lazy": False}, "do nothing without grammar_lazy"),
    ({**LAZY, "messages": [USER]}, "reads triggers at /completion only"),
    ({"messages": [USER], "stop": ["a"], "n": 2}, "Not used here: stop, n."),
    ({"messages": [USER], "temperature": 1}, "so as the server has it: top_p 1."),
    ({"prompt": "", "n_predict": 1}, "temperature 0.8, top_k 40, top_p 0.95, min_p 0.05"),
    ({"messages": [USER], "seed": -1}, "Without a seed"),
    ({"messages": [{"role": "system", "content": "s"}, USER]}, "(system, user) become one user's message"),
    ({"response_format": {"type": "json_object"}}, "no prompt"),
    ({"structured_outputs": {"regex": "a", "disable_any_whitespace": True}}, "disable_any_whitespace (True)"),
    ({"response_format": schema_format(SCHEMA, strict=True)}, "strict changes nothing here"),
]


@pytest.mark.parametrize(("body", "note"), NOTES)
def test_notes(body: dict[str, Any], note: str) -> None:
    assert any(note in found for found in read_body(json.dumps(body)).notes)


SAMPLING = [
    # the body, what is sampled with
    ({"temperature": 0}, (0, 0, 1, 0, 0)),
    ({"temperature": 0.7, "top_p": 0.9, "seed": 5}, (0.7, 0, 0.9, 0, 5)),
    ({"temperature": 0.7, "top_p": 0.9, "top_k": 20, "min_p": 0.1, "seed": 5}, (0.7, 20, 0.9, 0.1, 5)),
    ({"top_k": -1}, (1, 0, 1, 0, 0)),
    ({"structured_outputs": {"regex": "a"}}, (1, 0, 1, 0, 0)),
    ({"grammar": 'root ::= "a"'}, (0.8, 40, 0.95, 0.05, 0)),
    ({"grammar": 'root ::= "a"', "top_k": 0, "seed": -1}, (0.8, 0, 0.95, 0.05, 0)),
]


@pytest.mark.parametrize(("body", "expected"), SAMPLING)
def test_sampling(body: dict[str, Any], expected: tuple[float, ...]) -> None:
    sampling = read_body(json.dumps({"messages": [USER], **body})).request.sampling
    assert tuple(sampling[name] for name in ("temperature", "top_k", "top_p", "min_p", "seed")) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, None),
        ({"max_tokens": 64}, 64),
        ({"max_completion_tokens": 65}, 65),
        ({"n_predict": 66}, 66),
        ({"n_predict": -1}, None),
    ],
)
def test_max_tokens(body: dict[str, Any], expected: int | None) -> None:
    assert read_body(json.dumps({"messages": [USER], **body})).request.max_tokens == expected


def test_messages_are_joined_in_order() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    messages = [
        {"role": "system", "content": "s"},
        {"role": "assistant", "content": None},
        {"role": "user", "content": parts},
    ]
    assert read_body(json.dumps({"messages": messages})).request.prompt == "s\n\nab"


NAMES = st.sampled_from(
    [
        "messages",
        "prompt",
        "response_format",
        "structured_outputs",
        "grammar",
        "json_schema",
        "type",
        "schema",
        "guided_json",
        "guided_choice",
        "grammar_lazy",
        "grammar_triggers",
        "choice",
        "regex",
        "json",
        "temperature",
        "top_k",
        "max_tokens",
        "seed",
        "content",
        "role",
        "value",
        "structural_tag",
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=8,
)


@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(NAMES, VALUES, max_size=6))
def test_any_body_is_read_or_refused(body: dict[str, Any]) -> None:
    try:
        imported = read_body(json.dumps(body))
    except ConstraintError:
        return  # anything else is a failure
    json.dumps(imported.to_dict())
    assert set(imported.request.sampling) == {"temperature", "top_k", "top_p", "min_p", "seed"}
