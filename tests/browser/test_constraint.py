"""Paste a constraint of each kind; errors show where they are and lose nothing."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser

GREETING = 'root ::= "{" word "}"\nword ::= "a" | "b"\n'
SCHEMA = '{"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}'


@pytest.fixture
def page(kept_page: PlaygroundPage) -> PlaygroundPage:
    return kept_page


@pytest.mark.parametrize(
    ("kind", "text", "record", "value"),
    [
        ("GBNF", GREETING, "gbnf", re.compile(r'"word": "[ab]"')),
        (
            "Regex",
            "(?P<digit>[0-9])-(?P<letter>[xy])",
            "regex",
            re.compile(r'"digit": "\d",\s+"letter": "[xy]"'),
        ),
        ("JSON Schema", SCHEMA, "json_schema", re.compile(r'"ok": (true|false)')),
    ],
)
def test_paste_step_and_read_the_record(
    page: PlaygroundPage, kind: str, text: str, record: str, value: re.Pattern[str]
) -> None:
    page.begin(kind, text)
    expect(page.find("#compile-status")).to_contain_text("✓ compiled in")
    page.step()
    page.press("run")
    page.finished("stop")
    expect(page.find("#record-panel")).to_have_attribute("data-kind", record)
    expect(page.find("#record-value")).to_contain_text(value)


def test_choices_one_a_line(page: PlaygroundPage) -> None:
    page.begin("Choice", "red\ngreen")
    expect(page.find("#kind-hint")).to_contain_text("One choice a line")
    page.press("run")
    page.finished("stop")
    assert page.written().replace("<eos>", "") in ("red", "green")


def test_kinds_without_a_text_hide_the_editor_and_lose_nothing(page: PlaygroundPage) -> None:
    editor = page.find("#constraint .cm-content")
    written = editor.text_content() or ""
    page.pick("#kind", "None")
    expect(editor).to_be_hidden()
    page.press("start")
    expect(page.find("#compile-status")).to_contain_text("without a constraint")
    expect(page.find("#masked-count")).to_have_text("0")
    page.step()
    page.pick("#kind", "JSON object")
    page.press("start")
    expect(page.find("#compile-status")).to_contain_text("✓ compiled in")
    page.step()
    expect(page.chips).to_have_count(1)
    assert page.written().startswith("{")
    page.pick("#kind", "GBNF")
    expect(editor).to_be_visible()
    expect(editor).to_have_text(written)


def test_a_bad_grammar_shows_where_and_what_to_do_and_the_session_stays(page: PlaygroundPage) -> None:
    page.step(2)
    written = page.written()
    page.paste_constraint("GBNF", 'root ::= "a" wrod\nword ::= "b"\n')
    page.press("start")
    alert = page.alert("#compile-status", "wrod", "line 1, column 14", "still the one from before")
    # The caret stands under the first letter of the unknown name.
    excerpt = (alert.locator("pre.excerpt").text_content() or "").split("\n")
    assert excerpt[0] == 'root ::= "a" wrod'
    assert excerpt[1].rstrip("^") == " " * 13
    assert alert.locator(".hint").count() == 1
    assert page.written() == written
    expect(page.find("#constraint .cm-content")).to_contain_text("wrod")
    page.step()
    expect(page.chips).to_have_count(3)


def test_input_of_every_kind_that_cannot_be_used_gets_a_message(page: PlaygroundPage) -> None:
    for kind, text, words in [
        ("GBNF", "", ("grammar is empty",)),
        ("Regex", "x(", ("line 1", "x(")),
        ("JSON Schema", "not json", ("line 1", "not json")),
        ("JSON Schema", "", ("schema is empty",)),
        ("GBNF", "\x00\x01\ufffd", ("line 1",)),
    ]:
        page.paste_constraint(kind, text)
        page.press("start")
        page.alert("#compile-status", *words)
        page.step()


def test_a_change_that_is_not_applied_yet_is_named(page: PlaygroundPage) -> None:
    stale = page.find("#compile-status .stale")
    expect(stale).to_be_hidden()
    page.paste_constraint("GBNF", GREETING)
    expect(stale).to_be_visible()
    page.step()
    expect(stale).to_be_visible()
    page.press("start")
    page.at_step(0)
    expect(stale).to_be_hidden()


def test_warnings_are_listed(page: PlaygroundPage) -> None:
    page.begin("GBNF", 'root ::= "a"\nunused ::= "b"\n')
    expect(page.find("#compile-status summary")).to_have_text("⚠ 1 warning")
    page.find("#compile-status summary").click()
    expect(page.find("#compile-status li")).to_contain_text("unused")


def test_markup_in_a_constraint_is_text(page: PlaygroundPage) -> None:
    page.begin("GBNF", 'root ::= "<img src=x onerror=alert(1)>"\n')
    page.press("run")
    page.finished("stop")
    assert page.written().startswith("<img␣src=x␣onerror=alert(1)>")
    assert page.find("#text img, #record img, #stack img").count() == 0
