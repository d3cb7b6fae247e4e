from dataclasses import replace

import plotly.graph_objects
import pytest

from playground.page.timeline import figure
from tests.page.views import CHIPS, position, view


def trace(drawn: dict, name: str) -> dict:
    return next(each for each in drawn["data"] if each["name"] == name)


def test_kept_mass_and_stack_depth_by_step() -> None:
    drawn = figure(view())
    assert (trace(drawn, "kept mass")["x"], trace(drawn, "kept mass")["y"]) == ([0, 1, 2], [0.1229, 1.0, 0.5])
    assert (trace(drawn, "stack depth")["x"], trace(drawn, "stack depth")["y"]) == ([0, 1, 2], [1, 2, 2])


def test_every_step_and_now_can_be_clicked() -> None:
    targets = trace(figure(view()), "targets")
    assert targets["customdata"] == [0, 1, 2, 3]
    assert targets["hovertext"] == [
        "step 0: {   kept 0.123, 2 allowed, depth 1",
        "step 1: 88, forced by you   kept 1.000, 1 allowed, depth 2",
        "step 2: ,⏎   kept 0.500, 1,234 allowed, depth 2",
        "step 3: now",
    ]


def test_the_step_shown_is_marked() -> None:
    (cursor,) = figure(view(position(1)))["layout"]["shapes"]
    assert (cursor["x0"], cursor["x1"]) == (0.5, 1.5)


def test_a_step_at_which_one_token_was_allowed_is_marked() -> None:
    assert trace(figure(view()), "one token allowed")["x"] == [1]


@pytest.mark.parametrize(
    ("lowest", "power"), [(1.0, 4), (0.001, 4), (0.00015, 8), (1e-7, 8), (3e-12, 12), (1e-20, 12), (0.0, 4)]
)
def test_little_kept_mass_is_in_sight_on_the_log_scale(lowest: float, power: int) -> None:
    drawn = figure(view(chips=(CHIPS[1], replace(CHIPS[0], kept_mass=lowest))))
    scales = drawn["layout"]["meta"]["scales"]
    assert list(scales) == ["log", "linear"]
    assert drawn["layout"]["yaxis"] == scales["log"]["yaxis"]
    # Plotly takes the ends of a log axis as powers of ten.
    assert scales["log"]["yaxis"]["range"][0] == -power
    assert scales["log"]["yaxis"]["tickvals"] == [10.0**-power, 10.0 ** (-power / 2), 1]
    assert scales["linear"]["yaxis"]["range"][0] == 0


def test_nothing_chosen_yet() -> None:
    drawn = figure(view(position(0), chips=()))
    assert trace(drawn, "targets")["customdata"] == [0]
    assert trace(drawn, "kept mass")["y"] == []


def test_it_is_a_figure_that_plotly_accepts() -> None:
    drawn = figure(view())
    for each in drawn["data"]:
        for part in ("marker", "line"):
            each.pop(part, None)
    assert len(plotly.graph_objects.Figure(drawn["data"]).data) == 4
