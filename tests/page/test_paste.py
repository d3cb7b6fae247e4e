import json
from typing import Any

import pytest

from playground.constraints import ConstraintError
from playground.decoding import Trigger
from playground.grammar.diagnostics import Diagnostic
from playground.models import load_model
from playground.page.paste import read_paste, render_pasted, render_refused
from playground.page.setup import Setup, SetupError
from tests.page.html import read
from tests.page.views import HOSTILE

BEFORE = (
    "gbnf",
    'root ::= "a"',
    "Say a.",
    False,
    0.7,
    40,
    0.9,
    0.05,
    7,
    12,
    "word",
    "a",
    "none",
    "yes",
    "any",
    "guidance",
    "</think>",
)
"""The fields as they were: kind, text, prompt, chat, sampling, budget, trigger, strictness, engine, and
the end of the thinking.
"""
MODEL = load_model("toy")


def paste(**body: Any) -> Any:
    return read_paste(json.dumps(body), BEFORE, MODEL)


def test_a_body_fills_in_every_field() -> None:
    pasted = paste(
        prompt="Red or green?",
        structured_outputs={"choice": ["red", "green"]},
        temperature=0.5,
        top_k=3,
        top_p=0.8,
        min_p=0.1,
        seed=4,
        max_tokens=20,
    )
    kind, text, *rest = pasted.fields
    assert (kind, json.loads(text)) == ("choice", ["red", "green"])
    assert rest[:8] == ["Red or green?", False, 0.5, 3, 0.8, 0.1, 4, 20]
    assert rest[8:] == ["off", "", "none", "yes", "any", "guidance", ""]


def test_a_schema_brings_the_strictness_of_its_server() -> None:
    schema = {"type": "array"}
    assert paste(prompt="", json_schema=schema).fields[12:] == ("any", "no", "required_first", "guidance", "")
    vllm = paste(prompt="", structured_outputs={"json": schema, "disable_any_whitespace": True})
    assert vllm.fields[12:15] == ("one", "no", "declared")
    assert any("exactly one space behind each comma and colon" in note for note in vllm.notes)


def test_without_a_limit_the_budget_stays_and_without_a_template_the_prompt_is_sent_as_it_is() -> None:
    pasted = paste(messages=[{"role": "user", "content": "Hi"}], response_format={"type": "json_object"})
    assert pasted.fields[9] == 12
    assert pasted.fields[3] is False
    assert any("no chat template" in note for note in pasted.notes)
    assert any("the token budget stays" in note for note in pasted.notes)


@pytest.mark.parametrize(("form", "kind"), [("json_object", "json_object"), ("text", "none")])
def test_a_kind_without_a_text_leaves_the_one_there_was(form: str, kind: str) -> None:
    pasted = paste(messages=[{"role": "user", "content": "Hi"}], response_format={"type": form})
    assert pasted.fields[:2] == (kind, 'root ::= "a"')


@pytest.mark.parametrize(
    ("triggers", "expected"),
    [
        ([{"type": 1, "value": "<tool>"}], [Trigger("word", "<tool>")]),
        (
            [{"type": 1, "value": "a+"}, {"type": 1, "value": "b"}],
            [Trigger("word", "a+"), Trigger("word", "b")],
        ),
        (
            [{"type": 2, "value": "x(y)"}, {"type": 1, "value": "b+"}, {"type": 3, "value": "no|yes"}],
            [Trigger("pattern", p) for p in ("x(y)", r"b\+", r"\A(?:no|yes)\Z")],
        ),
        ([{"type": 1, "value": "x\n<tool>"}], [Trigger("pattern", r"x\n<tool>")]),
        ([{"type": 2, "value": "x\n(y)"}], [Trigger("pattern", r"x\n(y)")]),
        ([{"type": 3, "value": "no|yes"}], [Trigger("full_pattern", "no|yes")]),
        ([{"type": 0, "token": 5, "value": "a"}], [Trigger("token", "a")]),
        ([{"type": 0, "token": 5, "value": "<tool>"}], [Trigger("word", "<tool>")]),
        ([{"type": 0, "token": 5, "value": "7"}], [Trigger("token", MODEL.vocabulary.tokenize("7")[0])]),
    ],
)
def test_triggers(triggers: list[dict[str, Any]], expected: list[Trigger]) -> None:
    pasted = paste(prompt="", grammar='root ::= "a"', grammar_lazy=True, grammar_triggers=triggers)
    assert Setup.from_fields(*pasted.fields).triggers == tuple(expected)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"seed": 2**60}, "Seed is too large"),
        ({"grammar_lazy": True, "grammar_triggers": [{"type": 0, "token": 5}]}, "Token 5"),
    ],
)
def test_what_the_page_cannot_follow_is_refused(changes: dict[str, Any], word: str) -> None:
    with pytest.raises(SetupError, match=word):
        Setup.from_fields(*paste(prompt="", grammar='root ::= "a"', **changes).fields)


def test_an_old_body_is_shown_in_the_form_of_today() -> None:
    shown = read(render_pasted(paste(prompt="x", guided_regex="[0-9]+", temperature=0)))
    assert shown.one("p", class_="compiled").text == "✓ read as a request to vLLM"
    rewritten = json.loads(shown.one("pre", id="rewritten").text_in_full)
    assert rewritten["structured_outputs"] == {"regex": "[0-9]+"}
    assert "guided_regex" not in rewritten


def test_an_error_in_the_body_has_its_place_and_an_error_in_its_constraint_says_so() -> None:
    with pytest.raises(ConstraintError) as raised:
        read_paste('{\n  "prompt": oops}', BEFORE, MODEL)
    shown = read(render_refused(raised.value, of_constraint=False, session_kept=True))
    assert shown.one("p", class_="place").text == "line 2, column 13"
    assert shown.all("p", class_="note")[0].text == "No field was changed."
    shown = read(render_refused(raised.value, of_constraint=True, session_kept=True))
    assert "counted in the constraint itself" in shown.all("p", class_="note")[0].text


def test_what_was_pasted_is_text() -> None:
    shown = read(render_pasted(paste(prompt="x", guided_regex=HOSTILE, temperature=0)))
    assert HOSTILE in json.loads(shown.one("pre", id="rewritten").text_in_full)["structured_outputs"].values()
    refused = render_refused(ConstraintError([Diagnostic("x", HOSTILE)]), True, True)
    assert read(refused).all("script") == read(refused).all("img") == shown.all("img") == []
