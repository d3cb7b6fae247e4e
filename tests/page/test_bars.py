from dataclasses import replace

import plotly.graph_objects
import pytest

from playground.decoding.position import Candidate
from playground.page.bars import figure, render_head
from tests.page.html import read
from tests.page.views import CANDIDATES, HOSTILE, position, view


def trace(drawn: dict, name: str) -> dict:
    return next(each for each in drawn["data"] if each["name"] == name)


def test_one_bar_before_and_one_after_for_each_candidate() -> None:
    drawn = figure(view())
    assert trace(drawn, "before")["x"] == [0.25, 0.6, 0.00012]
    assert trace(drawn, "after")["x"] == [0.75, 0.0, 0.25]


def test_what_is_left_is_in_sight_however_little_it_is() -> None:
    left = Candidate(99, "}", 0.00001, 1.0, allowed=True)
    drawn = figure(view(position(candidates=(CANDIDATES[0], replace(CANDIDATES[1], after=0.0), left))))
    assert trace(drawn, "after")["customdata"] == [99, 11, 12]


def test_numbers_are_readable_without_hovering() -> None:
    drawn = figure(view())
    assert trace(drawn, "numbers before")["text"] == ["0.250", "0.600", "1.2e−4"]
    assert trace(drawn, "numbers after")["text"] == ["0.750", "✕ masked", "0.250"]


def test_a_number_stands_where_there_is_room_for_it() -> None:
    drawn = figure(view())
    inside, outside = "middle left", "middle right"  # of the end of its bar
    assert trace(drawn, "numbers before")["textposition"] == [outside, inside, outside]
    assert trace(drawn, "numbers after")["textposition"] == [inside, outside, outside]
    ink, on_accent = "var(--ink)", "var(--on-accent)"
    assert trace(drawn, "numbers before")["textfont"]["color"] == [ink, ink, ink]  # the long bar is grey
    assert trace(drawn, "numbers after")["textfont"]["color"] == [on_accent, ink, ink]


def test_removed_tokens_are_struck_and_grey() -> None:
    drawn = figure(view())
    assert drawn["layout"]["yaxis"]["ticktext"] == ["88", "<s>␣the</s>", "9"]
    assert trace(drawn, "before")["marker"]["color"] == ["var(--accent)", "var(--masked)", "var(--accent)"]


def test_the_chosen_token_is_marked_at_an_earlier_position() -> None:
    # Token 12 was chosen at position 1.
    assert figure(view(position(1)))["layout"]["yaxis"]["ticktext"] == ["<b>▸ 88</b>", "<s>␣the</s>", "9"]


def test_every_bar_carries_its_token_id() -> None:
    for name in ("before", "after"):
        assert trace(figure(view()), name)["customdata"] == [12, 11, 13]


def test_a_label_can_be_clicked_as_its_bar_can() -> None:
    assert figure(view())["layout"]["meta"]["rows"] == [12, 11, 13]


def test_the_figure_says_of_which_step_it_is() -> None:
    assert figure(view(position(1)))["layout"]["meta"]["step"] == 1


def test_a_row_names_the_whole_token_on_hover() -> None:
    long = replace(CANDIDATES[1], text="abcdefghijklmnopqrstuvwxyz")
    drawn = figure(view(position(candidates=(CANDIDATES[0], long))))
    assert drawn["layout"]["yaxis"]["ticktext"][0] == "abcdefghijklm…"
    assert trace(drawn, "before")["hovertext"] == [
        "abcdefghijklmnopqrstuvwxyz   id 12, before 0.250, after 0.750, click to force it",
        "␣the   id 11, before 0.600, masked",
    ]


def test_markup_in_a_token_is_text() -> None:
    drawn = figure(view(position(candidates=(replace(CANDIDATES[1], text="<b>&"),))))
    assert drawn["layout"]["yaxis"]["ticktext"] == ["&lt;b&gt;&amp;"]
    # Set as text, not as markup.
    assert trace(drawn, "before")["hovertext"][0].startswith("<b>&   id 12")


@pytest.mark.parametrize("candidates", [CANDIDATES, (), (replace(CANDIDATES[0], text=HOSTILE),)])
def test_it_is_a_figure_that_plotly_accepts(candidates: tuple) -> None:
    drawn = figure(view(position(candidates=candidates)))
    for each in drawn["data"]:
        # Colours are CSS variables, which only the page looks up.
        del each["marker" if each["type"] == "bar" else "textfont"]
    assert len(plotly.graph_objects.Figure(drawn["data"]).data) == 4


def test_the_kept_mass_is_a_number() -> None:
    assert read(render_head(view())).one("output", id="kept-mass").text == "0.333"


def test_a_position_without_candidates_says_why() -> None:
    head = read(render_head(view(position(candidates=(), finish_reason="stop"), finish_reason="stop")))
    assert head.one("p", class_="empty").text == "The text is finished; no token follows."
    assert head.all("output") == []
