from dataclasses import replace

import pytest

from playground.page.text import render_notice, render_text, render_times
from tests.page.html import read
from tests.page.views import CHIPS, HOSTILE, position, view


def ended(reason: str, note: str) -> dict:
    """A finished session, as changes to the standard view."""
    return {"shown": position(finish_reason=reason, finish_note=note), "finish_reason": reason}


def test_each_token_is_a_chip_with_its_kept_mass_in_colour_and_in_words() -> None:
    chips = read(render_text(view())).all("button", class_="chip")
    assert [chip.text for chip in chips] == ["{", "88", ",⏎"]
    assert [chip.attributes["style"] for chip in chips] == ["--kept: 0.123", "--kept: 1.000", "--kept: 0.500"]
    assert chips[0].attributes["title"] == "step 0: kept mass 0.123, 2 allowed, depth 1"
    assert chips[1].attributes["title"] == "step 1: kept mass 1.000, 1 allowed, depth 2, forced by you"
    assert chips[2].attributes["title"] == "step 2: kept mass 0.500, 1,234 allowed, depth 2"


def test_a_chip_leads_to_its_step() -> None:
    chips = read(render_text(view())).all("button", data_action="look")
    assert [chip.attributes["data-id"] for chip in chips] == ["0", "1", "2"]


def test_the_step_shown_is_in_the_markup() -> None:
    section = read(render_text(view())).one("section")
    assert (section.attributes["data-step"], section.attributes["data-now"]) == ("3", "3")


@pytest.mark.parametrize(
    ("changes", "state", "status"),
    [
        ({}, "waiting", "step 3"),
        ({"chips": (), "shown": position(0)}, "waiting", "step 0 · ready"),
        ({"running": True}, "running", "step 3 · running"),
        (ended("stop", "The end token was chosen."), "stop", "step 3 · finished: The end token was chosen."),
        (ended("length", "The budget is spent."), "length", "step 3 · cut: The budget is spent."),
        (ended("dead_end", "No token fits."), "dead_end", "step 3 · dead end: No token fits."),
        (ended("misfit", "It cannot."), "misfit", "step 3 · does not fit: It cannot."),
    ],
)
def test_status(changes: dict, state: str, status: str) -> None:
    section = read(render_text(view(**changes))).one("section")
    assert section.attributes["data-state"] == state
    assert section.one("p", class_="status").text == status


def test_an_empty_text_says_what_to_do() -> None:
    empty = read(render_text(view(position(0), chips=()))).one("p", class_="empty")
    assert empty.text.startswith("Nothing is written yet. Step chooses the first token")


def test_looking_back_says_so_and_leads_back() -> None:
    section = read(render_text(view(position(1)))).one("section")
    assert (section.attributes["data-step"], section.attributes["data-now"]) == ("1", "3")
    assert "looking at step 1 of 3" in section.one("p", class_="looking").text
    assert section.one("button", data_action="now").text == "back to now"
    assert section.one("button", data_action="rewind").text == "go on from here"
    chips = section.all("button", class_="chip")
    assert ["shown" in chip.attributes["class"] for chip in chips] == [False, True, False]
    assert ["later" in chip.attributes["class"] for chip in chips] == [False, False, True]


def test_at_the_current_position_nothing_leads_back() -> None:
    assert read(render_text(view())).all("button", data_action="now") == []


@pytest.mark.parametrize(
    ("changes", "spoken"),
    [
        ({}, ",⏎ was chosen. Step 3: kept mass 0.333, 11 allowed tokens, depth 2."),
        (
            {"chips": (), "shown": position(0, stack=None)},
            "Step 0: kept mass 0.333, 11 allowed tokens.",
        ),
        (ended("stop", "The end token was chosen."), ",⏎ was chosen. The end token was chosen."),
        (
            ended("length", "The budget is spent."),
            ",⏎ was chosen. Step 3: kept mass 0.333, 11 allowed tokens, depth 2. The budget is spent.",
        ),
        ({"shown": position(1)}, "Looking at step 1 of 3: kept mass 0.333, 11 allowed tokens, depth 2."),
    ],
)
def test_what_a_screen_reader_hears_is_of_the_position_shown(changes: dict, spoken: str) -> None:
    assert read(render_text(view(**changes))).one(aria_live="polite").text == spoken


def test_a_token_is_shown_as_it_is_whatever_it_contains() -> None:
    page = read(render_text(view(chips=(replace(CHIPS[0], text=HOSTILE), *CHIPS[1:]))))
    assert page.all("button", class_="chip")[0].text_in_full == HOSTILE
    assert page.all("script") == page.all("img") == []


def test_times() -> None:
    times = read(render_times(view()))
    assert [each.text for each in times.all("dt")] == ["forward pass", "mask", "everything else", "compile"]
    assert [each.text for each in times.all("dd")] == ["41 ms", "<0.1 ms", "9.3 ms", "12 ms"]
    over = read(render_times(view(position(finish_reason="stop"), finish_reason="stop")))
    assert [each.text for each in over.all("dd")] == ["–", "–", "–", "12 ms"]


def test_a_notice_is_an_alert_and_no_notice_is_nothing() -> None:
    assert read(render_notice(HOSTILE)).one("p", role="alert").text_in_full == HOSTILE
    assert read(render_notice("")).text == ""
