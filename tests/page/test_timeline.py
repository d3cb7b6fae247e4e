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


def test_every_step_and_now_are_told_in_words() -> None:
    assert figure(view())["layout"]["meta"]["words"] == [
        "step 0: {   kept 0.123, 2 allowed, depth 1, entropy 3.50 → 0.98 bits",
        "step 1: 88, forced by you   kept 1.000, 1 allowed, depth 2, entropy 2.25 → 0.00 bits",
        "step 2: ,⏎, the trigger fired   kept 0.500, 1,234 allowed, depth 2, entropy 6.50 → 5.25 bits",
        "step 3: now",
    ]


def test_the_line_is_depth_entropy_or_the_allowed_count() -> None:
    drawn = figure(view())
    assert trace(drawn, "entropy before")["y"] == [3.5, 2.25, 6.5]
    assert trace(drawn, "entropy after")["y"] == [0.98, 0.0, 5.25]
    assert trace(drawn, "allowed")["y"] == [2, 1, 1234]
    by_line = {each["name"]: each["meta"]["line"] for each in drawn["data"] if "meta" in each}
    assert by_line == {
        "stack depth": "depth",
        "entropy before": "entropy",
        "entropy after": "entropy",
        "allowed": "allowed",
    }
    lines = drawn["layout"]["meta"]["line"]
    assert list(lines) == list(drawn["layout"]["meta"]["keys"]) == ["depth", "entropy", "allowed"]
    assert lines["depth"]["yaxis2"]["tickvals"] == [0, 1, 2]
    assert lines["entropy"]["yaxis2"]["tickvals"] == [0, 4, 8]
    assert lines["allowed"]["yaxis2"]["tickvals"] == [1, 100, 10_000]
    assert lines["allowed"]["yaxis2"]["ticktext"] == ["1", "100", "10k"]


def test_a_dead_end_has_no_place_on_the_log_scale() -> None:
    drawn = figure(view(chips=(replace(CHIPS[0], allowed_count=0),)))
    assert trace(drawn, "allowed")["y"] == [None]
    assert drawn["layout"]["meta"]["line"]["allowed"]["yaxis2"]["tickvals"] == [1, 10, 100]


def test_the_step_at_which_the_trigger_fired_is_marked() -> None:
    assert trace(figure(view()), "trigger fired")["x"] == [2]


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
    scales = drawn["layout"]["meta"]["scale"]
    assert list(scales) == ["log", "linear"]
    # Plotly takes the ends of a log axis as powers of ten.
    assert scales["log"]["yaxis"]["range"][0] == -power
    assert scales["log"]["yaxis"]["tickvals"] == [10.0**-power, 10.0 ** (-power / 2), 1]
    assert scales["linear"]["yaxis"]["range"][0] == 0


def test_nothing_chosen_yet() -> None:
    drawn = figure(view(position(0), chips=()))
    assert drawn["layout"]["meta"]["words"] == ["step 0: now"]
    assert trace(drawn, "kept mass")["y"] == []


def test_it_is_a_figure_that_plotly_accepts() -> None:
    drawn = figure(view())
    for each in drawn["data"]:
        for part in ("marker", "line"):
            each.pop(part, None)
    assert len(plotly.graph_objects.Figure(drawn["data"]).data) == 7
