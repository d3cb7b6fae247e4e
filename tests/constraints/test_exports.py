"""What a request becomes for each server, and that each body reads back as the same constraint."""

import ast
import json
import re
import shutil
import subprocess
from typing import Any

import pytest
import xgrammar
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.constraints import Constraint, ConstraintError
from playground.constraints.bodies import read_body
from playground.constraints.exports import SERVERS, Export, export_request
from playground.constraints.request import Request, RequestTrigger
from playground.grammar.model import Choice, Grammar, Node, Reference, Sequence
from playground.grammar.print_ebnf import print_ebnf
from playground.grammar.rewrite import rewrite_grammar

GREEDY = {"temperature": 0.0, "top_k": 0, "top_p": 1.0, "min_p": 0.0, "seed": 0}
DRAWN = {"temperature": 0.7, "top_k": 40, "top_p": 0.9, "min_p": 0.05, "seed": 7}
NASTY = "it's \"quoted\" \\n $HOME `id` $(id) !! %s {x} \n\t\x00\x1b é 😀 </script> '''"
FINDING = """{"title": "Finding of a bug!", "type": "object",
 "properties": {"file": {"type": "string", "maxLength": 24}, "line": {"type": "integer", "minimum": 1},
                "severity": {"enum": ["low", "it's", null, true, 1.5]}},
 "required": ["file", "line"], "additionalProperties": false}"""
PLAIN = 'root ::= "yes" | "no" tail?  # a remark\ntail ::= [a-z]{1,3}\n'
UNPLAIN = 'root ::= "\\x41" . tail\ntail ::= | "b" root\n'
TAGS = """{"structures": [{"begin": "<f>", "schema": {"type": "integer"}, "end": "</f>"}],
 "triggers": ["<f"]}"""
REQUESTS = [
    ("gbnf", PLAIN),
    ("gbnf", UNPLAIN),
    ("gbnf", 'root ::= "it\'s \\"$HOME\\" `id` é😀\\n"'),
    ("regex", r"(?P<area>\d{3})-[0-9]{4}"),
    ("regex", 'it\'s "a" \\$\\{x\\} é'),
    ("json_schema", FINDING),
    ("json_schema", '{"type": "array", "items": {"type": "boolean"}}'),
    ("choice", 'yes\nit\'s "no"\n\\n'),
    ("choice", '["a\\nb", "é😀"]'),
    ("json_object", ""),
    ("structural_tag", TAGS),
    (None, ""),
]


def request(kind: str | None, text: str, **more: Any) -> Request:
    given: dict[str, Any] = {"prompt": "Reply in JSON:", "chat": True, "sampling": GREEDY, "max_tokens": 64}
    return Request(kind, text, **(given | more))


def export(asked: Request, server: str) -> Export:
    [found] = [export for export in export_request(asked, "SmolLM2") if export.server == server]
    return found


def canonical(kind: str | None, text: str) -> Any:
    """What a constraint is, whatever the layout of its text."""
    match kind:
        case "json_schema":
            return kind, json.dumps(json.loads(text))
        case None | "json_object":
            return kind
        case "regex" | "structural_tag":
            return kind, text
    return print_ebnf(Constraint(kind, text).grammar)


def without_groups(node: Node) -> Node:
    match node:
        case Sequence(items=(only,)) | Choice(alternatives=(only,)):
            return only
    return node


def unprinted(grammar: Grammar) -> Grammar:
    """Without what print_ebnf adds: a root before the rules, rules for classes, groups in groups."""
    classes = {rule.name: rule.body for rule in grammar.rules if re.fullmatch(r"c\d+", rule.name)}

    def change(node: Node) -> Node:
        plain = without_groups(node)
        return classes.get(plain.rule, plain) if isinstance(plain, Reference) else plain

    rules = tuple(rule for rule in grammar.rules[1:] if rule.name not in classes)
    return rewrite_grammar(Grammar(rules, "r0"), change)


