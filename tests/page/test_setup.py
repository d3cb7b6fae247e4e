from inspect import signature
from typing import Any

import pytest

from playground.constraints import Constraint, ConstraintError
from playground.decoding import Sampling, Trigger
from playground.grammar.schema import SchemaOptions
from playground.models import load_model
from playground.page.api import NEUTRAL
from playground.page.saved import Filled
from playground.page.setup import Setup, SetupError

FIELDS = {
    "kind": "gbnf",
    "text": 'root ::= "a"',
    "prompt": "Say a.",
    "chat": False,
    "temperature": 0.7,
    "top_k": 40,
    "top_p": 0.9,
    "min_p": 0.05,
    "seed": 7,
    "budget": 12,
    "trigger": "off",
    "trigger_value": "",
    "white_space": "any",
    "other_keys": "no",
    "key_order": "declared",
    "engine": "xgrammar",
    "thinking": "",
}


def setup(**changes: Any) -> Setup:
    return Setup.from_fields(*(FIELDS | changes).values())


def test_fields_become_the_inputs_of_a_session() -> None:
    made = setup()
    assert (made.constraint.kind, made.constraint.text) == ("gbnf", 'root ::= "a"')
    assert made.sampling == Sampling(temperature=0.7, top_k=40, top_p=0.9, min_p=0.05, seed=7)
    assert (made.prompt, made.chat, made.budget, made.triggers) == ("Say a.", False, 12, ())


def test_whole_numbers_may_arrive_as_floats() -> None:
    assert setup(seed=7.0).sampling.seed == 7


@pytest.mark.parametrize(
    ("kind", "lines", "values"),
    [
        ("off", "red", []),
        ("word", "<tool>", ["<tool>"]),
        ("word", "\n<tool>\n\n <x> \n", ["<tool>", " <x> "]),
        ("word", "42", ["42"]),
        ("pattern", "a+\nb", ["a+", "b"]),
        ("full_pattern", "a+", ["a+"]),
        ("token", "<tool>\n42\n4b\n²", ["<tool>", 42, "4b", "²"]),
    ],
)
def test_triggers_are_one_a_line(kind: str, lines: str, values: list[str | int]) -> None:
    assert setup(trigger=kind, trigger_value=lines).triggers == tuple(Trigger(kind, v) for v in values)


@pytest.mark.parametrize("prompt", [None, ""])
def test_an_empty_prompt_is_the_empty_text(prompt: str | None) -> None:
    assert setup(prompt=prompt).prompt == ""


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"temperature": None}, "Temperature is empty: enter a number."),
        ({"top_p": ""}, "Top-p is empty: enter a number."),
        ({"top_k": 2.5}, "Top-k is 2.5: enter a whole number."),
        ({"seed": 0.1}, "Seed is 0.1: enter a whole number."),
        ({"budget": 0}, "A token budget of 0 leaves nothing to write: enter 1 or more."),
        ({"budget": -3}, "A token budget of -3 leaves nothing to write: enter 1 or more."),
        ({"budget": float("inf")}, "Token budget is too large: enter at most 9,007,199,254,740,992."),
        ({"top_k": 10**400}, "Top-k is too large: enter at most 9,007,199,254,740,992."),
    ],
)
def test_a_number_that_cannot_be_used_is_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError) as raised:
        setup(**changes)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"temperature": -1}, "^Temperature must be 0 or more"),
        ({"top_p": 0}, "^Top-p must"),
        ({"min_p": 2}, "^Min-p must"),
        ({"seed": -1}, "^Seed must"),
        ({"trigger": "word", "trigger_value": None}, "empty"),
        ({"trigger": "token", "trigger_value": "\n"}, "empty"),
        ({"trigger": "pattern", "trigger_value": "("}, "pattern"),
    ],
)
def test_what_the_session_would_refuse_names_its_part(changes: dict[str, Any], word: str) -> None:
    with pytest.raises(SetupError, match=word) as raised:
        setup(**changes)
    assert raised.value.part == ("trigger" if "trigger" in changes else "sampling")


@pytest.mark.parametrize(
    ("kind", "constraint"),
    [
        ("json_object", Constraint("json_object", "")),
        ("none", None),
    ],
)
def test_what_the_hidden_editor_holds_does_not_count(kind: str, constraint: Constraint | None) -> None:
    assert setup(kind=kind, text="root ::= nowhere").constraint == constraint


def test_strictness_is_that_of_the_schema() -> None:
    schema = {"kind": "json_schema", "text": '{"type": "object"}'}
    assert setup(**schema).constraint.options == SchemaOptions()
    made = setup(**schema, white_space="none", other_keys="yes", key_order="required_first")
    assert made.constraint.options == SchemaOptions("none", True, "required_first")


def test_strictness_of_another_kind_does_not_count() -> None:
    assert setup(white_space="none", other_keys="yes").constraint == Constraint("gbnf", 'root ::= "a"')


def test_a_choice_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="key_order is declared, required_first or any"):
        setup(kind="json_schema", text="{}", key_order="random")


@pytest.mark.parametrize("text", [None, "", "root ::= nowhere"])
def test_a_constraint_that_cannot_be_used(text: str | None) -> None:
    with pytest.raises(ConstraintError):
        setup(text=text)


def test_the_session_has_these_inputs() -> None:
    session = setup(trigger="word", trigger_value="a").session(load_model("toy"))
    assert session.prompt == "Say a."
    assert session.constraint is not None
    assert session.constraint.text == 'root ::= "a"'
    assert session.watch.triggers == (Trigger("word", "a"),)
    assert (session.budget, session.chat) == (12, False)
    assert session.sampling.seed == 7


@pytest.mark.parametrize(
    ("engine", "taken"), [("guidance", "guidance"), ("auto", "xgrammar"), ("automaton", "automaton")]
)
def test_the_engine_that_is_chosen_computes_the_mask(engine: str, taken: str) -> None:
    session = setup(engine=engine).session(load_model("toy"))
    assert session.engine == engine
    assert session.engine_taken == taken


def test_a_named_engine_refuses_in_its_own_words() -> None:
    with pytest.raises(ValueError, match="outlines reads regexes"):
        setup(kind="gbnf", text='root ::= "a"', engine="outlines").session(load_model("toy"))


def test_the_end_of_the_thinking_goes_to_the_session() -> None:
    assert setup(thinking=None).thinking == ""
    session = setup(text='root ::= "1"', thinking="</think>").session(load_model("toy"))
    assert session.position.trigger.state == "thinking"
    with pytest.raises(SetupError, match="there is none") as refused:
        setup(kind="none", thinking="</think>")
    assert refused.value.part == "trigger"


def test_fields_links_and_endpoints_have_the_same_order() -> None:
    fields = list(signature(Setup.from_fields).parameters)
    assert list(Filled.model_fields) == fields
    assert ["kind", "text", "prompt", *NEUTRAL] == fields
