"""The strictness of a schema in request bodies: what each server can say, and what it does by itself."""

import itertools
import json

import pytest

from playground.automaton import check
from playground.constraints import Constraint, ConstraintError, Request, export_request, read_body
from playground.grammar.schema import SchemaOptions

# An optional key before a required one: their order differs between the servers.
SCHEMA = """{"type": "object", "properties": {"why": {"type": "boolean"}, "at": {"enum": [1, 2]}},
 "required": ["at"]}"""
CHOICES = [
    SchemaOptions(*choice)
    for choice in itertools.product(
        ("any", "one", "none"), (False, True), ("declared", "required_first", "any")
    )
]


def exported(options: SchemaOptions | None, server: str, text: str = SCHEMA) -> tuple[str, tuple[str, ...]]:
    made = export_request(Request("json_schema", text, "Hi", False, options=options), "m")
    [found] = [each for each in made if each.server == server]
    assert found.missing == ""
    return found.json, found.notes


TEXTS = {
    '{"at":1}': "any one none",
    '{"at": 1}': "any one",
    '{"at":  1}': "any",
    '{"why":true,"at":1}': "any one none declared",
    '{"at":1,"why":true}': "any one none required_first",
    '{"at":1,"x":"y"}': "any one none additional",
    '{"why":true}': "",
}
"""Which choices allow each text: those of white space, and where there is another word, that too."""


def is_allowed(text: str, options: SchemaOptions) -> bool:
    allowed = TEXTS[text].split()
    if "additional" in allowed and not options.additional_properties:
        return False
    if {"declared", "required_first"} & set(allowed) and options.key_order not in (*allowed, "any"):
        return False
    return options.white_space in allowed


@pytest.mark.parametrize("server", ["vllm", "llama-server"])
@pytest.mark.parametrize("options", CHOICES)
def test_every_choice_reads_back_as_the_same_language(options: SchemaOptions, server: str) -> None:
    read = read_body(exported(options, server)[0]).request
    assert read.kind is not None
    assert read.options == (options if read.kind == "json_schema" else None)
    for found in Constraint("json_schema", SCHEMA, options), Constraint(read.kind, read.text, read.options):
        allowed = {text: check(found, text).status == "complete" for text in TEXTS}
        assert allowed == {text: is_allowed(text, options) for text in TEXTS}


@pytest.mark.parametrize(
    ("options", "field"),
    [
        (None, {"json": json.loads(SCHEMA)}),
        (SchemaOptions("any"), {"json": json.loads(SCHEMA)}),
        (SchemaOptions("one"), {"json": json.loads(SCHEMA), "disable_any_whitespace": True}),
    ],
)
def test_what_vllm_can_say_stays_a_schema(options: SchemaOptions | None, field: dict[str, object]) -> None:
    body, notes = exported(options, "vllm")
    assert json.loads(body)["structured_outputs"] == field
    assert any("exactly one space" in note for note in notes) == ("disable_any_whitespace" in field)


@pytest.mark.parametrize(
    ("options", "server"),
    [
        (SchemaOptions("none"), "vllm"),
        (SchemaOptions(additional_properties=True), "vllm"),
        (SchemaOptions(key_order="required_first"), "vllm"),
        (SchemaOptions(), "llama-server"),
        (SchemaOptions("one", key_order="required_first"), "llama-server"),
    ],
)
def test_what_a_server_cannot_say_is_sent_as_a_grammar(options: SchemaOptions, server: str) -> None:
    body, notes = exported(options, server)
    sent = json.loads(body)
    assert "grammar" in sent.get("structured_outputs", sent)
    assert any("no field for this strictness" in note for note in notes)


def test_where_two_choices_are_the_same_the_schema_is_sent() -> None:
    scalar = '{"type": "integer"}'
    assert json.loads(exported(SchemaOptions("none", True, "any"), "vllm", scalar)[0])[
        "structured_outputs"
    ] == {"json": json.loads(scalar)}
    all_required = SCHEMA.replace('["at"]', '["why", "at"]')
    assert "json_schema" in json.loads(exported(SchemaOptions(), "llama-server", all_required)[0])


def test_openai_has_no_choices() -> None:
    assert not any("left out" in note for note in exported(SchemaOptions(), "openai")[1])
    assert any("left out" in note for note in exported(SchemaOptions("none"), "openai")[1])


BODIES = [
    (
        {"structured_outputs": {"json": {}, "disable_any_whitespace": True}},
        SchemaOptions("one"),
        "exactly one",
    ),
    ({"structured_outputs": {"json": {}, "disable_any_whitespace": False}}, SchemaOptions(), None),
    ({"structured_outputs": {"json": {}}}, SchemaOptions(), None),
    (
        {"json_schema": {"type": "array"}},
        SchemaOptions(key_order="required_first"),
        "required properties first",
    ),
    (
        {"response_format": {"type": "json_schema", "json_schema": {"schema": {}}}},
        SchemaOptions(),
        None,
    ),
    ({"structured_outputs": {"regex": "a"}}, None, None),
    ({"prompt": "x"}, None, None),
]


@pytest.mark.parametrize(("body", "options", "said"), BODIES)
def test_a_schema_is_read_as_strictly_as_its_server(
    body: dict[str, object], options: SchemaOptions | None, said: str | None
) -> None:
    imported = read_body(json.dumps({"prompt": "", "temperature": 0, **body}))
    assert imported.request.options == options
    assert any(said in note for note in imported.notes) if said else not imported.notes
    json.dumps(imported.to_dict())


def test_disable_any_whitespace_is_true_or_false() -> None:
    body = {"prompt": "", "structured_outputs": {"json": {}, "disable_any_whitespace": "yes"}}
    with pytest.raises(ConstraintError, match="must be true or false"):
        read_body(json.dumps(body))