# Where the kind of constraint that comes back is another one, with the same grammar.
CONVERTED = {(kind, "llama-server") for kind in ("regex", "choice", "structural_tag")}
INEXPRESSIBLE = {(kind, "openai") for kind in ("gbnf", "regex", "choice", "structural_tag")}


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("chat", [True, False])
@pytest.mark.parametrize(("kind", "text"), REQUESTS)
def test_a_body_reads_back(kind: str | None, text: str, chat: bool, server: str) -> None:
    asked = request(kind, text, chat=chat, sampling=DRAWN, prompt=NASTY)
    made = export(asked, server)
    if (kind, server) in INEXPRESSIBLE:
        assert made.missing
        assert made.json == made.curl == made.python == ""
        return
    assert made.missing == ""
    read = read_body(made.json).request
    if (kind, server) in CONVERTED:
        assert kind is not None
        assert print_ebnf(Constraint("gbnf", read.text).grammar) == print_ebnf(Constraint(kind, text).grammar)
    elif text == UNPLAIN and server == "vllm":
        assert print_ebnf(unprinted(Constraint("gbnf", read.text).grammar)) == print_ebnf(
            Constraint("gbnf", text).grammar
        )
    else:
        assert canonical(read.kind, read.text) == canonical(kind, text)
    assert read.prompt == NASTY
    assert read.chat == (chat or server == "openai")
    assert read.max_tokens == 64
    known = DRAWN if server != "openai" else {**DRAWN, "top_k": 0, "min_p": 0.0}
    assert dict(read.sampling) == known


def test_plain_grammars_stay_as_they_are() -> None:
    assert json.loads(export(request("gbnf", PLAIN), "vllm").json)["structured_outputs"] == {"grammar": PLAIN}
    assert json.loads(export(request("gbnf", UNPLAIN), "llama-server").json)["grammar"] == UNPLAIN


REREAD = [
    'root ::= "a" .',
    'root ::= | "a"',
    'root ::= ("a" |) "b"',
    'root ::= "\\x41"',
    "root ::= [\\]]",
    'root ::= "a" root | "b"',
    'root ::= "a" tail\ntail ::= "b" root | "c"',
    'root ::= Token\nToken ::= "a"',
    'root ::= "a"\r\n',
    'root ::= "b"\nroot ::= "a"',
    "root ::= [b-a] | [c]",
]


@pytest.mark.parametrize("grammar", REREAD)
def test_what_xgrammar_would_read_otherwise_is_rewritten(grammar: str) -> None:
    made = export(request("gbnf", grammar), "vllm")
    written = json.loads(made.json)["structured_outputs"]["grammar"]
    assert written == print_ebnf(Constraint("gbnf", grammar).grammar)
    assert any("rewritten" in note for note in made.notes)


@pytest.mark.parametrize(
    "grammar", [PLAIN, *REREAD, 'root ::= "\\u00e9" [^"\\\\\\n]*\n', 'root ::= ("a"\n | "b")']
)
def test_xgrammar_takes_the_grammars(grammar: str) -> None:
    written = json.loads(export(request("gbnf", grammar), "vllm").json)["structured_outputs"]["grammar"]
    assert "root" in str(xgrammar.Grammar.from_ebnf(written))


@pytest.mark.parametrize("grammar", ["root ::= <[7]>", 'root ::= <think> "a"'])
def test_tokens_have_no_form_for_vllm(grammar: str) -> None:
    assert "tokens" in export(request("gbnf", grammar), "vllm").missing
    assert json.loads(export(request("gbnf", grammar), "llama-server").json)["grammar"] == grammar


def test_names_that_llama_refuses_are_replaced() -> None:
    made = export(request("gbnf", 'root ::= a_b a-b\na_b ::= "x" a_b?\na-b ::= "y"\n'), "llama-server")
    assert json.loads(made.json)["grammar"] == 'root ::= a-b a-b-\na-b ::= "x" a-b?\na-b- ::= "y"\n'
    assert any("renamed" in note for note in made.notes)


def test_a_byte_order_mark_is_not_sent_to_llama() -> None:
    made = export(request("gbnf", "\ufeff" + PLAIN), "llama-server")
    assert json.loads(made.json)["grammar"] == PLAIN


