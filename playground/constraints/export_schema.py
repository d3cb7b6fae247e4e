"""A schema as servers take it, and as a grammar where they would be strict in other ways."""

from __future__ import annotations

from typing import Any

from playground.constraints.body_options import WITHOUT_WHITE_SPACE
from playground.constraints.constraint import Constraint
from playground.constraints.export_grammar import printed_for_llama
from playground.constraints.request import Request
from playground.grammar.model import Grammar
from playground.grammar.print_ebnf import print_ebnf
from playground.grammar.schema import SchemaOptions

_ONE_SPACE = (
    f"{WITHOUT_WHITE_SPACE} is stricter than at most one space: with xgrammar vLLM then writes exactly one "
    "space behind each comma and colon, with guidance none. Some versions of vLLM read it from the command "
    "line only."
)
_LLAMA_SCHEMA = (
    "llama-server converts the schema itself: required properties come first, properties that the schema "
    "does not declare are forbidden unless it allows them, and white space is two line breaks and 20 blanks "
    "at most."
)
_ANY_VALUE = (
    "llama-server reads a schema that says nothing as any object, so the grammar of any JSON value is sent."
)


def vllm_schema(request: Request, grammar: Grammar, schema: Any, notes: list[str]) -> dict[str, Any]:
    """The fields of `structured_outputs` for a schema that stands for `grammar`."""
    if _reads_as(request, SchemaOptions("any"), grammar):
        return {"json": schema}
    if _reads_as(request, SchemaOptions("one"), grammar):
        notes.append(_ONE_SPACE)
        return {"json": schema, WITHOUT_WHITE_SPACE: True}
    notes.append(_as_grammar("vLLM", "any white space or at most one, no other keys, keys as listed"))
    return {"grammar": print_ebnf(grammar)}


def llama_schema(request: Request, grammar: Grammar, schema: Any, notes: list[str]) -> dict[str, Any]:
    """The field for a schema that stands for `grammar`. Raises InexpressibleError."""
    if Constraint("json_schema", "{}", request.options).grammar == grammar:
        notes.append(_ANY_VALUE)
        return {"grammar": printed_for_llama(grammar)}
    if _reads_as(request, SchemaOptions(key_order="required_first"), grammar):
        notes.append(_LLAMA_SCHEMA)
        return {"json_schema": schema}
    notes.append(_as_grammar("llama-server", "any white space, no other keys, required keys first"))
    return {"grammar": printed_for_llama(grammar)}


def _reads_as(request: Request, options: SchemaOptions, grammar: Grammar) -> bool:
    """Whether a server that is strict in this way gets the same grammar from the schema."""
    return request.options == options or Constraint("json_schema", request.text, options).grammar == grammar


def _as_grammar(server: str, own: str) -> str:
    return (
        f"{server} has no field for this strictness, so the grammar that the schema became is sent. "
        f"To send the schema itself, choose: {own}."
    )
