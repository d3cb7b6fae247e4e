"""The table of the engine menu: whose figures it shows, and that they are about the whole suite."""

import json
from typing import Any

from playground.engines import ENGINES
from playground.page.engine_menu import ENGINES as MENU
from playground.page.engine_menu import SUITE, render_suite
from tests.page.html import read


def suite() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(SUITE.read_text(encoding="utf-8"))
    return found


def test_every_engine_of_the_menu_exists() -> None:
    assert {name for _, name in MENU} <= set(ENGINES)


def test_each_engine_was_asked_about_the_same_schemas() -> None:
    totals = {sum(found.values()) for found in suite().values()}
    assert len(totals) == 1
    assert totals.pop() > 300


def test_the_table_has_a_row_for_each_engine() -> None:
    table = read(render_suite(suite()))
    assert [row.one("th").text for row in table.one("tbody").all("tr")] == list(suite())
    cells = table.one("tbody").all("tr")[0].all("td")
    assert [cell.text for cell in cells] == [
        str(suite()["automaton"][column]) for column in ("right", "accepts wrong", "rejects right", "refused")
    ]
