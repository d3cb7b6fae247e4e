"""Runs that stop on the way, and breakpoints that need no new start."""

import pytest
from playwright.sync_api import expect

from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser

PAIRS = 'root ::= "a" "b" pair pair\npair ::= "<" [0-9] ">"\n'


def test_runs_stop_at_a_choice_at_the_end_of_a_rule_and_at_a_breakpoint(kept_page: PlaygroundPage) -> None:
    page = kept_page
    status = page.find("#text .status")
    page.begin("GBNF", PAIRS)
    page.press("choice")
    expect(status).to_have_text("step 3 · stopped: 10 tokens are allowed here")
    page.press("rule-end")
    expect(status).to_have_text("step 5 · stopped: rule pair has ended")
    started = page.find("#compile-status .compile").get_attribute("data-start")
    page.open_section("#breakpoints")
    page.fill("#break-rule", "pairs")
    page.press("run")
    page.alert("#notice", "has no rule “pairs”. Its rules are root, pair.")
    page.fill("#break-rule", "")
    page.fill("#break-token", ">")
    page.press("run")
    expect(status).to_have_text("step 8 · stopped: token > was chosen")
    expect(page.find("#notice [role=alert]")).to_have_count(0)
    page.fill("#break-token", "")
    page.press("run")
    page.finished("stop")
    # All of it on one compiled constraint.
    expect(page.find("#compile-status .stale")).to_be_hidden()
    assert page.find("#compile-status .compile").get_attribute("data-start") == started
