from dataclasses import replace

from playground.decoding.run_verdict import ConstrainedStep
from playground.page.verdict import render_verdict
from tests.page.html import read
from tests.page.views import HOSTILE, VERDICT, view


def test_how_often_the_model_was_overruled_and_the_lowest_steps_to_click() -> None:
    head = read(render_verdict(view()))
    assert head.one("p", id="overruled").text == VERDICT.summary
    buttons = head.all("button", data_action="look")
    assert [button.attributes["data-id"] for button in buttons] == ["0", "2"]
    assert [button.text for button in buttons] == ["step 0 0.123", "step 2 0.500"]
    assert "␣the" in buttons[0].attributes["title"]
    assert head.all("details") == []


def test_before_the_first_step_there_is_no_verdict() -> None:
    nothing = replace(VERDICT, steps=0, overruled=0, lowest=())
    head = read(render_verdict(view(chips=(), verdict=nothing)))
    assert head.all("p", id="overruled") == head.all("button") == []
    assert head.one("h2").text == "Timeline"


def test_low_kept_mass_for_long_is_a_warning() -> None:
    low = replace(VERDICT, low=7, warning="The constraint is fighting the model.")
    warning = read(render_verdict(view(verdict=low))).one("details", id="low-for-long")
    assert warning.one("summary").text == "⚠ kept mass is low for long, at 7 steps"
    assert warning.one("p").text == "The constraint is fighting the model."


def test_tokens_are_text() -> None:
    step = ConstrainedStep(0, HOSTILE, HOSTILE, 0.1, overruled=True)
    head = read(render_verdict(view(verdict=replace(VERDICT, lowest=(step,)))))
    assert HOSTILE in head.one("button").attributes["title"]
    assert head.all("script") == head.all("img") == []
