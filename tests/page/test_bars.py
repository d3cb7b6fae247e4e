from dataclasses import replace

import plotly.graph_objects
import pytest

from playground.decoding.position import Candidate
from playground.page.bars import figure, render_head
from tests.page.html import read
from tests.page.views import CANDIDATES, HOSTILE, position, view


def trace(drawn: dict, name: str) -> dict:
    return next(each for each in drawn["data"] if each["name"] == name)


def rows(drawn: dict) -> list[dict]:
    return drawn["layout"]["meta"]["rows"]


def test_one_bar_before_and_one_after_for_each_candidate() -> None:
    drawn = figure(view())
    assert trace(drawn, "before")["x"] == [0.25, 0.6, 0.00012]
    assert trace(drawn, "after")["x"] == [0.75, 0.0, 0.25]


def test_what_is_left_is_in_sight_however_little_it_is() -> None:
    left = Candidate(99, "}", 0.00001, 1.0, allowed=True)
    drawn = figure(view(position(candidates=(CANDIDATES[0], replace(CANDIDATES[1], after=0.0), left))))
    assert [row["id"] for row in rows(drawn)] == [99, 11, 12]


def test_numbers_are_readable_without_hovering() -> None:
    assert [row["numbers"] for row in rows(figure(view()))] == [
        ["0.250", "0.750"],
        ["0.600", "✕ masked"],
        ["1.2e−4", "0.250"],
    ]


def test_a_number_stands_at_the_end_of_its_bar_on_either_scale() -> None:
    assert [row["ends"]["linear"] for row in rows(figure(view()))] == [
        [0.25, 0.75],
        [0.6, 0],
        [0.00012, 0.25],
    ]
    # The log scale goes from 1e-6 to 1: log10(0.25) = -0.60206, log10(0.75) = -0.12494,
    # log10(0.6) = -0.22185, log10(0.00012) = -3.92082.
    ends = [end for row in rows(figure(view())) for end in row["ends"]["log"]]
    assert ends == pytest.approx([0.89966, 0.97918, 0.96303, 0, 0.34653, 0.89966], abs=1e-5)
    scales = figure(view())["layout"]["meta"]["scale"]
    assert [scales[name]["xaxis2"]["range"] for name in ("linear", "log")] == [[0, 1], [-6, 0]]


def test_a_number_below_the_log_scale_stands_at_its_begin() -> None:
    tiny = replace(CANDIDATES[1], before=1e-9, after=0.0)
    assert rows(figure(view(position(candidates=(tiny,)))))[0]["ends"]["log"] == [0, 0]


def test_removed_tokens_are_struck_and_grey() -> None:
    drawn = figure(view())
    assert [(row["label"], row["state"]) for row in rows(drawn)] == [
        ("88", "allowed"),
        ("␣the", "masked"),
        ("9", "allowed"),
    ]
    assert trace(drawn, "before")["marker"]["color"] == ["var(--accent)", "var(--masked)", "var(--accent)"]


def test_the_chosen_token_is_marked_at_an_earlier_position() -> None:
    # Token 12 was chosen at position 1.
    drawn = figure(view(position(1)))
    assert [row["state"] for row in rows(drawn)] == ["chosen", "masked", "allowed"]
    assert trace(drawn, "after")["marker"]["color"] == [
        "var(--accent-strong)",
        "var(--masked)",
        "var(--accent)",
    ]


def test_every_row_carries_its_token_id() -> None:
    assert [row["id"] for row in rows(figure(view()))] == [12, 11, 13]


def test_the_figure_says_of_which_step_it_is() -> None:
    assert figure(view(position(1)))["layout"]["meta"]["step"] == 1


def test_a_row_names_the_whole_token_on_hover() -> None:
    long = replace(CANDIDATES[1], text="abcdefghijklmnopqrstuvwxyz")
    drawn = figure(view(position(candidates=(CANDIDATES[0], long))))
    assert rows(drawn)[0]["label"] == "abcdefghijklm…"
    assert [row["words"] for row in rows(drawn)] == [
        "abcdefghijklmnopqrstuvwxyz   id 12, before 0.250, after 0.750, click to force it",
        "␣the   id 11, before 0.600, masked",
    ]


@pytest.mark.parametrize("candidates", [CANDIDATES, (), (replace(CANDIDATES[0], text=HOSTILE),)])
def test_it_is_a_figure_that_plotly_accepts(candidates: tuple) -> None:
    drawn = figure(view(position(candidates=candidates)))
    for each in drawn["data"]:
        del each["marker"]  # colours are CSS variables, which only the page looks up
    assert len(plotly.graph_objects.Figure(drawn["data"]).data) == 2


def test_the_kept_mass_is_a_number() -> None:
    assert read(render_head(view())).one("output", id="kept-mass").text == "0.333"


def test_a_position_without_candidates_says_why() -> None:
    head = read(render_head(view(position(candidates=(), finish_reason="stop"), finish_reason="stop")))
    assert head.one("p", class_="empty").text == "The text is finished; no token follows."
    assert head.all("output") == []
