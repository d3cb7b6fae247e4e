"""The timeline as a slider over the steps, which asks the model for nothing, and the lines over it."""

import pytest
from playwright.sync_api import expect

from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser

PAIRS = 'root ::= "a" "b" pair pair\npair ::= "<" [0-9] ">"\n'
WRITTEN = 8
"""Tokens of a text, the end token aside."""


def test_dragging_and_keys_lead_through_the_steps(kept_page: PlaygroundPage) -> None:
    page, keys, mouse = kept_page, kept_page.page.keyboard, kept_page.page.mouse
    page.begin("GBNF", PAIRS)
    page.press("run")
    page.finished("stop")
    slider = page.find("#timeline [role=slider]")
    now = WRITTEN + 1
    expect(slider).to_have_attribute("aria-valuemax", str(now))
    expect(slider).to_have_attribute("aria-valuetext", f"step {now}: now")
    passes = page.find("#times dd").first
    slider.focus()
    for key, step in [
        ("Home", 0),
        ("ArrowRight", 1),
        ("ArrowUp", 2),
        ("PageUp", now),
        ("ArrowLeft", WRITTEN),
    ]:
        keys.press(key)
        page.at_step(step)
        expect(slider).to_have_attribute("aria-valuenow", str(step))
    # Faster than steps can be drawn: none is lost.
    for _ in range(4):
        keys.press("ArrowLeft")
    page.at_step(4)
    expect(slider).to_be_focused()
    page.click_timeline(1)
    page.at_step(1)
    mouse.down()
    mouse.move(*page.place_on_timeline(4))
    mouse.move(*page.place_on_timeline(3), steps=3)
    page.at_step(3)
    expect(page.find("#timeline .note")).to_contain_text("10 allowed, depth 1, entropy")
    mouse.up()
    mouse.move(*page.place_on_timeline(6))
    page.at_step(3)
    assert page.now() == now
    # What was measured when the step was taken.
    taken = passes.text_content()
    keys.press("End")
    page.at_step(now)
    keys.press("ArrowLeft")
    page.at_step(WRITTEN)
    page.chips.nth(3).click()
    page.at_step(3)
    assert passes.text_content() == taken


def test_the_line_is_chosen_and_single_steps_are_marked(kept_page: PlaygroundPage) -> None:
    page = kept_page
    page.open_section("#trigger")
    page.pick("#trigger-kind", "Word")
    page.fill("#trigger-value", "ab")
    page.begin("GBNF", 'root ::= "ab" [0-9] "x"\n')
    page.force_and_wait("a")
    page.force_and_wait("b")
    page.step(2)
    plot = page.find("#timeline .plot")
    expect(plot).to_have_attribute("data-step", "4")
    lines = page.find("#timeline .scatterlayer .js-line")
    marks = page.find("#timeline .scatterlayer .point")
    assert [len(lines.all()), len(marks.all())] == [1, 2]
    for line, count, key in [("entropy", 2, "before"), ("allowed", 1, "log"), ("depth", 1, "depth")]:
        page.find(f"#timeline [data-line={line}]").click()
        expect(plot).to_have_attribute("data-line", line)
        expect(lines).to_have_count(count)
        expect(page.find("#timeline [data-choice=line] .key")).to_contain_text(key)
    page.page.mouse.move(*page.place_on_timeline(1))
    expect(page.find("#timeline .note")).to_contain_text("step 1: b, forced by you, the trigger fired")
