"""What a visitor finds: a worked example at step 0, and everything one needs to know about the model."""

import pytest
from playwright.sync_api import expect

from playground.lessons.examples import load_examples
from playground.models import load_model
from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser


def test_a_worked_example_is_compiled_and_ready_to_step(page: PlaygroundPage) -> None:
    expect(page.find("#compile-status")).to_contain_text("✓ compiled in")
    expect(page.find("#text .status")).to_have_text("step 0 · ready")
    expect(page.find("#bars .main-svg").first).to_be_visible()
    page.step()
    expect(page.chips).to_have_count(1)


def test_the_page_names_model_device_dtype_and_vocabulary_size(page: PlaygroundPage) -> None:
    size = len(load_model("toy").vocabulary)
    expect(page.find("#header .model")).to_have_text(f"toy · cpu · float32 · {size} tokens")


def test_an_example_of_the_menu_brings_its_own_prompt_and_starts(page: PlaygroundPage) -> None:
    page.step()
    page.choose("arithmetic")
    page.at_step(0)
    arithmetic = next(example for example in load_examples() if example.name == "arithmetic")
    expect(page.find("#prompt textarea")).to_have_value(arithmetic.prompt)
    first_line = arithmetic.text.splitlines()[0]
    expect(page.find("#constraint .cm-line").first).to_have_text(first_line)
    page.step()


def test_looking_at_the_list_of_examples_changes_nothing_and_an_own_text_comes_back(
    page: PlaygroundPage,
) -> None:
    mine = 'root ::= "mine"'
    stale, shown = page.find("#compile-status .stale"), page.find("#example select")
    page.step()
    shown.focus()
    page.find("#prompt textarea").click()
    assert (shown.input_value(), page.now()) == ("finding", 1)
    page.paste_constraint("GBNF", mine)
    shown.focus()
    page.find("#prompt textarea").click()
    assert shown.input_value() == ""  # it says “Your own”
    expect(stale).to_be_visible()
    for example, word in (("json", "member"), ("finding", "severity"), ("json", "member")):
        page.choose(example)
        expect(page.find("#constraint .cm-content")).to_contain_text(word)
        page.at_step(0)
        expect(stale).to_be_hidden()
    page.step()
    expect(page.find("#example optgroup").first.locator("option")).to_have_text(["Your own 1"])
    page.choose("your_own_1")
    expect(page.find("#constraint .cm-content")).to_have_text(mine)
    page.at_step(0)
    # The same once more is the same session anew, and no change.
    page.paste(mine)
    expect(stale).to_be_visible()
    page.press("start")
    expect(stale).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (390, 844)])
def test_the_page_fits_its_window(visitors, toy_url: str, width: int, height: int) -> None:
    page = visitors.open(toy_url, width, height)
    assert page.page.evaluate("document.documentElement.scrollWidth") == width
    # The controls are in reach without scrolling.
    box = page.find("#step").bounding_box()
    assert box is not None
    assert 0 <= box["y"] <= height - box["height"]


def test_nothing_essential_is_below_the_fold_of_a_common_screen(page: PlaygroundPage) -> None:
    for panel in (
        "#constraint-panel",
        "#prompt-panel",
        "#text",
        "#bars-panel",
        "#stack",
        "#vocabulary-panel",
    ):
        box = page.find(panel).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 900, panel


def test_light_and_dark_follow_the_visitor(visitors, toy_url: str) -> None:
    page = visitors.open(toy_url)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.page.evaluate(ground)
    page.page.emulate_media(color_scheme="dark")
    page.page.reload()
    page.at_step(0)
    assert page.page.evaluate(ground) != light