@pytest.mark.parametrize("pattern", ["a{0,9000}", "(ab){2001}"])
def test_a_repetition_beyond_llamas_limit(pattern: str) -> None:
    assert "2000" in export(request("regex", pattern), "llama-server").missing


BODIES = [
    # request, server, a part of the body
    (request("json_object", ""), "openai", {"response_format": {"type": "json_object"}}),
    (request(None, ""), "openai", {"response_format": {"type": "text"}, "max_tokens": 64}),
    (request("choice", "a\nb"), "vllm", {"structured_outputs": {"choice": ["a", "b"]}, "model": "SmolLM2"}),
    (request("regex", "a+"), "vllm", {"structured_outputs": {"regex": "a+"}, "temperature": 0.0}),
    (request("json_object", ""), "vllm", {"structured_outputs": {"json_object": True}}),
    (request("json_object", "", chat=False), "llama-server", {"json_schema": {"type": "object"}}),
    (request("gbnf", PLAIN, chat=False), "llama-server", {"n_predict": 64, "prompt": "Reply in JSON:"}),
    (request("choice", "a\nb"), "llama-server", {"grammar": 'root ::= "a" | "b"\n', "max_tokens": 64}),
    (
        request("json_schema", FINDING),
        "openai",
        {
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "Finding_of_a_bug", "strict": True, "schema": json.loads(FINDING)},
            }
        },
    ),
]


@pytest.mark.parametrize(("asked", "server", "part"), BODIES)
def test_bodies(asked: Request, server: str, part: dict[str, Any]) -> None:
    body = json.loads(export(asked, server).json)
    assert {name: body[name] for name in part} == part


def test_no_budget_is_no_field() -> None:
    for made in export_request(request("json_object", "", max_tokens=None), "m"):
        assert read_body(made.json).request.max_tokens is None
    assert "max_tokens=None" in export(request("json_object", "", max_tokens=None), "vllm").python


WORD = RequestTrigger("word", "<tool_call>")
TOKEN = RequestTrigger("token", "<think>", 9)


def test_triggers_are_for_llama_server_alone() -> None:
    asked = request("gbnf", PLAIN, triggers=(WORD, TOKEN))
    openai, vllm, llama = export_request(asked, "m")
    assert "trigger" in openai.missing
    assert "trigger" in vllm.missing
    body = json.loads(llama.json)
    assert body["grammar_lazy"] is True
    assert body["grammar_triggers"] == [
        {"type": 1, "value": "<tool_call>"},
        {"type": 0, "value": "<think>", "token": 9},
    ]
    assert body["preserved_tokens"] == ["<tool_call>"]
    assert "/completion " in llama.curl
    assert any("chat template" in note for note in llama.notes)
    read = read_body(llama.json)
    assert read.request.triggers == asked.triggers
    assert not any("preserved" in note for note in read.notes)


NOTES = [
    (request("regex", "a", sampling=DRAWN), "vllm", "Seeds draw differently"),
    (request("json_schema", FINDING), "openai", "strict schemas"),
    (request("json_schema", FINDING), "llama-server", "required properties come first"),
    (request("json_object", "", prompt="an object"), "openai", "the word JSON"),
    (request("json_object", "", chat=False), "openai", "user's message"),
    (request("json_object", "", sampling=DRAWN), "openai", "no top_k and no min_p"),
    (request("regex", "(?P<a>b)"), "vllm", "named groups"),
    (request("choice", "a\nb"), "llama-server", "takes no list of choices"),
]


@pytest.mark.parametrize(("asked", "server", "note"), NOTES)
def test_notes(asked: Request, server: str, note: str) -> None:
    assert any(note in found for found in export(asked, server).notes)


def test_a_plain_request_has_no_notes() -> None:
    assert all(made.notes == () for made in export_request(request("json_object", ""), "m"))


@pytest.mark.parametrize(("kind", "text"), [("gbnf", "root ::= ("), ("regex", "("), ("json_schema", "{")])
def test_what_is_no_constraint_is_not_exported(kind: str, text: str) -> None:
    with pytest.raises(ConstraintError):
        export_request(request(kind, text), "m")


