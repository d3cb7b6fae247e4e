"""What the mask did: bars, stack, agreement, vocabulary, times."""

import re

import pytest
from playwright.sync_api import expect

from playground.models import load_model
from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser

PAIR = 'root ::= "[" num "," num "]"\nnum ::= [0-9]+\n'


@pytest.fixture
def page(kept_page: PlaygroundPage) -> PlaygroundPage:
    return kept_page


def test_bars_before_and_after_with_numbers_and_masked_ones_struck(page: PlaygroundPage) -> None:
    page.begin("GBNF", "root ::= [0-9]+\n")
    page.drawn_at_step(0)
    assert page.candidates.count() >= 20
    struck = page.find("#bars .rows [data-state=masked] .label").first
    expect(struck).to_have_css("text-decoration-line", "line-through")
    after = page.candidates.locator(".number:last-child").all_text_contents()
    assert len(after) == page.candidates.count()
    assert "✕ masked" in after
    assert any(re.fullmatch(r"0\.\d{3}", number) for number in after)
    expect(page.find("#kept-mass")).to_have_text(re.compile(r"^(0\.\d{3}|1\.000|\d\.\de−\d+)$"))


def test_the_figure_stays_in_place_while_it_changes(page: PlaygroundPage) -> None:
    page.page.evaluate("document.querySelector('#bars .plot').dataset.same = 'yes'")
    before = page.find("#bars-panel").bounding_box()
    page.step(2)
    expect(page.find("#bars .plot[data-same=yes] .main-svg").first).to_be_visible()
    after = page.find("#bars-panel").bounding_box()
    assert before is not None
    assert after is not None
    assert (before["x"], before["y"], before["width"]) == (after["x"], after["y"], after["width"])


def test_the_stack_shows_the_open_rules_innermost_last(page: PlaygroundPage) -> None:
    page.begin("GBNF", PAIR)
    expect(page.find("#stack-depth")).to_have_text("0")
    page.force_and_wait("[")
    # The list waits for the number inside it.
    expect(page.find("#stack-depth")).to_have_text("1")
    expect(page.find("#stack .rules .rule")).to_have_text(["root", "num"])
    expect(page.find("#stack .rules .place").first).to_contain_text("•")
    expect(page.find("#stack .expected")).to_have_text(re.compile("a digit"))


def test_automaton_and_engine_agree(page: PlaygroundPage) -> None:
    page.step(2)
    expect(page.find("#agreement")).to_contain_text("✓ A second reading of the grammar agrees.")


def test_the_vocabulary_is_counted_searched_filtered_and_paged(page: PlaygroundPage) -> None:
    size = len(load_model("toy").vocabulary)
    page.begin("GBNF", "root ::= [0-9]\n")
    # Ten digits; no other token of the toy is one digit.
    expect(page.find("#allowed-count")).to_have_text("10")
    expect(page.find("#masked-count")).to_have_text(f"{size - 10}")
    page.search("", "Allowed")
    assert sorted(page.rows.locator("button.token").all_text_contents()) == list("0123456789")
    page.search("yell")
    expect(page.rows).to_have_count(1)
    expect(page.rows.locator(".why")).to_contain_text("at its first character the grammar wanted")
    page.search("", "Masked")
    expect(page.find("#vocabulary .pager")).to_contain_text(f"1–25 of {size - 10}")
    page.find("#vocabulary .pager button").last.click()
    expect(page.find("#vocabulary .pager")).to_contain_text(f"26–50 of {size - 10}")
    page.search("no such token")
    expect(page.find("#vocabulary .empty")).to_contain_text("No token matches “no such token”")


def test_times_of_the_position_and_of_compiling(page: PlaygroundPage) -> None:
    expect(page.find("#times dt")).to_have_text(["forward pass", "mask", "everything else", "compile"])
    for time in page.find("#times dd").all_text_contents():
        assert re.fullmatch(r"<?\d+(\.\d)? m?s", time)
