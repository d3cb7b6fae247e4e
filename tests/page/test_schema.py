"""A JSON Schema on the page: what holds of it, what the engine was given, where a text stands in it."""

import json
from typing import Any

import pytest

from playground.constraints import Constraint
from playground.decoding import Cursor, Session, Trigger, WhiteSpace
from playground.models import load_model
from playground.page.constraint import render_compiled
from playground.page.schema import render_given
from playground.page.setup import Setup
from playground.page.store import Visit
from playground.page.text import render_text
from playground.page.view import view_of
from tests.page.html import Element, read
from tests.page.views import HOSTILE, view

SCHEMA = """{
  "type": "object",
  "properties": {
    "id": {"type": "integer", "minimum": 1, "maximum": 99},
    "tags": {"type": "array", "uniqueItems": true},
    "note": {"maxLenght": 3}
  },
  "colour": "red"
}"""
ANSWER_FIRST = """{"type": "object", "required": ["answer"],
 "properties": {"reasoning": {"type": "string"}, "answer": {"type": "integer"}}}"""


def session(text: str, prompt: str = "", budget: int = 256, **strictness: str) -> Session:
    """As the page makes it from its fields."""
    strict = {
        "white_space": "any",
        "other_keys": "no",
        "key_order": "declared",
        "engine": "xgrammar",
        "thinking": "",
    } | strictness
    setup = Setup.from_fields("json_schema", text, prompt, False, 0, 0, 1, 0, 0, budget, "off", "", **strict)
    return setup.session(load_model("toy"))


def status(text: str, **changes: Any) -> Element:
    return read(render_compiled(session(text, **changes), 1))


def warnings(text: str, **changes: Any) -> list[str]:
    """The list that unfolds."""
    return [
        item.text
        for details in status(text, **changes).all("details", class_="warnings")
        for item in details.all("li")
    ]


def test_what_will_not_hold_is_named_without_unfolding() -> None:
    gaps = status(SCHEMA).one("div", id="gaps")
    assert gaps.one("strong").text == "⚠ 3 keywords will not hold in full"
    assert [item.text for item in gaps.all("li")] == [
        "/colour is ignored: not a keyword of this draft line 8",
        "/properties/tags/uniqueItems is looser: items may repeat line 5",
        "/properties/note/maxLenght is ignored: not a keyword of this draft: did you mean maxLength? line 6",
    ]
    assert [each.attributes["data-line"] for each in gaps.all("button")] == ["8", "5", "6"]
    assert not any("colour" in warning for warning in warnings(SCHEMA))


def test_every_keyword_is_in_the_table_and_counted_once() -> None:
    table = status(SCHEMA).one("details", id="coverage")
    assert table.one("summary").text == "9 keywords: 4 enforced · 2 narrower · 1 looser · 2 ignored"
    rows = [item.text for item in table.all("li")]
    assert "/properties/id/minimum enforced line 4" in rows
    assert any(row.startswith("/properties narrower line 3") and "no other keys" in row for row in rows)
    assert {item.one("code").text for item in table.all("li", class_="ignored")} == {
        "/colour",
        "/properties/note/maxLenght",
    }


def test_under_an_engine_that_reads_the_schema_itself_its_own_gaps_are_named() -> None:
    shown = status(SCHEMA, engine="lm-format-enforcer")
    gaps = shown.one("div", id="gaps")
    assert gaps.one("strong").text == "⚠ 6 keywords will not hold in full"
    assert [item.text.partition(":")[0] for item in gaps.all("li")] == [
        "/colour is ignored",
        "/properties/id/type is looser",
        "/properties/id/minimum is ignored",
        "/properties/id/maximum is ignored",
        "/properties/tags/uniqueItems is ignored",
        "1 more in the table below",
    ]
    assert "line 4" in gaps.all("li")[2].text
    assert "Under lm-format-enforcer" in shown.one("details", id="coverage").one("p", class_="note").text
    given = read(render_given(session(SCHEMA, engine="lm-format-enforcer")))
    assert given.one("h2").text == "The schema as a grammar"
    assert "was given the schema as it was pasted" in given.one("p", class_="facts").text


def test_a_schema_that_holds_has_no_warning_of_that_kind() -> None:
    shown = status('{"type": "array", "title": "x", "items": {"enum": ["a", "b"]}}')
    assert shown.all("div", id="gaps") == []
    assert (
        shown.one("details", id="coverage").one("summary").text == "4 keywords: 3 enforced · 1 without effect"
    )


def test_of_many_gaps_the_first_are_named() -> None:
    shown = status(json.dumps({f"k{number}": 1 for number in range(9)})).one("div", id="gaps")
    assert shown.one("strong").text == "⚠ 9 keywords will not hold in full"
    assert len(shown.all("li")) == 6
    assert shown.all("li")[-1].text == "4 more in the table below"


