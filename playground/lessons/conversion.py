"""Lesson 8: a JSON Schema as a grammar, which can count only by spelling out digits."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from playground.automaton import check
from playground.automaton.checker import Status
from playground.constraints import Constraint
from playground.decoding.position import Plain
from playground.grammar.print_gbnf import print_node
from playground.lessons.examples import example
from playground.models import load_model
from playground.records.json_value import parse_json

SCHEMA = "finding"
"""The name of the example."""
NUMBERS = ("0", "1", "42", "042", "9999", "10000")
RANDOM_ANSWER = (
    '{"file":"\'多少钱EnergyEST多少钱", "line":\n' + "\t" * 20 + '5555, "severity"\n'
    '\t\t\t\t            \t \t\t:\n\t               \t\t\t\t"high"\n              \t \t\t \t}'
)
"""What a model of random weights wrote in llama-server under this schema."""


@dataclass(frozen=True, slots=True)
class Rule(Plain):
    name: str
    body: str
    """In GBNF."""


@dataclass(frozen=True, slots=True)
class JudgedNumber(Plain):
    digits: str
    status: Status
    offset: int


@dataclass(frozen=True, slots=True)
class Conversion(Plain):
    schema: str
    rules: tuple[Rule, ...]
    """Of the grammar that the schema became."""
    numbers: tuple[JudgedNumber, ...]
    """Read by the part of the schema that is about the line."""
    answer_status: Status
    """Of `RANDOM_ANSWER` under the whole grammar."""
    answer: dict[str, object]
    """The record in it."""
    tokens: int
    """That noise needs under this grammar in this program."""
    finish_reason: str
    record: str
    """As Python shows it."""


@cache
def conversion() -> Conversion:
    constraint = example(SCHEMA).constraint
    line = Constraint("json_schema", json.dumps(json.loads(constraint.text)["properties"]["line"]))
    session = example(SCHEMA).session(load_model("toy"))
    for _ in session.run():
        pass
    return Conversion(
        schema=example(SCHEMA).text,
        rules=tuple(Rule(rule.name, print_node(rule.body)) for rule in constraint.grammar.rules),
        numbers=tuple(_number(line, digits) for digits in NUMBERS),
        answer_status=check(constraint, RANDOM_ANSWER).status,
        answer=_value(RANDOM_ANSWER),
        tokens=len(session.token_ids),
        finish_reason=session.finish_reason or "",
        record=session.record().repr,
    )


def _number(line: Constraint, digits: str) -> JudgedNumber:
    verdict = check(line, digits)
    return JudgedNumber(digits, verdict.status, verdict.offset)


def _value(text: str) -> dict[str, object]:
    value = parse_json(text)
    assert isinstance(value, dict)
    return value
