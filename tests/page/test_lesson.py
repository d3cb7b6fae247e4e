from playground.lessons.free_text import AnswerVerdict
from playground.page.lesson import lesson, render_lesson
from tests.page.html import read
from tests.page.views import HOSTILE


def test_seven_answers_with_what_a_parser_and_a_mask_make_of_them() -> None:
    rows = [[cell.text for cell in row.all()] for row in read(lesson()).one("tbody").all("tr")]
    outcome = {row.one("th").text: row for row in read(lesson()).one("tbody").all("tr")}
    assert len(rows) == 7
    found = {name: row.one("strong").text for name, row in outcome.items()}
    assert found == {
        "clean": "a record",
        "markdown fence": "no JSON",
        "prose first": "no JSON",
        "trailing comma": "no JSON",
        "single quotes": "no JSON",
        "truncated": "JSON that was cut",
        "wrong type": "JSON of another type",
    }
    # By hand: the comma stands after 32 characters, the quote of "forty-two" after 30.
    comma, quote = outcome["trailing comma"], outcome["wrong type"]
    assert (comma.one("mark").text, comma.all("td")[2].text.split(":")[0]) == (
        ",",
        "rules it out at character 32",
    )
    assert (quote.one("mark").text, quote.all("td")[2].text.split(":")[0]) == (
        '"',
        "rules it out at character 30",
    )
    assert outcome["clean"].all("mark") == outcome["truncated"].all("mark") == []
    assert "budget" in outcome["truncated"].all("td")[2].text


def test_an_answer_is_text() -> None:
    answer = AnswerVerdict(HOSTILE, HOSTILE, "parse_error", HOSTILE, "invalid", 3, HOSTILE)
    table = read(render_lesson([answer]))
    assert table.one("tbody").one("pre").text_in_full == HOSTILE
    assert table.all("script") == table.all("img") == []
