"""Structural tags: the texts that each format takes, told by hand, and what is said of one that is wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from playground.automaton import check
from playground.constraints import Constraint, ConstraintError

A = {"type": "tag", "begin": "<a>", "content": {"type": "const_string", "value": "x"}, "end": "</a>"}
B = {"type": "tag", "begin": "<b>", "content": {"type": "const_string", "value": "y"}, "end": "</b>"}
ANY = {"type": "any_text"}
X = {"type": "const_string", "value": "x"}
WEATHER = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
EXAMPLE = Path(__file__).parents[2] / "grammars" / "weather_tools.structural_tag.json"


def tag(begin: str, content: Any, end: Any) -> dict[str, Any]:
    return {"type": "tag", "begin": begin, "content": content, "end": end}


def triggered(triggers: list[str], *tags: Any, **more: Any) -> dict[str, Any]:
    return {"type": "triggered_tags", "triggers": triggers, "tags": tags, **more}


def separated(separator: str, *tags: Any, **more: Any) -> dict[str, Any]:
    return {"type": "tags_with_separator", "separator": separator, "tags": tags, **more}


def of_format(written: Any) -> Constraint:
    return Constraint("structural_tag", json.dumps({"type": "structural_tag", "format": written}))


CASES: list[tuple[Any, list[str], list[str], list[str]]] = [
    # format; complete texts, begun ones, and those that do not fit
    (X, ["x"], [""], ["y", "xx"]),
    (ANY, ["", "<a>", "é"], [], []),
    ({**ANY, "max_chars": 2}, ["", "éé"], [], ["abc"]),
    ({**ANY, "excludes": ["bad"]}, ["", "ba", "baba"], [], ["bad", "babad"]),
    ({"type": "json_schema", "json_schema": WEATHER}, ['{"city": "O"}'], ['{"city'], ['{"town']),
    ({"type": "grammar", "grammar": 'root ::= "a" b\nb ::= "b" "b"?'}, ["ab", "abb"], ["a"], ["b"]),
    ({"type": "regex", "pattern": "[0-9]{2}"}, ["12"], ["1"], ["123"]),
    ({"type": "sequence", "elements": [X, ANY, X]}, ["xx", "xaxx"], ["x", "xa"], ["a"]),
    ({"type": "or", "elements": [X, {"type": "const_string", "value": "xy"}]}, ["x", "xy"], [""], ["y"]),
    ({"type": "optional", "content": X}, ["", "x"], [], ["xx"]),
    ({"type": "star", "content": X}, ["", "xx"], [], ["y"]),
    ({"type": "plus", "content": X}, ["x", "xx"], [""], ["y"]),
    ({"type": "repeat", "min": 1, "max": 2, "content": X}, ["x", "xx"], [""], ["xxx"]),
    ({"type": "repeat", "min": 2, "max": -1, "content": X}, ["xx", "xxxx"], ["x"], []),
    (tag("<t>", ANY, "</t>"), ["<t></t>", "<t><t></t>"], ["<t>a</"], ["<t></t>a", "a"]),
    (tag("<t>", ANY, ["</t>", "!"]), ["<t>a!", "<t>a</t>"], ["<t>a"], ["<t>!a"]),
    (tag("<t>", X, ["", "</t>"]), ["<t>x", "<t>x</t>"], ["<t>"], ["<t>xx"]),
    # An end is for the free text of its own tag alone.
    (tag("<t>", tag("<a>", ANY, "</a>"), "</t>"), ["<t><a></t></a></t>"], ["<t><a></t>"], ["<t></t>"]),
    (tag("<t>", triggered(["<a"], A), "</t>"), ["<t></t>", "<t>q<a>x</a>z</t>"], ["<t>q"], ["<t></t>e"]),
    (triggered(["<a"], A), ["", "hi<", "hi<a>x</a>", "<<a>x</a><a>x</a>!"], ["<a", "<a>x"], ["<a>y", "<ab"]),
    (triggered(["<"], A, B), ["a", "<b>y</b><a>x</a>"], ["<", "<a"], ["<c"]),
    (
        triggered(["<a", "<b"], A, B, at_least_one=True),
        ["<a>x</a>", "<b>y</b>q<a>x</a>"],
        [""],
        ["q<a>x</a>"],
    ),
    (triggered(["<a"], A, stop_after_first=True), ["", "q", "q<a>x</a>"], ["q<a"], ["q<a>x</a>q"]),
    (triggered(["<a"], A, at_least_one=True, stop_after_first=True), ["<a>x</a>"], [""], ["q", "<a>x</a>q"]),
    (triggered(["<a"], A, excludes=["no"]), ["n<a>x</a>o"], ["<a>"], ["no", "<a>x</a>no"]),
    (separated(",", A, B), ["", "<a>x</a>", "<a>x</a>,<b>y</b>"], ["<a>x</a>,"], ["q", "<a>x</a><b>"]),
    (separated("", A), ["", "<a>x</a><a>x</a>"], ["<"], [","]),
    (separated(",", A, at_least_one=True), ["<a>x</a>"], [""], [","]),
    (separated(",", A, stop_after_first=True), ["", "<a>x</a>"], [], ["<a>x</a>,"]),
    ({"type": "dispatch", "rules": [["#", X], ["$", ANY]]}, ["q#xq", "$$#y", "#x#x"], ["#"], ["#y"]),
    (
        {"type": "dispatch", "rules": [["#", X]], "loop": False, "excludes": ["@"]},
        ["a#x"],
        ["#"],
        ["#xa", "@"],
    ),
]


@pytest.mark.parametrize(("written", "complete", "begun", "wrong"), CASES, ids=str)
def test_format(written: Any, complete: list[str], begun: list[str], wrong: list[str]) -> None:
    constraint = of_format(written)
    assert constraint.warnings == ()
    found = {text: check(constraint, text).status for text in (*complete, *begun, *wrong)}
    wanted = dict.fromkeys(complete, "complete") | dict.fromkeys(begun, "valid_prefix")
    assert found == wanted | dict.fromkeys(wrong, "invalid")


def test_the_older_form_means_the_same() -> None:
    structures = [
        {"begin": "<f=w>", "schema": WEATHER, "end": "</f>"},
        {"begin": "<f=n>", "schema": '{"type": "null"}', "end": "</f>"},
    ]
    older = {"type": "structural_tag", "structures": structures, "triggers": ["<f="]}
    tags = [
        tag("<f=w>", {"type": "json_schema", "json_schema": WEATHER}, "</f>"),
        tag("<f=n>", {"type": "json_schema", "json_schema": {"type": "null"}}, "</f>"),
    ]
    made = Constraint("structural_tag", json.dumps(older))
    assert made.grammar == of_format(triggered(["<f="], *tags)).grammar
    assert [t.where for t in made.tags] == ["/structures/0", "/structures/1"]


def test_a_masked_part_is_explained_by_the_rules_of_its_tag() -> None:
    constraint = Constraint("structural_tag", EXAMPLE.read_text())
    assert constraint.warnings == ()
    assert [t.name for t in constraint.tags] == ["get_weather", "set_alarm"]
    begun = 'Sure. <tool_call>\n{"name": "set_alarm", "arguments": {"hour": '
    verdict = check(constraint, begun + "x")
    assert (verdict.status, verdict.offset) == ("invalid", len(begun))
    assert {rule for expectation in verdict.expected for rule in expectation.rules} <= {"hour", "ws"}
    complete = begun + '7, "minute": 30}}\n</tool_call> Done.'
    assert check(constraint, complete).status == "complete"


def test_rules_that_two_schemas_share_are_written_once() -> None:
    tags = [tag(f"<{name}>", {"type": "json_schema", "json_schema": WEATHER}, "</>") for name in "pq"]
    names = [rule.name for rule in of_format(triggered(["<"], *tags)).grammar.rules]
    assert [name for name in names if name.startswith(("string", "ws", "char", "city"))] == [
        "ws",
        "city",
        "string",
        "char",
    ]


REFUSED: list[tuple[Any, str, str]] = [
    # the whole text as JSON, a part of the message, the place
    ([], "an object", ""),
    ({}, "has a format, or structures and triggers", ""),
    ({"type": "json_schema", "format": ANY}, "not 'json_schema'", "/type"),
    ({"format": "any_text"}, "a format is an object", "/format"),
    ({"format": {}}, "needs the field type", "/format"),
    ({"format": {"type": "anytext"}}, "no format 'anytext'", "/format/type"),
    ({"format": {"type": "token", "token": 3}}, "tokens of one model", "/format/type"),
    ({"format": tag("<a>", X, {"type": "token", "token": 3})}, "tokens of one model", "/format/end"),
    ({"format": {"type": "tag", "begin": "a", "end": "b"}}, "needs the field content", "/format"),
    ({"format": tag("a", X, [])}, "end is empty", "/format/end"),
    ({"format": tag("a", X, [1])}, "a text, or a list of texts", "/format/end"),
    ({"format": tag("a", ANY, "")}, "no end of its own", "/format/end"),
    ({"format": triggered([], A)}, "no trigger", "/format/triggers"),
    ({"format": triggered([""], A)}, "not empty", "/format/triggers/0"),
    ({"format": triggered(["<a"])}, "tags is empty", "/format/tags"),
    ({"format": triggered(["<a"], X)}, 'type must be "tag"', "/format/tags/0/type"),
    ({"format": triggered(["<b"], A)}, "no trigger is how '<a>' begins", "/format/tags/0/begin"),
    ({"format": triggered(["<", "<a"], A)}, "several triggers", "/format/tags/0/begin"),
    ({"format": triggered(["<a", "<b"], A)}, "no tag begins with the trigger '<b'", "/format/triggers/1"),
    ({"format": triggered(["<a"], A, at_least_one=1)}, "true or false", "/format/at_least_one"),
    ({"format": {"type": "sequence", "elements": []}}, "elements is empty", "/format/elements"),
    ({"format": {"type": "repeat", "min": 2, "max": 1, "content": X}}, "max is less", "/format/max"),
    ({"format": {"type": "repeat", "min": -1, "max": 1, "content": X}}, "0 or more", "/format/min"),
    ({"format": {**ANY, "max_tokens": 3}}, "limit of tokens", "/format/max_tokens"),
    ({"format": {**ANY, "max_chars": 3, "excludes": ["a"]}}, "beside texts", "/format/max_chars"),
    ({"format": {"type": "dispatch", "rules": [["a"]]}}, "a list of two", "/format/rules/0"),
    (
        {"format": {"type": "json_schema", "json_schema": {"type": "strin"}}},
        '"strin" is not a type',
        "/format/json_schema/type",
    ),
    (
        {"format": {"type": "json_schema", "json_schema": {}, "style": "qwen_xml"}},
        "not for tags of its own",
        "/format/style",
    ),
    (
        {"format": {"type": "grammar", "grammar": 'root ::= "a"\nb ::= c'}},
        "in this grammar, line 2, column 7",
        "/format/grammar",
    ),
    ({"format": {"type": "regex", "pattern": "a("}}, "in this pattern, line 1", "/format/pattern"),
    (
        {"structures": [{"begin": "a", "schema": "{", "end": "b"}], "triggers": ["a"]},
        "in this schema, line 1, column 2",
        "/structures/0/schema",
    ),
]


@pytest.mark.parametrize(("written", "message", "where"), REFUSED, ids=[case[1] for case in REFUSED])
def test_refused(written: Any, message: str, where: str) -> None:
    with pytest.raises(ConstraintError) as refused:
        Constraint("structural_tag", json.dumps(written))
    assert refused.value.problems[0].where == where
    assert message in refused.value.problems[0].message
    assert bool(refused.value.line) == bool(where)


def test_every_problem_is_told_with_its_place() -> None:
    text = '{"format": {"type": "sequence", "elements": [\n  {"type": "nope"},\n  {"type": "regex"}]}}'
    with pytest.raises(ConstraintError) as refused:
        Constraint("structural_tag", text)
    assert [(problem.line, problem.column) for problem in refused.value.problems] == [(2, 4), (3, 3)]
    assert refused.value.problems[0].excerpt.splitlines()[1] == "   ^^^^^^"


def test_what_says_nothing_is_warned_of() -> None:
    constraint = of_format({**X, "vlaue": "y"})
    assert [(warning.code, warning.where) for warning in constraint.warnings] == [
        ("tag-unknown-field", "/format/vlaue")
    ]
    inside = of_format(triggered(["abc", "b"], tag("abc", X, "!"), tag("b", X, "!")))
    assert [warning.code for warning in inside.warnings] == ["tag-trigger-inside"]
