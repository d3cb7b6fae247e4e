import json

from playground.constraints import Constraint
from playground.decoding import Sampling, Session, Trigger
from playground.grammar.schema import SchemaOptions
from playground.models import load_model
from playground.page.exports import render_exports
from playground.page.paste import read_paste
from playground.page.setup import Setup
from tests.page.html import Element, read
from tests.page.views import HOSTILE


def exported(kind: str, text: str, prompt: str = "Hi", trigger: Trigger | None = None) -> dict[str, Element]:
    """What is offered for each server."""
    session = Session(
        load_model("toy"), prompt, Constraint(kind, text), trigger, Sampling(0.5, top_k=3, seed=9), budget=20
    )
    shown = read(render_exports(session))
    assert shown.all("script") == shown.all("img") == []
    return {
        part.attributes["data-server"]: part for part in shown.all("div") if "data-server" in part.attributes
    }


def code(part: Element, form: str) -> str:
    return part.one("div", data_form=form).one("pre").text_in_full


def test_each_server_gets_a_body_a_command_and_a_program() -> None:
    parts = exported("choice", "red\ngreen")
    assert list(parts) == ["openai", "vllm", "llama-server"]
    body = json.loads(code(parts["vllm"], "json"))
    assert body["structured_outputs"] == {"choice": ["red", "green"]}
    assert (body["prompt"], body["temperature"], body["top_k"], body["seed"]) == ("Hi", 0.5, 3, 9)
    assert body["max_tokens"] == 20
    assert code(parts["vllm"], "curl").startswith("curl -s http://127.0.0.1:8000/v1/completions")
    compile(code(parts["vllm"], "python"), "vllm", "exec")
    assert len(parts["vllm"].all("button")) == 3
    assert any("Seeds draw differently" in note.text for note in parts["vllm"].all("p", class_="note"))


def test_what_a_server_cannot_say_is_given_with_the_reason() -> None:
    part = exported("gbnf", 'root ::= "a"')["openai"]
    assert "schemas only" in part.one("p", class_="alert").text
    assert part.all("pre") == []


def test_the_strictness_goes_along_and_comes_back() -> None:
    constraint = Constraint("json_schema", '{\n  "type": "array"\n}', SchemaOptions("one"))
    exported = read(render_exports(Session(load_model("toy"), "Hi", constraint)))
    body = code(exported.one("div", data_server="vllm"), "json")
    fields = ("gbnf", "", "", False, 0, 0, 1, 0, 0, 9, "off", "", "none", "yes", "any", "auto", "")
    pasted = read_paste(body, fields, load_model("toy"))
    assert Setup.from_fields(*pasted.fields).constraint == constraint


def test_a_trigger_goes_along() -> None:
    parts = exported("gbnf", 'root ::= "a"', trigger=Trigger("word", "a"))
    assert json.loads(code(parts["llama-server"], "json"))["grammar_lazy"] is True
    assert "trigger" in parts["vllm"].one("p", class_="alert").text


def test_a_trigger_token_goes_along_with_its_id() -> None:
    parts = exported("gbnf", 'root ::= "a"', trigger=Trigger("token", "a"))
    [token_id] = load_model("toy").vocabulary.tokenize("a")
    body = json.loads(code(parts["llama-server"], "json"))
    assert body["grammar_triggers"] == [{"type": 0, "value": "a", "token": token_id}]


def test_the_prompt_is_text() -> None:
    parts = exported("choice", "red\ngreen", HOSTILE)
    assert json.loads(code(parts["vllm"], "json"))["prompt"] == HOSTILE


def test_without_a_constraint() -> None:
    shown = read(render_exports(Session(load_model("toy"), "Hi")))
    vllm = next(part for part in shown.all("div") if part.attributes.get("data-server") == "vllm")
    assert "structured_outputs" not in json.loads(code(vllm, "json"))
