"""The engines panel as it is drawn, and what its buttons do."""

from types import SimpleNamespace
from typing import Any

import pytest

from playground.constraints import Constraint
from playground.decoding import Session, SideBySide
from playground.engines.comparison import Comparison, Difference, EngineMask
from playground.page.comparing import Comparing
from playground.page.door import Door, Rate
from playground.page.engines import LARGEST_BUFFER, buffer_of, render_comparison, render_run
from playground.page.observer import Observer
from playground.page.store import Store
from tests.page.html import read
from tests.page.views import HOSTILE

ENGINES = ("automaton", "xgrammar", "outlines")


def masks(*differences: Difference) -> Comparison:
    rows = (
        EngineMask("automaton", "works", allowed=2, same=True, seconds=0.0042),
        EngineMask("xgrammar", "works", warnings=(HOSTILE,), allowed=5, seconds=0.00001, may_end=True),
        EngineMask("outlines", "refuses", note="It reads no grammars."),
        EngineMask("guidance", "left", note="it masks token 3"),
    )
    return Comparison(7, rows, "automaton", 2, 3, differences)


def differing(token_id: int, text: str, reason: str = "The grammar wanted a digit.") -> Difference:
    kinds = (("xgrammar", "white_space"),)
    return Difference(token_id, text, ("xgrammar",), ("automaton",), reason, kinds)


def rows_of(panel: Any) -> dict[str, Any]:
    return {row.attributes["data-engine"]: row for row in panel.all("tr") if "data-engine" in row.attributes}


def test_each_engine_has_a_row_with_what_it_says() -> None:
    panel = read(render_comparison(masks()))
    rows = rows_of(panel)
    assert list(rows) == ["automaton", "xgrammar", "outlines", "guidance"]
    assert "reference" in rows["automaton"].text
    assert "4.2 ms" in rows["automaton"].text
    assert "≠ differs" in rows["xgrammar"].text
    assert HOSTILE in rows["xgrammar"].text
    assert "✕ refuses" in rows["outlines"].text
    assert "It reads no grammars." in rows["outlines"].text
    assert "✕ left the text" in rows["guidance"].text
    assert "2 tokens allowed by all, 3 by some only" in panel.text
    assert panel.all("script") == panel.all("img") == []


def test_tokens_that_differ_alike_share_a_row() -> None:
    panel = read(
        render_comparison(masks(differing(1, " "), differing(2, "\n"), differing(3, "x", "It is a letter.")))
    )
    rows = panel.one("table", class_="differences").one("tbody").all("tr")
    assert [[code.text for code in row.all("code")] for row in rows] == [["␣", "⏎"], ["x"]]
    assert "xgrammar: white space" in rows[0].text
    assert "The grammar wanted a digit." in rows[0].text
    kinds = panel.one("dl", class_="kinds")
    assert [term.text for term in kinds.all("dt")] == ["white space"]
    assert "up to twelve" in kinds.one("dd").text


def test_tokens_that_are_not_listed_are_counted() -> None:
    assert "They differ on 2 more tokens." in read(render_comparison(masks(differing(1, "x")))).text


def test_a_run_and_its_costs(toy: Any) -> None:
    session = Session(toy, "", Constraint("gbnf", 'root ::= "X" [1-9]'))
    session.step(toy.vocabulary.tokens.index(b"X"))
    side = SideBySide(session, ENGINES)
    run = side.run()
    panel = read(render_run(run, side.costs(run)))
    assert "100 % of 2 masks are the same" in panel.text
    rows = {
        row.attributes["data-engine"]: row.text for row in panel.all("tr") if "data-engine" in row.attributes
    }
    assert "100 %" in rows["xgrammar"]
    assert "✕ refuses" in rows["outlines"]
    assert f"One bitmask is {-(-len(toy.vocabulary) // 32) * 4} bytes." in panel.text
    assert "of 1 step the model" in panel.text


@pytest.mark.parametrize(
    ("sequences", "guessed", "size", "says"),
    [
        # The lesson's figure: 1,024 sequences and a vocabulary of 151,936 tokens.
        (1024, 0, 151_936, "1,024 rows × 4,748 words × 4 bytes = 18.55 MiB"),
        (256, 3, 49_152, "1,024 rows × 1,536 words × 4 bytes = 6.00 MiB"),
        (None, 0, 32, "Enter from 1"),
        (0, 0, 32, "Enter from 1"),
        (1, -1, 32, "Enter from 1"),
        (LARGEST_BUFFER + 1, 0, 32, "Enter from 1"),
    ],
)
def test_the_buffer_of_bitmasks(sequences: Any, guessed: Any, size: int, says: str) -> None:
    assert says in read(buffer_of(sequences, guessed, size)).text


@pytest.fixture
def visit(toy: Any) -> tuple[Comparing, SimpleNamespace, Any]:
    store = Store(2, 60.0, put_away=2**20)
    request = SimpleNamespace(session_hash="tab", client=None)
    door = Door(store, Rate(100), Observer())
    return Comparing(door, lambda visit: visit.session), request, store.visit("tab")


def test_the_position_shown_is_compared(toy: Any, visit: Any) -> None:
    comparing, request, tab = visit
    tab.session = Session(toy, "", Constraint("gbnf", 'root ::= "X" [1-9]'))
    assert read(comparing.here(request)).one("section").attributes["data-index"] == "0"
    tab.session.step()
    assert read(comparing.here(request)).one("section").attributes["data-index"] == "1"
    tab.looking_at = 0
    assert read(comparing.here(request)).one("section").attributes["data-index"] == "0"
    assert read(comparing.run(request)).one("section").attributes["data-tokens"] == "1"
    assert read(comparing.force(request, "X9")).one("section").attributes["data-tokens"] == "2"
    tab.session = Session(toy, "", Constraint("gbnf", 'root ::= "Y"'))
    assert "1 token allowed" in read(comparing.here(request)).text


def test_where_nothing_can_be_compared_it_says_so(toy: Any, visit: Any) -> None:
    comparing, request, tab = visit
    assert "no session" in read(comparing.here(request)).text
    tab.session = Session(toy, "")
    assert "Without a constraint" in read(comparing.run(request)).text
