"""A request body as a command for the shell and as a Python program, ready to copy."""

from __future__ import annotations

import re
import shlex
from typing import Any

from playground.constraints.export_body import Body, SentBody
from playground.constraints.request import Server
from playground.grammar.json_written import is_rounded, written_json

HOSTS: dict[Server, str] = {
    "openai": "https://api.openai.com",
    "vllm": "http://127.0.0.1:8000",
    "llama-server": "http://127.0.0.1:8080",
}
_WIDTH = 92
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def json_code(body: Body) -> str:
    """The body as JSON, in lines."""
    return _HALF_CHARACTER.sub(_escaped, written_json(body))


def curl_code(server: Server, sent: SentBody) -> str:
    """A `curl` command for a POSIX shell."""
    lines = [f"curl -s {HOSTS[server]}{sent.path}", "-H 'Content-Type: application/json'"]
    if server == "openai":
        lines.append('-H "Authorization: Bearer $OPENAI_API_KEY"')
    lines.append(f"-d {shlex.quote(json_code(sent.body))}")
    return " \\\n  ".join(lines) + "\n"


def python_code(server: Server, sent: SentBody) -> str:
    """A Python program: OpenAI's client, vLLM in the same process, or httpx to llama-server.

    A body with numbers that Python's floats would round is sent as text, to OpenAI with httpx too.
    """
    is_text = is_rounded(sent.body)
    match server:
        case "openai" if is_text:
            return _as_text(server, sent, "import os\n\n", _AUTHORIZED) + _LLAMA_CHAT
        case "openai":
            return _OPENAI.format(arguments=_arguments(sent.body))
        case "vllm":
            return _vllm(sent)
        case "llama-server":
            answer = _LLAMA_CHAT if "messages" in sent.body else _LLAMA_COMPLETION
            if is_text:
                return _as_text(server, sent) + answer
            url = HOSTS[server] + sent.path
            return _LLAMA.format(url=url, body=_literal(sent.body, 1)) + answer


_OPENAI = """\
from openai import OpenAI

client = OpenAI()
response = client.chat.completions.create(
{arguments})
choice = response.choices[0]
print(choice.finish_reason)  # "length": the text was cut, do not parse it
print(choice.message.content)
"""

_VLLM = """\
from vllm import LLM, SamplingParams
from vllm.sampling_params import StructuredOutputsParams

llm = LLM(model={model})
sampling = SamplingParams(
{arguments})
output = llm.{call}[0].outputs[0]
print(output.finish_reason)  # "length": the text was cut, do not parse it
print(output.text)
"""

_LLAMA = """\
import httpx

response = httpx.post(
    {url!r},
    json={body},
    timeout=None,
)
response.raise_for_status()
"""
_LLAMA_COMPLETION = """\
answer = response.json()
print(answer["stop_type"])  # "limit": the text was cut, do not parse it
print(answer["content"])
"""
_LLAMA_CHAT = """\
choice = response.json()["choices"][0]
print(choice["finish_reason"])  # "length": the text was cut, do not parse it
print(choice["message"]["content"])
"""


_TEXT = """\
{first}import httpx

body = (  # text: as a float of Python a number in it would be rounded
{lines})
response = httpx.post(
    {url!r},
    content=body,
    headers={{"Content-Type": "application/json"{more}}},
    timeout=None,
)
response.raise_for_status()
"""
_AUTHORIZED = ', "Authorization": f"Bearer {os.environ[\'OPENAI_API_KEY\']}"'


class _Call:
    """A call in a program, to stand among literals."""

    def __init__(self, name: str, arguments: Body) -> None:
        self.name = name
        self.arguments = arguments


def _as_text(server: Server, sent: SentBody, first: str = "", more: str = "") -> str:
    lines = "".join(f"    {line!r}\n" for line in json_code(sent.body).splitlines(keepends=True))
    return _TEXT.format(first=first, lines=lines, url=HOSTS[server] + sent.path, more=more)


def _vllm(sent: SentBody) -> str:
    arguments = {name: sent.body[name] for name in sent.body if name not in ("model", "messages", "prompt")}
    arguments.setdefault("max_tokens", None)  # left out, it would be 16
    if "structured_outputs" in arguments:
        outputs = arguments["structured_outputs"]
        if is_rounded(outputs):
            outputs = {**outputs, "json": written_json(outputs["json"])}  # vLLM takes text as well
        arguments["structured_outputs"] = _Call("StructuredOutputsParams", outputs)
    if "messages" in sent.body:
        call = f"chat({_literal(sent.body['messages'], 0)}, sampling)"
    else:
        call = f"generate({_literal(sent.body['prompt'], 0)}, sampling)"
    code = _VLLM.format(model=repr(sent.body["model"]), arguments=_arguments(arguments), call=call)
    if "structured_outputs" not in arguments:
        code = code.replace("from vllm.sampling_params import StructuredOutputsParams\n", "", 1)
    return code


def _arguments(arguments: Body, level: int = 1) -> str:
    """Keyword arguments, a line each."""
    indent = "    " * level
    return "".join(f"{indent}{name}={_literal(value, level)},\n" for name, value in arguments.items())


def _literal(value: Any, level: int) -> str:
    """A value as Python source: on one line where it fits, else a line for each part."""
    line = _one_line(value)
    if len(line) + 4 * level <= _WIDTH or not isinstance(value, dict | list | _Call) or line in ("{}", "[]"):
        return line
    indent, end = "    " * (level + 1), "    " * level
    if isinstance(value, _Call):
        return f"{value.name}(\n{_arguments(value.arguments, level + 1)}{end})"
    if isinstance(value, dict):
        lines = [f"{indent}{key!r}: {_literal(part, level + 1)},\n" for key, part in value.items()]
        return "{\n" + "".join(lines) + end + "}"
    return "[\n" + "".join(f"{indent}{_literal(part, level + 1)},\n" for part in value) + end + "]"


def _one_line(value: Any) -> str:
    if isinstance(value, _Call):
        return f"{value.name}({', '.join(f'{name}={part!r}' for name, part in value.arguments.items())})"
    return repr(value)


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
