from dataclasses import replace

import pytest

from playground.decoding.position import MaskedGroup, VocabularyPage, WalkCost
from playground.page.vocabulary import render_head, render_table
from tests.page.html import read
from tests.page.views import HOSTILE, ROWS, position, view


def test_how_many_are_allowed_and_masked() -> None:
    head = read(render_head(view()))
    assert head.one("output", id="allowed-count").text == "11"
    assert head.one("output", id="masked-count").text == "49,141"


def test_id_text_bytes_and_probabilities_of_each_token() -> None:
    rows = read(render_table(view())).all("tbody")
    masked, allowed = ([cell.text for cell in row.all("td")] for row in rows)
    assert allowed == ["88", "12", "38 38", "0.250", "0.750"]
    assert masked == ["␣the", "11", "20 74 68 65", "0.600", "✕", "The grammar wanted a digit."]


def test_a_masked_token_is_struck_through() -> None:
    masked, allowed = read(render_table(view())).all("tbody")
    assert masked.one("s").text == "␣the"
    assert allowed.all("s") == []


def test_each_token_can_be_forced() -> None:
    buttons = read(render_table(view())).all("button", data_action="force")
    assert [button.attributes["data-id"] for button in buttons] == ["11", "12"]


def test_a_token_without_bytes() -> None:
    page = VocabularyPage((replace(ROWS[1], text="<|im_end|>", bytes=""),), 1, 0, 50)
    assert read(render_table(view(vocabulary=page))).one("td", class_="bytes").text == "none"


@pytest.mark.parametrize(
    ("page", "total", "text", "previous", "following"),
    [
        (0, 2, "‹ 1–2 of 2 ›", False, False),
        (0, 120, "‹ 1–2 of 120 ›", False, True),
        (1, 120, "‹ 51–52 of 120 ›", True, True),
        (2, 102, "‹ 101–102 of 102 ›", True, False),
    ],
)
def test_pages(page: int, total: int, text: str, previous: bool, following: bool) -> None:
    pager = read(render_table(view(vocabulary=VocabularyPage(ROWS, total, page, 50)))).one(
        "p", class_="pager"
    )
    assert pager.text == text
    enabled = ["disabled" not in button.attributes for button in pager.all("button")]
    assert enabled == [previous, following]
    assert [button.attributes["data-id"] for button in pager.all("button")] == [str(page - 1), str(page + 1)]


@pytest.mark.parametrize(
    ("query", "show", "text"),
    [
        (HOSTILE, "all", f"No token matches “{HOSTILE}”."),
        ("x", "allowed", "No token matches “x” among the allowed."),
        ("", "masked", "No token matches among the masked."),
    ],
)
def test_no_match_says_what_was_looked_for(query: str, show: str, text: str) -> None:
    page = VocabularyPage((), 0, 0, 50)
    table = read(render_table(view(vocabulary=page, query=query, show=show)))
    assert table.one("p", class_="empty").text_in_full == text
    assert table.one("p", class_="pager").text == "‹ 0 of 0 ›"


def test_tokens_and_reasons_are_text() -> None:
    page = VocabularyPage((replace(ROWS[0], text=HOSTILE, reason=HOSTILE),), 1, 0, 50)
    table = read(render_table(view(vocabulary=page)))
    assert table.one("s").text_in_full == HOSTILE
    assert table.one("tr", class_="why").text_in_full == HOSTILE
    assert table.all("script") == table.all("img") == []


def test_masked_tokens_by_place_and_what_the_walk_cost() -> None:
    page = VocabularyPage(
        ROWS,
        total=2,
        page=0,
        page_size=50,
        groups=(MaskedGroup(0, '"{", from rule root', 49000), MaskedGroup(2, f"a {HOSTILE}", 7)),
        walk=WalkCost(read=4162, naive=31226, seconds=0.0041),
    )
    panel = read(render_table(view(vocabulary=page)))
    lines = [[cell.text for cell in line.all("td")] for line in panel.one("details").all("tr")[1:]]
    assert lines == [["0", "49,000", '"{", from rule root'], ["2", "7", f"a {HOSTILE}"]]
    cost = panel.one("details").one("p", id="walk-cost").text
    assert cost == "walk 4,162 byte steps · one by one 31,226 · 4.1 ms"
    assert panel.all("script") == panel.all("img") == []


def test_after_the_end_no_token_follows() -> None:
    ended = position(finish_reason="stop", candidates=())
    page = VocabularyPage((), 0, 0, 50)
    head = read(render_head(view(ended)))
    assert head.one("p", class_="empty").text == "No token follows."
    # Not “0 allowed, 0 masked”, and not an empty table.
    assert head.all("output") == []
    assert read(render_table(view(ended, vocabulary=page))).text == ""
