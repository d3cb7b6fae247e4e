"""The windows over the page: lessons, and the examples as cards."""

import pytest
from playwright.sync_api import expect

from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser


@pytest.fixture
def page(kept_page: PlaygroundPage) -> PlaygroundPage:
    return kept_page


def test_a_lesson_is_read_its_answer_unfolded_its_calculator_used_and_its_example_opened(
    page: PlaygroundPage,
) -> None:
    lesson, window = page.find("#lessons article"), page.find("dialog.library[open]")
    page.step()
    page.find("#header [data-library=lessons]").click()
    expect(lesson).to_have_attribute("data-lesson", "1")
    window.locator("nav [data-open='2']").click()
    expect(lesson).to_have_attribute("data-lesson", "2")
    expect(page.find("#lesson-title")).to_be_focused()
    expect(lesson).to_contain_text("Sure")
    answer = lesson.locator("details.answer > p").first
    expect(answer).to_be_hidden()
    lesson.locator("details.answer > summary").click()
    expect(answer).to_contain_text("0.1229")
    window.locator("nav [data-open='10']").click()
    expect(lesson).to_have_attribute("data-lesson", "10")
    expect(lesson.locator("details.answer > p").first).to_be_hidden()
    lesson.get_by_label("Sequences at once").fill("512")
    page.page.keyboard.press("Tab")
    expect(lesson.locator("output")).to_have_text("37.09 MiB")
    expect(lesson.get_by_label("Sequences at once")).to_have_value("512")
    page.page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    assert page.now() == 1
    # The lesson is where it was left.
    page.find("#header [data-library=lessons]").click()
    window.locator("nav [data-open='3']").click()
    expect(lesson).to_have_attribute("data-lesson", "3")
    lesson.get_by_role("button", name="Open in the playground").click()
    expect(window).to_have_count(0)
    page.at_step(0)
    expect(page.find("#constraint .cm-content")).to_contain_text('"grey"')
    expect(page.find("#example select")).to_have_value("lesson_3")


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_a_lesson_fits_its_window(visitors, toy_url: str, width: int, height: int) -> None:
    page = visitors.open(toy_url, width, height)
    page.find("#header [data-library=lessons]").click()
    window = page.find("dialog.library[open]")
    expect(window.locator("article")).to_be_visible()
    for number in (9, 12, 14):
        window.locator(f"nav [data-open='{number}']").click()
        expect(window.locator("article")).to_have_attribute("data-lesson", str(number))
        assert window.evaluate("window => window.scrollWidth <= window.clientWidth")


def test_a_card_opens_its_example_and_no_key_reaches_the_page_below(page: PlaygroundPage) -> None:
    page.step()
    page.find("#header [data-library=gallery]").click()
    window = page.find("dialog.library[open]")
    card = window.locator("[data-choose=sentiment]")
    expect(card.locator("svg")).to_be_visible()
    page.page.keyboard.press("r")
    page.page.keyboard.press("s")
    assert page.now() == 1
    card.click()
    expect(window).to_have_count(0)
    page.at_step(0)
    expect(page.find("#example select")).to_have_value("sentiment")
