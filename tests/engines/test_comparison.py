"""Engines side by side, at one text and over a run."""

import json

import pytest

from playground.constraints import Constraint, ConstraintError
from playground.engines.comparison import COMPARED, LineUp
from tests.engines.vocabularies import byte_level

VOCABULARY = byte_level()
OBJECT = Constraint(
    "json_schema",
    '{"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "null"}}, "required": ["a"]}',
)
DIGITS = Constraint("regex", r"\d\d")
TWO_DIGITS = {bytes([digit]) for digit in b"0123456789"} | {
    token for token in VOCABULARY.tokens if token and len(token) == 2 and token.isdigit()
}


def ids(*texts: str) -> list[int]:
    return [VOCABULARY.tokens.index(text.encode()) for text in texts]


def test_sizes_and_who_allows_what() -> None:
    comparison = LineUp(DIGITS, VOCABULARY, ("automaton", "guidance", "outlines")).at([], shown=1000)
    assert comparison.reference == "automaton"
    assert comparison.index == 0
    assert comparison.allowed_by_all == len(TWO_DIGITS)
    assert comparison.allowed_by_some == len(comparison.differences) > 0
    assert not comparison.identical
    by_name = {each.engine: each for each in comparison.engines}
    assert by_name["automaton"].allowed == by_name["guidance"].allowed == len(TWO_DIGITS)
    assert by_name["outlines"].allowed == len(TWO_DIGITS) + comparison.allowed_by_some
    assert [each.same for each in comparison.engines] == [True, True, False]
    assert "all scripts" in "; ".join(by_name["outlines"].warnings)
    assert all(
        each.status == "works" and each.seconds > 0 and not each.may_end for each in comparison.engines
    )
    for difference in comparison.differences:
        assert difference.allowed_by == ("outlines",)
        assert difference.masked_by == ("automaton", "guidance")
        assert difference.kinds == (("outlines", "unicode_classes"),)
        assert "wanted a digit" in difference.reason


def test_back_and_forth() -> None:
    line = LineUp(DIGITS, VOCABULARY, ("automaton", "xgrammar", "guidance"))
    end = line.at(ids("4", "2"))
    assert end.allowed_by_all == len(VOCABULARY.end_ids)
    assert all(each.may_end for each in end.engines)
    middle = line.at(ids("4"))
    assert middle.allowed_by_all == 10
    assert line.at(ids("9", "9")).allowed_by_all == len(VOCABULARY.end_ids)
    assert line.at(ids("4")).allowed_by_all == 10
    assert line.at([]).allowed_by_all == len(TWO_DIGITS)
    assert middle.identical


def test_engines_that_refuse_leave_or_break_stay_in_the_line() -> None:
    line = LineUp(OBJECT, VOCABULARY, COMPARED)
    comparison = line.at(ids("{", '"', "b"))
    left = {each.engine: each.note for each in comparison.engines if each.status == "left"}
    assert set(left) == set(COMPARED) - {"lm-format-enforcer"}
    assert set(left.values()) == {"it masks token 3 of the text, 'b'"}
    assert comparison.reference == "lm-format-enforcer"
    assert comparison.identical
    back = line.at(ids("{", '"'))
    assert {each.status for each in back.engines} == {"works"}
    assert back.reference == "automaton"


def test_refusals_have_words() -> None:
    rows = LineUp(Constraint("gbnf", 'root ::= "a"'), VOCABULARY).at([]).engines
    notes = {row.engine: row.note for row in rows if row.status == "refuses"}
    assert set(notes) == {"guidance-native", "outlines", "lm-format-enforcer"}
    assert "outlines reads regexes, choices and JSON Schemas, not gbnf" in notes["outlines"]
    assert all(row.allowed == 0 for row in rows if row.status == "refuses")


def test_a_breakdown_has_words() -> None:
    constraint = Constraint("json_schema", '{"const": 12}')
    [row] = LineUp(constraint, VOCABULARY, ("lm-format-enforcer",)).at([]).engines
    assert row.status == "broke"
    assert "AttributeError" in row.note


def test_nobody_works() -> None:
    comparison = LineUp(Constraint("gbnf", 'root ::= "a"'), VOCABULARY, ("outlines",)).at(ids("a"))
    assert (comparison.reference, comparison.allowed_by_some, comparison.differences) == ("", 0, ())


def test_the_tokens_that_matter_come_first() -> None:
    line = LineUp(DIGITS, VOCABULARY, ("automaton", "outlines"))
    listed = [difference.token_id for difference in line.at([], shown=1000).differences]
    assert listed == sorted(listed)
    wanted = [listed[4], listed[2]]
    first = line.at([], first=[*wanted, *ids("4")], shown=3).differences
    assert [difference.token_id for difference in first] == [*wanted, listed[0]]


def test_a_token_that_is_not_there() -> None:
    with pytest.raises(ConstraintError):
        LineUp(Constraint("gbnf", "root ::= <[9999]>"), VOCABULARY)


def test_a_run() -> None:
    r"""`\d\d` over 42: outlines allows digits of other scripts at the first two of three texts."""
    run = LineUp(DIGITS, VOCABULARY, ("automaton", "guidance", "outlines")).run(ids("4", "2"))
    assert [comparison.identical for comparison in run.comparisons] == [False, False, True]
    assert run.identical == pytest.approx(1 / 3)
    by_name = {each.engine: each for each in run.engines}
    assert by_name["automaton"].same == by_name["guidance"].same == 1
    assert by_name["outlines"].same == pytest.approx(1 / 3)
    assert all(len(each.seconds) == 3 and each.compile_seconds > 0 for each in run.engines)
    assert {each.status for each in run.engines} == {"works"}


def test_a_run_that_some_cannot_follow() -> None:
    run = LineUp(OBJECT, VOCABULARY, ("automaton", "outlines", "lm-format-enforcer")).run(ids("{", "\n", "}"))
    by_name = {each.engine: each for each in run.engines}
    assert by_name["outlines"].status == "left"
    assert by_name["outlines"].note == "it masks token 2 of the text, '\\n'"
    assert len(by_name["outlines"].seconds) == 2
    assert by_name["automaton"].note == "it masks token 3 of the text, '}'"


def test_plain_values() -> None:
    run = LineUp(DIGITS, VOCABULARY, ("automaton", "outlines")).run(ids("4"))
    plain = json.loads(json.dumps(run.to_dict()))
    assert plain["identical"] == run.identical
    assert plain["comparisons"][0]["identical"] is False
    assert plain["comparisons"][0]["differences"][0]["kinds"] == [["outlines", "unicode_classes"]]