def test_a_schema_that_is_no_object_cannot_be_sent() -> None:
    assert all(made.missing for made in export_request(request("json_schema", "true"), "m"))


# Each number with its text, which no float has.
ROUNDED = [
    ('{"maximum": 1e400, "type": "number"}', "1e400"),
    ('{"type": "number", "minimum": 12345678901234567.5}', "12345678901234567.5"),
    ('{"minimum": 0.1000000000000000055511151231257827}', "0.1000000000000000055511151231257827"),
    ('{"const": 12345678901234567890.0}', "12345678901234567890.0"),
    ('{"enum": ["é", [], {}, [{"a": -1.50E-3}, 1e-350]]}', "1e-350"),
]


def sent_by(python: str, server: str) -> str:
    """The JSON text of the schema or body that an exported program sends."""
    calls = {name: (positional, named) for name, positional, named in run_python(python)}
    if server == "vllm":
        schema: str = calls["StructuredOutputsParams"][1]["json"]
        return schema
    body: str = calls["post"][1]["content"]
    return body


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize(("schema", "number"), ROUNDED)
def test_numbers_that_no_float_has_stay_as_written(schema: str, number: str, server: str) -> None:
    made = export(request("json_schema", schema, prompt=NASTY), server)
    assert number in made.json
    read = read_body(made.json).request
    assert number in read.text
    assert Constraint("json_schema", read.text).grammar == Constraint("json_schema", schema).grammar
    assert shell_words(made.curl)[-1] == made.json
    sent = sent_by(made.python, server)
    assert (Constraint("json_schema", sent).grammar if server == "vllm" else sent) == (
        Constraint("json_schema", schema).grammar if server == "vllm" else made.json
    )


@pytest.mark.parametrize("number", ["1.50", "-0.0", "1E3", "0.1"])
def test_numbers_that_a_float_has_are_literals(number: str) -> None:
    made = export(request("json_schema", f'{{"minimum": {number}}}'), "openai")
    assert f'"minimum": {number}' in made.json
    assert f"'minimum': {float(number)!r}" in made.python


def test_the_old_fields_keep_their_numbers() -> None:
    read = read_body('{"guided_json": {"minimum": 12345678901234567.5}}')
    assert "12345678901234567.5" in read.rewritten
    assert "12345678901234567.5" in read.request.text


@pytest.mark.parametrize("schema", ["{}", '{"title": "x"}'])
def test_a_schema_that_says_nothing_is_no_object_for_llama_server(schema: str) -> None:
    made = export(request("json_schema", schema), "llama-server")
    read = read_body(made.json).request
    assert read.kind == "gbnf"
    assert Constraint("gbnf", read.text).grammar == Constraint("json_schema", "{}").grammar
    assert any("any object" in note for note in made.notes)


@pytest.mark.parametrize("server", SERVERS)
def test_a_byte_order_mark_is_not_sent(server: str) -> None:
    marked, plain = (export(request("json_schema", mark + FINDING), server) for mark in ("\ufeff", ""))
    assert (marked.json, marked.missing) == (plain.json, "")


def shell_words(command: str) -> list[str]:
    """What a shell makes of a command: curl is a function that prints its arguments."""
    shell = shutil.which("sh")
    assert shell is not None
    script = 'curl() { printf "%s\\0" "$@"; }\n' + command
    environment = {"OPENAI_API_KEY": "secret"}
    ran = subprocess.run([shell, "-c", script], capture_output=True, env=environment, check=True, timeout=20)
    return ran.stdout.decode().split("\0")[:-1]


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("prompt", [NASTY, "-d @/etc/passwd", "'", "\\'", ""])
def test_curl_sends_the_body(prompt: str, server: str) -> None:
    made = export(request("json_schema", FINDING, prompt=prompt), server)
    words = shell_words(made.curl)
    assert words[-2] == "-d"
    assert words[-1] == made.json
    assert "Content-Type: application/json" in words
    assert ("Authorization: Bearer secret" in words) == (server == "openai")


