"""Step, step back, run, pause, reset, force; and look at an earlier step."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitors
from tests.browser.playground_page import LONG, PlaygroundPage

pytestmark = pytest.mark.browser

DIGITS = 'root ::= "4" [0-9] [0-9] [0-9] [0-9]\n'


@pytest.fixture
def page(kept_page: PlaygroundPage) -> PlaygroundPage:
    return kept_page


def test_step_back_and_step_again_gives_the_same_text(page: PlaygroundPage) -> None:
    page.step(3)
    written = page.written()
    page.press("back")
    page.at_step(2)
    expect(page.chips).to_have_count(2)
    page.step()
    assert page.written() == written


def test_reset_returns_to_step_0(page: PlaygroundPage) -> None:
    page.step(3)
    page.press("reset")
    page.at_step(0)
    expect(page.chips).to_have_count(0)


def test_back_at_step_0_says_why_nothing_happens(page: PlaygroundPage) -> None:
    page.press("back")
    expect(page.find("#notice [role=alert]")).to_be_visible()
    page.step()
    expect(page.find("#notice [role=alert]")).to_have_count(0)


def test_run_streams_and_can_be_paused(visitors: Visitors, toy_url: str) -> None:
    page = visitors.open(toy_url)
    page.run_for_long()
    page.press("pause")
    expect(page.text).to_have_attribute("data-state", "waiting")
    paused = page.now()
    assert 0 < paused < LONG
    page.step()
    assert page.now() == paused + 1


def test_run_goes_on_to_the_end(page: PlaygroundPage) -> None:
    page.begin("GBNF", DIGITS)
    page.press("run")
    page.finished("stop")
    assert re.match(r"4\d{4}", page.written().replace("<eos>", ""))
    page.press("step")
    expect(page.find("#notice [role=alert]")).to_be_visible()


def test_a_click_on_an_allowed_bar_forces_its_token(page: PlaygroundPage) -> None:
    page.begin("GBNF", "root ::= [0-9]+\n")
    row, text = _first_row(page, allowed=True, skip=1)
    page.click_candidate(row)
    page.at_step(1)
    assert page.written() == text
    expect(page.chips.first).to_have_class(re.compile("forced"))


def test_a_click_on_a_masked_bar_says_why(page: PlaygroundPage) -> None:
    page.begin("GBNF", "root ::= [0-9]+\n")
    row, _ = _first_row(page, allowed=False)
    page.click_candidate(row)
    alert = page.find("#notice [role=alert]")
    expect(alert).to_contain_text("the grammar wanted")
    page.at_step(0)


def test_a_click_in_the_vocabulary_forces_an_allowed_token_and_explains_a_masked_one(
    page: PlaygroundPage,
) -> None:
    page.begin("GBNF", "root ::= [0-9]+\n")
    page.force("yellow")
    expect(page.find("#notice [role=alert]")).to_contain_text("the grammar wanted")
    page.force_and_wait("7")
    assert page.written() == "7"


def test_a_chip_shows_its_step_again_and_leads_back(page: PlaygroundPage) -> None:
    page.step(3)
    kept = page.find("#kept-mass").text_content()
    page.chips.nth(1).click()
    page.at_step(1)
    assert page.now() == 3
    expect(page.find("#text .status")).to_contain_text("looking at step 1 of 3")
    # What was chosen there is marked among the candidates.
    chosen = page.chips.nth(1).text_content() or ""
    expect(page.find("#bars .rows [data-state=chosen] .label").get_by_text(chosen, exact=True)).to_have_count(
        1
    )
    page.find("#text [data-action=now]").click()
    page.at_step(3)
    expect(page.find("#kept-mass")).to_have_text(kept or "")


def test_a_click_on_the_timeline_shows_that_step(page: PlaygroundPage) -> None:
    page.step(3)
    page.click_timeline(2)
    page.at_step(2)
    assert page.now() == 3


def test_an_earlier_step_is_read_only_until_one_goes_on_from_there(page: PlaygroundPage) -> None:
    page.step(3)
    page.chips.nth(1).click()
    page.at_step(1)
    page.rows.locator("button.token").first.click()
    expect(page.find("#notice [role=alert]")).to_contain_text("Step 1 is an earlier one")
    assert page.now() == 3
    page.find("#text [data-action=rewind]").click()
    expect(page.text).to_have_attribute("data-now", "1")
    page.at_step(1)


def _first_row(page: PlaygroundPage, allowed: bool, skip: int = 0) -> tuple[int, str]:
    """The row and the text of a candidate in the bars."""
    expect(page.candidates.first).to_be_visible()
    found = []
    for number, row in enumerate(page.candidates.all()):
        if (row.get_attribute("data-state") != "masked") == allowed:
            found.append((number, row.locator(".label").text_content() or ""))
    return found[skip]
