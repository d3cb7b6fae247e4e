"""The page by its keys, and the list of them."""

import pytest
from playwright.sync_api import expect

from playground.page.keys import KEYS
from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser

PAIRS = 'root ::= "a" "b" pair pair\npair ::= "<" [0-9] ">"\n'


def test_each_key_does_what_the_list_says(kept_page: PlaygroundPage) -> None:
    page, keys = kept_page, kept_page.page.keyboard
    page.begin("GBNF", PAIRS)
    page.find("#text-title").click()
    status = page.find("#text .status")
    keys.press("Space")
    page.at_step(1)
    # A control that was clicked does not take Space for itself.
    page.press("reset")
    page.at_step(0)
    keys.press("Space")
    page.at_step(1)
    keys.press("n")
    expect(status).to_have_text("step 3 · stopped: 10 tokens are allowed here")
    keys.press("e")
    expect(status).to_have_text("step 5 · stopped: rule pair has ended")
    keys.press("b")
    page.at_step(4)
    keys.press("ArrowLeft")
    page.at_step(3)
    keys.press("ArrowLeft")
    page.at_step(2)
    assert page.now() == 4
    keys.press("ArrowRight")
    page.at_step(3)
    keys.press("ArrowRight")
    page.at_step(4)
    keys.press("ArrowLeft")
    page.at_step(3)
    keys.press("Escape")
    page.at_step(4)
    keys.press("r")
    page.finished("stop")
    keys.press("p")
    keys.press("0")
    page.at_step(0)


def test_a_control_that_was_reached_by_keys_keeps_space(kept_page: PlaygroundPage) -> None:
    page, keys = kept_page, kept_page.page.keyboard
    page.step(2)
    page.find("#help").focus()
    keys.press("Shift+Tab")
    page.find("#back").focus()
    keys.press("Space")
    page.at_step(1)


def test_keys_do_nothing_in_a_field_and_slash_leads_to_one(kept_page: PlaygroundPage) -> None:
    page, keys = kept_page, kept_page.page.keyboard
    page.step()
    keys.press("/")
    search = page.find("#search :is(input, textarea)")
    expect(search).to_be_focused()
    keys.type("br 0?")
    expect(search).to_have_value("br 0?")
    expect(page.find("#vocabulary .scroll")).to_have_attribute("data-query", "br 0?")
    keys.press("Escape")
    expect(search).not_to_be_focused()
    assert page.now() == 1
    page.find("#constraint .cm-content").click()
    keys.type("b0")
    expect(page.find("#compile-status .stale")).to_be_visible()
    assert page.now() == 1


def test_the_list_of_keys_is_opened_and_closed(kept_page: PlaygroundPage) -> None:
    page, keys = kept_page, kept_page.page.keyboard
    listed = page.find("#keys")
    page.find("#text-title").click()
    keys.press("?")
    expect(listed).to_be_visible()
    assert listed.locator("dt").all_text_contents() == [key.shown for key in KEYS]
    # Behind the list nothing happens.
    keys.press("b")
    expect(page.find("#notice [role=alert]")).to_have_count(0)
    keys.press("?")
    expect(listed).to_be_hidden()
    for close in (lambda: keys.press("Escape"), listed.get_by_role("button").click):
        page.press("help")
        expect(listed).to_be_visible()
        close()
        expect(listed).to_be_hidden()
