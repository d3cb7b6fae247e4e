from playground.lessons.examples import Example
from playground.page.menu import render_menu
from tests.page.html import read
from tests.page.views import HOSTILE

EXAMPLES = [
    Example("json", "gbnf", "", ""),
    Example("tool_call", "gbnf", "", ""),
    Example("lesson_2", "gbnf", "", ""),
]
OWN = [Example("your_own_1", "regex", HOSTILE, HOSTILE)]


def test_examples_and_what_the_visitor_wrote_are_listed_and_the_current_one_is_shown() -> None:
    select = read(render_menu(EXAMPLES, OWN, "tool_call", 3)).one("select")
    listed = {group.attributes["label"]: group.all("option") for group in select.all("optgroup")}
    assert [option.text for option in listed["Examples"]] == ["Json", "Tool call"]
    assert [option.text for option in listed["From the lessons"]] == ["Lesson 2"]
    assert [option.attributes["value"] for option in listed["What you wrote"]] == ["your_own_1"]
    assert [option.text for option in select.all("option") if "selected" in option.attributes] == [
        "Tool call"
    ]
    assert select.attributes["data-current"] == "tool_call"


def test_what_is_no_example_is_your_own() -> None:
    select = read(render_menu(EXAMPLES, [], "", 1)).one("select")
    assert [option.text for option in select.all("option") if "selected" in option.attributes] == ["Your own"]
    assert [group.attributes["label"] for group in select.all("optgroup")] == [
        "Examples",
        "From the lessons",
    ]


def test_two_drawings_never_look_the_same_to_the_browser() -> None:
    assert render_menu(EXAMPLES, [], "", 1) != render_menu(EXAMPLES, [], "", 2)
