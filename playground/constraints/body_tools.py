"""The `tools` of OpenAI's chat completions, which others take too, as a structural tag."""

from __future__ import annotations

import re
from typing import Any

from playground.constraints.body_fields import Fields
from playground.grammar.json_written import written_json

NAME = "tools"
CHOICE = "tool_choice"
TRIGGER = "<tool_call>"
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NO_PARAMETERS: dict[str, Any] = {"type": "object", "properties": {}}
_WRITTEN = (
    "How a call is written is each model's own way; here it is that of Hermes and Qwen: "
    '<tool_call>, {"name": …, "arguments": …}, </tool_call>.'
)
_NOT_IN_PROMPT = "The prompt here does not tell the model of its tools: add what it needs to know of them."
_AUTO = "With tool_choice auto a server may leave the calls free; here each is held to its parameters."
_HINT = 'Write "auto", "required", "none", or {"type": "function", "function": {"name": "…"}}.'


def read_tools(fields: Fields, notes: list[str]) -> tuple[str, str] | None:
    """Kind and text of the constraint, or None when no tool may be called. Raises ConstraintError."""
    tools = _tools(fields)
    choice = _choice(fields, tools)
    may_repeat = fields.flag("parallel_tool_calls") is not False
    if not tools or choice == "none":
        return None
    notes += [_WRITTEN, _NOT_IN_PROMPT, *([_AUTO] if choice == "auto" else [])]
    tags = [_tag(name, parameters) for name, parameters in tools.items()]
    if choice in ("auto", "required"):
        written = {
            "type": "triggered_tags",
            "triggers": [TRIGGER],
            "tags": tags,
            "at_least_one": choice == "required",
            "stop_after_first": not may_repeat,
        }
    else:
        written = _tag(choice, tools[choice])
    tag = {"type": "structural_tag", "format": written}
    return "structural_tag", written_json(tag)


def _tools(fields: Fields) -> dict[str, Any]:
    """The parameters of each tool, by its name."""
    tools: dict[str, Any] = {}
    for tool in fields.objects(NAME):
        kind = tool.string("type")
        if kind != "function":
            message = "a tool has the type function here" + (f", not {kind!r}" if kind else "")
            path = ("type",) if kind else ()
            raise tool.error("tool-type", message, 'Write {"type": "function", "function": {…}}.', *path)
        function = tool.object("function")
        if function is None:
            raise tool.error("tool-function", "this tool has no function", 'Add "function": {"name": "…"}.')
        name = function.string("name")
        if not name or not _NAME.fullmatch(name):
            message = "a function has a name of 1 to 64 letters, digits, _ and -"
            raise function.error("tool-name", message, "", *(("name",) if name else ()))
        if name in tools:
            raise function.error("tool-twice", f"there are two functions {name}", "Rename one.", "name")
        function.object("parameters")
        tools[name] = function.get("parameters") or _NO_PARAMETERS
    return tools


def _choice(fields: Fields, tools: dict[str, Any]) -> str:
    """`auto`, `required`, `none`, or the name of a tool that has to be called."""
    given = fields.get(CHOICE)
    if given is None:
        return "auto"
    if given in ("auto", "none"):
        return str(given)
    if not tools:
        message = "tool_choice is only allowed when tools are specified"
        raise fields.error("tool-choice", message, "Add the tools, or leave tool_choice out.", CHOICE)
    if given == "required":
        return "required"
    function = given.get("function") if isinstance(given, dict) else None
    name = function.get("name") if isinstance(function, dict) else None
    if not isinstance(name, str):
        raise fields.error("tool-choice", "this is no choice of a tool", _HINT, CHOICE)
    if name not in tools:
        message = f"there is no tool {name!r} to choose"
        raise fields.error("tool-choice", message, f"The tools are {', '.join(tools)}.", CHOICE)
    return name


def _tag(name: str, parameters: Any) -> dict[str, Any]:
    return {
        "type": "tag",
        "begin": f'{TRIGGER}\n{{"name": "{name}", "arguments": ',
        "content": {"type": "json_schema", "json_schema": parameters},
        "end": "}\n</tool_call>",
    }
