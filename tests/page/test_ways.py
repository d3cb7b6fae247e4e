from playground.decoding.search import Way
from playground.page.ways import render_ways
from tests.page.html import read

SKY = ("the model alone", Way("sky<b>", (0, 1, 2), -0.75, True))


def test_a_text_that_greedy_masking_misses_is_told_in_a_sentence() -> None:
    ways = [SKY, ("greedy, masked", Way("skill", (0, 1), -7.0, True)), ("best", Way("cl", (4,), -2.0, False))]
    page = read(render_ways(ways))
    # e⁵ is 148.4.
    assert (
        page.one("p", class_="verdict").text
        == "Greedy masking misses a text that is 148.4 times as probable."
    )
    rows = [[cell.text for cell in row.all("td")] for row in page.one("tbody").all("tr")]
    assert rows == [
        ["the model alone", "-0.75", "3", "sky<b>"],
        ["greedy, masked", "-7.00", "2", "skill"],
        ["best", "-2.00", "1", "cl not finished"],
    ]


def test_a_search_that_finds_nothing_better_says_so() -> None:
    same = Way("a", (1,), -1.0, True)
    page = read(render_ways([SKY, ("greedy, masked", same), ("best", same)]))
    assert page.one("p", class_="verdict").text.startswith("The search finds nothing more probable")


def test_a_factor_without_end_is_told_in_words() -> None:
    ways = [SKY, ("greedy, masked", Way("a", (1,), -900.0, True)), ("best", Way("b", (2,), -1.0, True))]
    assert "more than a million times as probable" in render_ways(ways)
