"""The charts show the numbers of the step that they say they show, also while a run goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from playground.constraints import Constraint
from playground.decoding import Session
from playground.decoding.position import Candidate
from playground.lessons.examples import examples_for
from playground.models import load_model
from playground.page.numerals import probability
from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser

RUN = 600
"""Tokens of a run that is drawn a few times on the way."""
LETTERS = f"root ::= [A-Z]{{{RUN + 1}}}\n"
PROMPT = examples_for("toy")[0].prompt
READ_BARS = (Path(__file__).parent / "read_bars.js").read_text(encoding="utf-8")
NEAR = 4.0
"""Pixels between the middles of a row and of its bars, at most."""


@pytest.fixture
def page(kept_page: PlaygroundPage) -> PlaygroundPage:
    return kept_page


def test_each_number_is_in_the_row_of_its_token_while_a_run_plays(page: PlaygroundPage) -> None:
    page.open_section("#sampling")
    page.fill("#budget", str(RUN))
    page.begin("GBNF", LETTERS)
    page.drawn_at_step(0)
    seen = page.page.evaluate(READ_BARS, True)
    steps = {chart["step"] for chart in seen}
    assert 0 in steps
    assert len(steps) > 3
    expected = _numbers(steps)
    for chart in seen:
        assert _rows(chart) == expected[chart["step"]], chart["step"]


def test_each_number_is_in_its_row_after_some_steps(page: PlaygroundPage) -> None:
    page.begin("GBNF", LETTERS)
    page.step(3)
    page.drawn_at_step(3)
    (chart,) = page.page.evaluate(READ_BARS, False)
    assert len(chart["rows"]) > 30
    assert _rows(chart) == _numbers({3})[3]


def test_the_label_of_a_bar_can_be_clicked(page: PlaygroundPage) -> None:
    page.begin("GBNF", LETTERS)
    page.drawn_at_step(0)
    page.candidates.filter(has_text="Q").click()
    page.at_step(1)
    assert page.written() == "Q"


def test_what_the_pointer_is_on_is_told_beside_the_figure_and_hides_nothing(page: PlaygroundPage) -> None:
    page.begin("GBNF", LETTERS)
    page.drawn_at_step(0)
    note = page.find("#bars .note")
    expect(note).to_have_text("Sorted by the larger number · click to force")
    page.candidates.first.hover()
    expect(note).to_contain_text("before 0.")
    page.candidates.nth(1).focus()
    expect(note).to_contain_text("before 0.")
    expect(page.find("#bars .hoverlayer .hovertext")).to_have_count(0)


def test_a_row_keeps_the_focus_while_its_words_change(page: PlaygroundPage) -> None:
    page.begin("GBNF", LETTERS)
    page.drawn_at_step(0)
    page.candidates.nth(2).focus()
    page.page.keyboard.press("Enter")
    page.drawn_at_step(1)
    expect(page.candidates.nth(2)).to_be_focused()


def test_the_bars_can_be_read_on_a_log_scale(page: PlaygroundPage) -> None:
    page.begin("GBNF", LETTERS)
    page.drawn_at_step(0)
    bar = page.find("#bars .barlayer .trace").first.locator("path").last
    linear = bar.bounding_box()
    page.find("#bars [data-scale=log]").click()
    expect(page.find("#bars .plot")).to_have_attribute("data-scale", "log")
    log = bar.bounding_box()
    assert linear is not None
    assert log is not None
    assert log["width"] > linear["width"]
    number = page.candidates.last.locator(".number").first.bounding_box()
    assert number is not None
    assert number["x"] >= log["x"]
    page.find("#bars [data-scale=linear]").click()


def test_the_kept_mass_can_be_read_on_another_scale(page: PlaygroundPage) -> None:
    page.begin("GBNF", LETTERS)
    timeline = page.find("#timeline .plot")
    ticks = page.find("#timeline .yaxislayer-above text")
    expect(timeline).to_have_attribute("data-step", "0")
    expect(ticks.first).to_contain_text("1e")
    page.find("#timeline [data-scale=linear]").click()
    expect(timeline).to_have_attribute("data-scale", "linear")
    expect(ticks.first).to_have_text("0")
    # It stays as it was chosen.
    page.step()
    expect(timeline).to_have_attribute("data-step", "1")
    expect(ticks.first).to_have_text("0")
    page.find("#timeline [data-scale=log]").click()


def _numbers(steps: set[int]) -> dict[int, list[tuple[str, str, str]]]:
    """What stands in each row at each of these steps: label, number before, number after."""
    session = Session(load_model("toy"), PROMPT, Constraint("gbnf", LETTERS), budget=RUN)
    expected = {}
    for step in range(max(steps) + 1):
        if step in steps:
            expected[step] = sorted(map(_numbers_of, session.position.candidates))
        if step < max(steps):
            session.step()
    return expected


def _numbers_of(candidate: Candidate) -> tuple[str, str, str]:
    after = probability(candidate.after) if candidate.allowed else "✕ masked"
    return candidate.text, probability(candidate.before), after


def _rows(chart: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Label and numbers of each row, whose two bars stand at its height."""
    for heights in chart["bars"]:
        pairs = zip(heights, chart["rows"], strict=True)
        drawn = [(height, row["height"]) for height, row in pairs if height is not None]
        assert drawn
        assert all(abs(height - words) < NEAR for height, words in drawn)
    return sorted(tuple(row["words"]) for row in chart["rows"])
