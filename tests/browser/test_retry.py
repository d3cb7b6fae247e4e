"""After the budget has cut a text: what is missing, another attempt; and the verdict on the run."""

import pytest
from playwright.sync_api import expect

from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser


@pytest.fixture
def page(kept_page: PlaygroundPage) -> PlaygroundPage:
    return kept_page


def test_a_cut_text_says_what_is_missing_and_goes_on_with_a_larger_budget(page: PlaygroundPage) -> None:
    page.open_section("#sampling")
    page.fill("#budget", "2")
    page.begin("GBNF", "root ::= [A-C]{5}\n")
    page.press("run")
    page.finished("length")
    written = page.written()
    expect(page.find("#completion")).to_contain_text("(3 characters)")
    page.find("#record").get_by_role("button", name="Try again with 8 tokens").click()
    page.finished("stop")
    assert page.written().startswith(written)
    expect(page.find("#record .attempts li")).to_have_text(
        [
            "attempt 1: budget 2, finish reason length, 2 tokens",
            "attempt 2: budget 8, finish reason stop, 6 tokens",
        ]
    )
    expect(page.find("#overruled")).to_contain_text("of 6 steps")
    lowest = page.find("#verdict button").first
    step = int(lowest.get_attribute("data-id") or "")
    lowest.click()
    page.at_step(step)