class Recorder:
    """Stands for a client's module: calls and attributes give it back, and what is called is kept."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def named(self, name: str) -> Any:
        def call(*positional: Any, **named: Any) -> Any:
            self.calls.append((name, positional, named))
            return _Anything(self, name)

        return call


class _Anything:
    def __init__(self, recorder: Recorder, name: str) -> None:
        self._recorder, self._name = recorder, name

    def __getattr__(self, attribute: str) -> "_Anything":
        return _Anything(self._recorder, attribute)

    def __call__(self, *positional: Any, **named: Any) -> "_Anything":
        self._recorder.calls.append((self._name, positional, named))
        return self

    def __getitem__(self, key: Any) -> "_Anything":
        return self


def run_python(code: str) -> list[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    """The calls of an exported program, its imports replaced by a recorder."""
    recorder = Recorder()
    tree = ast.parse(code)
    imported = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name: _Anything(recorder, alias.name) for node in imported for alias in node.names}
    tree.body = [node for node in tree.body if node not in imported]
    exec(compile(tree, "exported", "exec"), {**names, "print": lambda *_: None})
    return recorder.calls


@pytest.mark.parametrize("chat", [True, False])
@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize(("kind", "text"), REQUESTS)
def test_python_asks_the_same(kind: str | None, text: str, server: str, chat: bool) -> None:
    made = export(request(kind, text, prompt=NASTY, chat=chat, sampling=DRAWN), server)
    if made.missing:
        return
    compile(made.python, "exported", "exec")
    body = json.loads(made.json)
    calls = {name: (positional, named) for name, positional, named in run_python(made.python)}
    match server:
        case "openai":
            assert calls["create"] == ((), body)
        case "llama-server":
            assert calls["post"][0][0].startswith("http://127.0.0.1:8080/")
            assert calls["post"][1]["json"] == body
        case "vllm":
            sampling = calls["SamplingParams"][1]
            assert {name: sampling[name] for name in DRAWN} == DRAWN
            assert sampling["max_tokens"] == 64
            assert calls["LLM"] == ((), {"model": "SmolLM2"})
            if kind is not None:
                assert calls["StructuredOutputsParams"] == ((), body["structured_outputs"])
            called = "chat" if chat else "generate"
            assert calls[called][0][0] == (body["messages"] if chat else body["prompt"])


def test_python_is_readable() -> None:
    assert export(request("json_object", ""), "vllm").python == (
        "from vllm import LLM, SamplingParams\n"
        "from vllm.sampling_params import StructuredOutputsParams\n"
        "\n"
        "llm = LLM(model='SmolLM2')\n"
        "sampling = SamplingParams(\n"
        "    structured_outputs=StructuredOutputsParams(json_object=True),\n"
        "    temperature=0.0,\n"
        "    top_k=0,\n"
        "    top_p=1.0,\n"
        "    min_p=0.0,\n"
        "    seed=0,\n"
        "    max_tokens=64,\n"
        ")\n"
        "output = llm.chat([{'role': 'user', 'content': 'Reply in JSON:'}], sampling)[0].outputs[0]\n"
        'print(output.finish_reason)  # "length": the text was cut, do not parse it\n'
        "print(output.text)\n"
    )


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@settings(deadline=None, max_examples=60)
@given(prompt=TEXTS, choices=st.lists(TEXTS, min_size=1, max_size=4, unique=True))
def test_any_prompt_and_choices_read_back(prompt: str, choices: list[str]) -> None:
    text = json.dumps(choices)
    _, vllm, llama = export_request(request("choice", text, prompt=prompt), "m")
    assert json.loads(read_body(vllm.json).request.text) == choices
    grammar = Constraint("gbnf", read_body(llama.json).request.text).grammar
    assert grammar == Constraint("choice", text).grammar
    for made in (vllm, llama):
        assert read_body(made.json).request.prompt == prompt
        assert ast.parse(made.python)


def test_thinking_is_left_free_as_each_server_does() -> None:
    asked = request("regex", "[0-9]+", thinking="</think>")
    assert any("--reasoning-parser" in note for note in export(asked, "vllm").notes)
    assert "</think>" in export(asked, "llama-server").missing
    spoken = export(request("json_object", "", thinking="</think>"), "openai")
    assert any("out of sight" in note for note in spoken.notes)