def test_example_13_an_answer_before_its_reasons_is_a_warning() -> None:
    said = "answer has to be written before reasoning, so the answer cannot follow from the reasons"
    first = warnings(ANSWER_FIRST, key_order="required_first")
    assert any(said in warning.lower() for warning in first)
    assert not any(said in warning.lower() for warning in warnings(ANSWER_FIRST))
    both = ANSWER_FIRST.replace('["answer"]', '["reasoning", "answer"]')
    assert not any(said in warning.lower() for warning in warnings(both, key_order="required_first"))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"prompt": "Give the answer."}, "the prompt does not mention reasoning"),
        ({"budget": 20}, "20 tokens may cut it short"),
        ({}, "strings without maxlength"),
        ({}, "answer has to be answered: there is no way to say that it is not known"),
        ({}, "white space is free between all parts"),
        ({"text": '{"type": "object"}'}, "this allows any object"),
    ],
)
def test_lints_know_prompt_budget_and_strictness(changes: dict[str, Any], said: str) -> None:
    assert any(said in warning.lower() for warning in warnings(**({"text": ANSWER_FIRST} | changes)))


def test_advice_that_is_followed_is_not_given() -> None:
    assert not any(
        "prompt" in said for said in warnings(ANSWER_FIRST, prompt="First the reasoning, then the answer.")
    )
    assert not any("white space" in said.lower() for said in warnings(ANSWER_FIRST, white_space="none"))


def test_other_constraints_have_no_coverage() -> None:
    shown = read(render_compiled(Session(load_model("toy"), "", Constraint("gbnf", 'root ::= "a"')), 1))
    assert shown.all("details") == shown.all(id="gaps") == []


def test_the_engine_was_given_the_normalised_schema_and_one_rule_a_place() -> None:
    shown = read(render_given(session(SCHEMA, white_space="none")))
    given = json.loads(shown.one("pre", id="given-schema").text_in_full)
    assert given["properties"]["id"] == {"type": "integer", "minimum": 1, "maximum": 99}
    assert "colour" not in given
    rules = {
        row.one("th").text: [cell.text for cell in row.all("td")] for row in shown.one("tbody").all("tr")
    }
    assert rules["id"] == ["/properties/id line 4", "[1-9] [0-9]?"]
    assert rules["root"][0] == "the whole schema line 1"
    assert rules["string"][0] == "JSON itself"
    assert rules["tags"] == ["/properties/tags line 5", '"[" (value ("," value)*)? "]"']


def test_other_constraints_were_given_as_they_are() -> None:
    assert render_given(Session(load_model("toy"), "", Constraint("gbnf", 'root ::= "a"'))) == ""
    assert render_given(Session(load_model("toy"), "")) == ""


CURSOR = Cursor(
    "$.items[2].name", "/properties/items/items", ("$.total",), '","total":0}', '{"type": "string"}', 7
)


def place(**changes: Any) -> Element:
    return read(render_text(view(**({"cursor": CURSOR, "white_space": WhiteSpace(68, 92)} | changes)))).one(
        id="json-cursor"
    )


def test_the_place_in_the_text_and_in_the_schema() -> None:
    shown = place()
    assert shown.one(id="json-path").text == "$.items[2].name"
    assert [line.text for line in shown.all("p")] == [
        'at $.items[2].name still required $.total shortest end ","total":0}',
        "white space 73 %",
        'under /properties/items/items line 7 {"type": "string"}',
    ]
    assert shown.one(class_="white-space").attributes["title"].startswith("68 of 92 characters")


def test_at_a_complete_text_nothing_is_required() -> None:
    shown = place(cursor=Cursor("$", "", (), "", "{}", 1), white_space=WhiteSpace(0, 1))
    assert [line.text for line in shown.all("p")] == [
        "at $ still required no key may end here",
        "white space 0 %",
        "under the whole schema",
    ]


def test_an_end_that_is_far_and_a_place_that_is_not_known() -> None:
    assert "no short end" in place(cursor=Cursor("$", None, (), None)).text
    assert place(cursor=None, cursor_note="It is not known.").all("p")[0].text == "It is not known."


def test_other_texts_have_no_place() -> None:
    assert read(render_text(view())).all(id="json-cursor") == []


def test_a_key_is_text() -> None:
    hostile = Cursor(HOSTILE, HOSTILE, (HOSTILE,), HOSTILE, HOSTILE, 1)
    shown = place(cursor=hostile)
    assert shown.one(id="json-path").text_in_full == HOSTILE
    assert shown.all("script") == shown.all("img") == []


def test_the_view_has_the_place_at_the_position_shown() -> None:
    written = session('{"enum": ["red", "green"]}', white_space="none")
    visit = Visit(session=written)
    list(written.run(2))
    visit.looking_at = 0
    shown = view_of(visit, written)
    assert shown.cursor is not None
    assert (shown.cursor.path, shown.cursor.rest) == ("$", '"red"')
    assert shown.white_space == WhiteSpace(0, 0)
    visit.looking_at = None
    assert view_of(visit, written).cursor != shown.cursor
    lazy = Session(load_model("toy"), "", Constraint("json_object", ""), Trigger("word", "x"))
    waiting = view_of(Visit(session=lazy), lazy)
    assert (waiting.cursor, waiting.cursor_note) == (
        None,
        "The JSON has not begun: the trigger has not fired.",
    )
    other = Session(load_model("toy"), "", Constraint("gbnf", 'root ::= "a"'))
    assert view_of(Visit(session=other), other).white_space is None
