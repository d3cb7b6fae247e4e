"""A finished text read as its constraint says, and texts that must not be read."""

from typing import Any

import pytest

from playground.automaton import Automaton
from playground.constraints import Constraint
from playground.records import Record, read_record

STOP = ("stop", "The end token was chosen.")
FINDING = Constraint(
    "json_schema",
    '{"title": "Finding", "type": "object", "properties": {"line": {"type": "integer"}}}',
)
TAGS = Constraint(
    "structural_tag",
    """{"structures": [{"begin": "<function=n>", "schema": {"type": "integer"}, "end": "</f>"},
                    {"begin": "<function=w>", "schema": {"type": "object"}, "end": "</f>"}],
        "triggers": ["<function="]}""",
)
CALLS = [{"name": "n", "arguments": 3}, {"name": "w", "arguments": {}}]
CASES: list[tuple[Constraint | None, str, Any, str]] = [
    (FINDING, '{"line": 88}', {"line": 88}, "Finding(line=88)"),
    (Constraint("json_object", ""), '{"a": [1]}', {"a": [1]}, "{'a': [1]}"),
    (Constraint("regex", "(?P<area>[0-9]{3})-([0-9]+)"), "415-55", {"area": "415", "2": "55"}, ""),
    (Constraint("regex", r"(?<one>\W)[[:alpha:]]"), "éa]", {"one": "é"}, ""),
    (Constraint("choice", "red\ngreen"), "green", "green", "'green'"),
    (Constraint("gbnf", 'root ::= a "!"\na ::= "x" | "y"'), "x!", {"a": "x"}, "root(a='x')"),
    (TAGS, "Hi <function=n>3</f> <function=w>{}</f>", CALLS, "[3, {}]"),
    (None, "free text", "free text", "'free text'"),
]


def read(constraint: Constraint | None, text: str, finish: tuple[str | None, str] = STOP) -> Record:
    automaton = Automaton(constraint.grammar) if constraint else None
    return read_record(constraint, [(None, text.encode())], automaton, finish)


@pytest.mark.parametrize(("constraint", "text", "value", "shown"), CASES)
def test_each_kind(constraint: Constraint | None, text: str, value: Any, shown: str) -> None:
    found = read(constraint, text)
    assert found.errors == ()
    assert found.value == value
    assert found.repr == (shown or repr(value))
    assert found.kind == (constraint.kind if constraint else "text")
    assert found.to_dict()["value"] == value


@pytest.mark.parametrize(("constraint", "text", "value", "shown"), CASES)
@pytest.mark.parametrize(
    ("finish", "says"),
    [
        ((None, ""), "not finished"),
        (("length", "The budget of 6 tokens is spent."), "budget of 6 tokens is spent. The text is cut"),
        (("dead_end", "No token fits."), "No token fits. The text is cut and not parsed"),
    ],
)
def test_nothing_is_parsed_unless_it_stopped(
    constraint: Constraint | None,
    text: str,
    value: Any,
    shown: str,
    finish: tuple[str | None, str],
    says: str,
) -> None:
    found = read(constraint, text, finish)
    assert found.value is None
    assert found.typed is None
    assert found.repr == ""
    assert says in found.errors[0]


def test_the_type_is_shown_before_there_is_a_value() -> None:
    assert "class Finding(BaseModel):" in read(FINDING, "", (None, "")).source
    assert "Literal['a', 'b']" in read(Constraint("choice", "a\nb"), "", (None, "")).source


def test_a_text_that_the_schema_refuses_is_no_record() -> None:
    # The engine does not enforce uniqueItems.
    strict = Constraint("json_schema", '{"type": "array", "uniqueItems": true}')
    found = read(strict, "[1, 1]")
    assert found.value is None
    assert found.errors == ("the whole value: [1, 1] has non-unique elements",)
