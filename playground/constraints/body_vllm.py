"""The `structured_outputs` of vLLM."""

from __future__ import annotations

import json
import re

from playground.constraints.body_fields import Fields
from playground.constraints.body_options import WITHOUT_WHITE_SPACE
from playground.constraints.errors import ConstraintError

NAME = "structured_outputs"
CONSTRAINTS = ("json", "regex", "choice", "grammar", "json_object", "structural_tag")
_COMMENT = re.compile(r"(#|//).*$", re.MULTILINE)


def read_structured_outputs(fields: Fields, notes: list[str]) -> tuple[str, str] | None:
    """Kind and text of the constraint, or None without the field. Raises ConstraintError."""
    params = fields.object(NAME)
    if params is None:
        return None
    given = params.present(CONSTRAINTS)
    if len(given) != 1:
        raise _not_one(fields, given)
    constraint = _read(params, given[0])
    _note_options(params, notes)
    return constraint


def _not_one(fields: Fields, given: list[str]) -> ConstraintError:
    listed = ", ".join(CONSTRAINTS)
    if not given:
        message = "You must use one kind of structured outputs constraint but none are specified"
        return fields.error(NAME, message, f"Add exactly one of {listed}.", NAME)
    message = "You can only use one kind of structured outputs constraint but multiple are specified"
    return fields.error(NAME, f"{message}: {', '.join(given)}", f"Keep exactly one of {listed}.", NAME)


def _read(params: Fields, name: str) -> tuple[str, str]:
    match name:
        case "json":
            params.pass_over(WITHOUT_WHITE_SPACE)
            return "json_schema", _json(params, name)
        case "regex":
            return "regex", params.string(name) or ""
        case "choice":
            choices = params.strings(name)
            return "choice", json.dumps(choices, ensure_ascii=False)
        case "grammar":
            return "gbnf", _grammar(params)
        case "json_object":
            if not params.flag(name):
                raise params.error(
                    NAME, "json_object is false, which constrains nothing", "Write true.", name
                )
            return "json_object", ""
    return "structural_tag", _json(params, name)


def _json(params: Fields, name: str) -> str:
    """A value that may stand there as JSON text too."""
    value = params.get(name)
    return value if isinstance(value, str) else params.written(name)


def _grammar(params: Fields) -> str:
    grammar = params.string("grammar") or ""
    if is_likely_lark(grammar):
        message = "this grammar looks like Lark: no line of it has ::="
        hint = 'vLLM would try to convert it. Here write it as GBNF: root ::= "yes" | "no"'
        raise params.error("lark", message, hint, "grammar")
    return grammar


def is_likely_lark(grammar: str) -> bool:
    """Whether vLLM would take the grammar for Lark: outside comments, `::=` is nowhere in it."""
    return bool(grammar.strip()) and "::=" not in _COMMENT.sub("", grammar)


def _note_options(params: Fields, notes: list[str]) -> None:
    others = [f"{name} ({params.get(name)!r})" for name in params.unread() if params.get(name)]
    if others:
        notes.append(f"Of structured_outputs, not used here: {', '.join(others)}.")
