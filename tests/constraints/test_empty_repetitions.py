"""Patterns that repeat the empty text mean what Python's `re` says, alone and inside a schema."""

import json
import re

import pytest

from playground.automaton import check
from playground.constraints import Constraint, ConstraintError

PATTERNS = ["a()*b", "x()*", "(?:)+", "(a{0})*b", "(?:a{0})+x", "(|a)+b", "(😀)(?:(?:))+"]
TEXTS = ["", "a", "ab", "b", "x", "xx", "aab", "😀", "aaa"]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("text", TEXTS)
def test_as_a_regex(pattern: str, text: str) -> None:
    complete = check(Constraint("regex", pattern), text).status == "complete"
    assert complete == bool(re.fullmatch(pattern, text))


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("text", TEXTS)
def test_as_a_pattern_of_a_schema(pattern: str, text: str) -> None:
    constraint = Constraint("json_schema", json.dumps({"type": "string", "pattern": f"^(?:{pattern})$"}))
    complete = check(constraint, json.dumps(text, ensure_ascii=False)).status == "complete"
    assert complete == bool(re.fullmatch(pattern, text))


def test_a_pattern_may_be_white_space() -> None:
    assert check(Constraint("regex", " "), " ").status == "complete"


def test_a_pattern_may_begin_with_a_quote() -> None:
    constraint = Constraint("json_schema", r'{"type": "string", "pattern": "^\"[a-z]+\"$"}')
    assert check(constraint, r'"\"ab\""').status == "complete"


def test_a_kind_that_is_no_text_is_refused_in_words() -> None:
    with pytest.raises(ConstraintError, match="Unknown kind"):
        Constraint(["gbnf"], "a")  # type: ignore[arg-type]


def test_keys_may_be_beyond_ascii() -> None:
    schema = '{"type":"object","properties":{"größe":{"type":"integer"}},"additionalProperties":true}'
    assert check(Constraint("json_schema", schema), '{"größe":1,"maß":"x"}').status == "complete"
