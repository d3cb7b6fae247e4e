"""Constraints: what is read, what is refused and how the refusal speaks."""

from dataclasses import FrozenInstanceError

import pytest

from playground.automaton import check
from playground.constraints import KINDS, Constraint, ConstraintError, resolve_tokens
from playground.constraints.limits import ConstraintLimits
from playground.grammar.model import TokenSet, walk
from playground.grammar.schema import SchemaOptions


def refusal(kind: str, text: object) -> ConstraintError:
    with pytest.raises(ConstraintError) as caught:
        Constraint(kind, text)  # type: ignore[arg-type]
    return caught.value


@pytest.mark.parametrize(
    ("kind", "text", "rules"),
    [
        ("gbnf", 'root ::= item+\nitem ::= "a"', ["root", "item"]),
        ("regex", "(?P<year>\\d{4})-x", ["root"]),
        ("json_schema", '{"type": "integer"}', ["root", "integer"]),
        ("choice", "yes\nno", ["root"]),
        ("json_object", "", ["root", "object", "member", "array", "value", "string", "number", "ws"]),
    ],
)
def test_every_kind_becomes_a_grammar(kind: str, text: str, rules: list[str]) -> None:
    constraint = Constraint(kind, text)
    assert [rule.name for rule in constraint.grammar.rules] == rules
    assert kind in KINDS


def test_equal_by_kind_and_text_and_frozen() -> None:
    constraint = Constraint("regex", "a")
    assert constraint == Constraint("regex", "a") != Constraint("gbnf", 'root ::= "a"')
    assert len({constraint, Constraint("regex", "a")}) == 1
    with pytest.raises(FrozenInstanceError):
        constraint.text = "b"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("yaml", "a", "Unknown kind of constraint 'yaml'."),
        ("gbnf", "", "The grammar is empty."),
        ("regex", "", "The pattern is empty."),
        ("gbnf", " \n\t", "The grammar is empty."),
        ("json_schema", "", "The schema is empty."),
        ("choice", "\n", "The list of choices is empty."),
        ("regex", b"abc", "A constraint is text, not bytes."),
        ("json_schema", {"type": "string"}, "A constraint is text, not dict."),
        ("regex", None, "A constraint is text, not NoneType."),
        (
            "regex",
            "a" * (ConstraintLimits().characters + 1),
            "The pattern has 100,001 characters, more than 100,000.",
        ),
    ],
)
def test_refused_before_reading(kind: str, text: object, message: str) -> None:
    error = refusal(kind, text)
    assert error.message == message
    assert (error.line, error.column, error.excerpt) == (0, 0, "")
    assert error.hint


def test_half_of_a_surrogate_pair() -> None:
    error = refusal("regex", "ab\ncd\ud83d")
    assert (error.line, error.column) == (2, 3)
    assert error.message == "U+D83D is half of a surrogate pair, not a character."


def test_an_error_says_where_and_what_to_do() -> None:
    error = refusal("regex", "ab(?=c)")
    assert isinstance(error, ValueError)
    assert (error.line, error.column) == (1, 3)
    assert error.excerpt == "ab(?=c)\n  ^^^"
    assert error.hint
    assert str(error) == f"line 1, column 3: {error.message}\n{error.excerpt}\n{error.hint}"


def test_every_problem_is_there() -> None:
    error = refusal("regex", "\\bab(?=c)")
    assert [problem.column for problem in error.problems] == [1, 5]
    assert error.message == error.problems[0].sentence


@pytest.mark.parametrize(
    ("kind", "text", "what"),
    [
        ("gbnf", "\n".join(f'r{i} ::= "a"' for i in range(2100)) + "\nroot ::= r0", "rules"),
        ("regex", "(((a{100}){100}){100}){100}", "multiply to 100,000,000"),
        ("gbnf", "root ::= " + " | ".join(f"[a-z]{{{i},{i + 100}}}" for i in range(60)), "add up to"),
        ("json_schema", '{"enum": ["' + "a" * 60_000 + '"]}', "parts"),
    ],
)
def test_too_large_to_work_with(kind: str, text: str, what: str) -> None:
    error = refusal(kind, text)
    assert what in error.message
    assert error.hint


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("gbnf", 'root ::= "a"{0,2000}'),
        ("regex", ".{0,10000}"),
        ("regex", "|".join(f"x{i}[a-z]{{100}}" for i in range(500))),
        ("json_schema", '{"type": "string", "maxLength": 1000000}'),
    ],
)
def test_large_but_fine(kind: str, text: str) -> None:
    assert Constraint(kind, text).grammar.rules


def tokenize(text: str) -> list[int]:
    return {"<think>": [7], "<gone>": []}.get(text, [0] * len(text))


def test_tokens_named_by_text_become_ids() -> None:
    constraint = Constraint("gbnf", 'root ::= <think> "a" !<think> <[3]>')
    grammar = resolve_tokens(constraint, tokenize, 8)
    tokens = [node for node in walk(grammar.rules[0].body) if isinstance(node, TokenSet)]
    assert tokens == [TokenSet((7,)), TokenSet((7,), negated=True), TokenSet((3,))]
    assert tokens[0].span.start == 9


def test_a_grammar_without_tokens_stays_the_same_object() -> None:
    constraint = Constraint("regex", "a+")
    assert resolve_tokens(constraint, tokenize, 8) is constraint.grammar


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("<abc>", "<abc> is not one token of this model but 5: ids 0, 0, 0, 0, 0."),
        ("<gone>", "<gone> is not a token of this model: its tokenizer turns it into nothing."),
        ("<[8]>", "There is no token 8: this model has 8 tokens."),
        ("!<[9]>", "There is no token 9: this model has 8 tokens."),
    ],
)
def test_tokens_that_the_vocabulary_lacks(token: str, message: str) -> None:
    constraint = Constraint("gbnf", f"root ::= {token}")
    with pytest.raises(ConstraintError) as caught:
        resolve_tokens(constraint, tokenize, 8)
    assert caught.value.message == message
    assert (caught.value.line, caught.value.column) == (1, 10)


def test_a_schema_is_read_under_its_options() -> None:
    text = '{"type": "object", "properties": {"a": {"type": "null"}}}'
    default = Constraint("json_schema", text)
    assert default.options == SchemaOptions("any", additional_properties=False, key_order="declared")
    assert default == Constraint("json_schema", text, SchemaOptions())
    compact = Constraint("json_schema", text, SchemaOptions("none", additional_properties=True))
    assert compact != default
    assert compact.schema is not None
    assert compact.schema.options == compact.options
    assert check(compact, '{"b":1}').status == "complete"
    assert check(default, '{"b":1}').status == "invalid"
    assert check(compact, '{ "a": null}').status == "invalid"
    assert check(default, '{ "a": null}').status == "complete"


def test_other_kinds_have_no_schema_and_take_no_options() -> None:
    assert Constraint("regex", "a").schema is None
    assert Constraint("regex", "a").options is None
    with pytest.raises(ConstraintError, match="The choices for a JSON Schema say nothing of a pattern"):
        Constraint("regex", "a", SchemaOptions())
