"""The lessons as they are drawn: figures, an answer on demand, and an example that the model can write."""

from types import SimpleNamespace
from typing import Any

import pytest

from playground.models import load_model
from playground.page.lessons import LessonsView
from tests.page.html import read


@pytest.fixture(scope="module")
def view() -> LessonsView:
    return LessonsView(load_model("toy"))


def drawn(view: LessonsView, number: Any) -> Any:
    return read(view.open(SimpleNamespace(id=number)))


# A figure or a word that the screen of each lesson has to show.
SHOWN = {
    1: "rules it out at character 32",
    2: "0.1229",
    3: "0 of 19 tokens allowed",
    4: "✕ fails at character 8",
    5: "8 of 11",
    6: "31,226 characters",
    7: "5 of 5 end within 60 tokens",
    8: "[1-9] [0-9]{0,3}",
    9: "Only the one that ended with stop",
    10: "1,024 rows × 4,748 words × 4 bytes = 18.55 MiB",
    11: "it fired at token 2",
    12: "73 % white space",
    13: "0.400",
    14: "of 416",
    15: "256 tokens",
}


@pytest.mark.parametrize(("number", "words"), SHOWN.items())
def test_each_lesson_is_one_screen_with_a_question_figures_and_a_folded_answer(
    view: LessonsView, number: int, words: str
) -> None:
    page = drawn(view, number)
    article = page.one("article")
    assert article.attributes["data-lesson"] == str(number)
    assert article.one("p", class_="question").text.endswith("?")
    assert words in article.text
    answer = article.one("details", class_="answer")
    assert "open" not in answer.attributes
    assert answer.all("p")[0].text
    current = [button for button in page.one("nav").all("button") if "aria-current" in button.attributes]
    assert [button.attributes["data-open"] for button in current] == [str(number)]
    [opening] = [button for button in article.all("button") if "data-choose" in button.attributes]
    assert opening.text == "Open in the playground"


def test_seven_answers_with_what_a_parser_and_a_mask_make_of_them(view: LessonsView) -> None:
    rows = {row.one("th").text: row for row in drawn(view, 1).one("tbody").all("tr")}
    assert {name: row.one("strong").text for name, row in rows.items()} == {
        "clean": "a record",
        "markdown fence": "no JSON",
        "prose first": "no JSON",
        "trailing comma": "no JSON",
        "single quotes": "no JSON",
        "truncated": "JSON that was cut",
        "wrong type": "JSON of another type",
    }
    # By hand: the comma stands after 32 characters, the quote of "forty-two" after 30.
    assert (rows["trailing comma"].one("mark").text, rows["wrong type"].one("mark").text) == (",", '"')
    assert "at character 30" in rows["wrong type"].text
    assert rows["clean"].all("mark") == rows["truncated"].all("mark") == []


def test_a_number_that_no_lesson_has_gives_the_first(view: LessonsView) -> None:
    for number in (0, 16, None, "2"):
        assert drawn(view, number).one("article").attributes["data-lesson"] == "1"


@pytest.mark.parametrize(
    ("sequences", "guessed", "vocabulary", "says"),
    [
        (1024, 0, 151_936, "1,024 rows × 4,748 words × 4 bytes = 18.55 MiB"),
        (1, 0, 33, "1 row × 2 words × 4 bytes"),
        (None, 0, 33, "Enter from 1"),
        (1, 0, None, "Enter a vocabulary"),
        (1, 0, "<b>", "Enter a vocabulary"),
        (1, 0, 10**9, "Enter a vocabulary"),
    ],
)
def test_the_calculator(view: LessonsView, sequences: Any, guessed: Any, vocabulary: Any, says: str) -> None:
    event = SimpleNamespace(sequences=sequences, guessed=guessed, vocabulary=vocabulary)
    assert says in read(view.reckon(event)).one("form").text


@pytest.mark.parametrize(("model", "lessons"), [("toy:lesson2", {2}), ("toy:lesson3", {3, 4, 5, 6})])
def test_a_small_vocabulary_opens_what_it_can_write_and_says_so_of_the_rest(
    model: str, lessons: set[int]
) -> None:
    small = LessonsView(load_model(model))
    for number in (1, 2, 3, 4, 7, 14):
        article = drawn(small, number).one("article")
        opens = any("data-choose" in button.attributes for button in article.all("button"))
        assert opens == (number in lessons)
        assert opens or "has no tokens to write its example" in article.text
