"""The vocabulary as a table: searched, filtered and paged."""

import pytest

from playground.constraints import Constraint
from playground.decoding import Session
from tests.decoding.models import fixed_toy, ids, seeded_toy

PROBABILITIES = {"The": 0.4, " the": 0.3, "\n": 0.1, "1": 0.08, "10": 0.06, "<": 0.04, " ": 0.02}


@pytest.fixture
def session() -> Session:
    return Session(fixed_toy(PROBABILITIES), "", Constraint("gbnf", 'root ::= "1" "0"* | " the"'))


def texts(session: Session, **options: object) -> list[str]:
    return [row.text for row in session.vocabulary(**options).rows]  # type: ignore[arg-type]


def test_most_probable_first(session: Session) -> None:
    assert texts(session) == ["The", "␣the", "⏎", "1", "10", "<", "␣", "<eos>"]
    rows = session.vocabulary().rows
    assert [row.allowed for row in rows] == [False, True, False, True, True, False, True, False]
    assert rows[1].before == pytest.approx(0.3, abs=1e-6)
    assert rows[1].after == pytest.approx(0.3 / 0.46, abs=1e-6)
    assert rows[0].after == 0
    assert (rows[1].bytes, rows[-1].bytes) == ("20 74 68 65", "")


def test_masked_ones_say_why_and_allowed_ones_do_not(session: Session) -> None:
    for row in session.vocabulary().rows:
        assert bool(row.reason) != row.allowed
    by_text = {row.text: row.reason for row in session.vocabulary().rows}
    assert "at its first character the grammar wanted" in by_text["The"]
    assert "cannot end here" in by_text["<eos>"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", 8),
        ("the", ["The", "␣the"]),
        ("␣the", ["␣the"]),
        (" the", ["␣the"]),
        ("⏎", ["⏎"]),
        ("0", ["The", "10"]),
        ("3", ["1"]),
        ("eos", ["<eos>"]),
        (r"\n", ["⏎"]),
        (r"\x20the", ["␣the"]),
        (r"\u0074he", ["␣the"]),
        ("0A", ["⏎"]),
        ("20 74", ["␣the"]),
        ("0x3c", ["<"]),
        ("0x20", ["␣the", "␣"]),
        # Digits alone are an id or a text, a word is a word.
        ("20", []),
        ("a0", []),
        ("nothing like it", []),
        ("99999999999", []),
    ],
)
def test_search_by_text_id_or_bytes(session: Session, query: str, found: int | list[str]) -> None:
    page = session.vocabulary(query=query)
    shown = [row.text for row in page.rows]
    assert (len(shown) if isinstance(found, int) else shown) == found
    assert page.total == len(shown)


def test_filters(session: Session) -> None:
    assert texts(session, show="allowed") == ["␣the", "1", "10", "␣"]
    assert texts(session, show="masked") == ["The", "⏎", "<", "<eos>"]
    assert texts(session, show="masked", query="the") == ["The"]


def test_pages(session: Session) -> None:
    every = texts(session)
    assert texts(session, page=1, page_size=3) == every[3:6]
    assert texts(session, page=2, page_size=3) == every[6:]
    last = session.vocabulary(page=9, page_size=3)
    assert (last.rows, last.total, last.page, last.page_size) == ((), 8, 9, 3)


@pytest.mark.parametrize("options", [{"show": "some"}, {"page": -1}, {"page_size": 0}])
def test_what_there_is_not_is_refused(session: Session, options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"show is one of|Pages count"):
        session.vocabulary(**options)  # type: ignore[arg-type]


def test_an_earlier_position_is_shown_as_it_was(session: Session) -> None:
    first = session.vocabulary()
    session.step(ids(session.model, "1")[0])
    assert session.vocabulary() != first
    assert session.vocabulary(0) == first
    with pytest.raises(IndexError):
        session.vocabulary(2)


def test_broken_characters_are_shown_as_bytes() -> None:
    session = Session(seeded_toy([b"\xe2\x82", "x"]), "", None)
    by_text = {row.text: row for row in session.vocabulary().rows}
    assert by_text["⟨E2 82⟩"].bytes == "E2 82"
    assert by_text["⟨E2 82⟩"].reason == ""


def test_masked_tokens_are_grouped_by_place_and_wish(session: Session) -> None:
    # "The", a line end and "<" fail at once; " " begins " the"; "1" and "10" are allowed.
    group = session.vocabulary().groups
    assert [(g.character, g.count) for g in group] == [(0, 3)]
    assert group[0].wanted == '"1" or "␣the", from rule root'


@pytest.mark.parametrize(("character", "found"), [(0, ["The", "⏎", "<", "<eos>"]), (1, [])])
def test_the_tokens_rejected_at_one_character(session: Session, character: int, found: list[str]) -> None:
    assert texts(session, rejected_at=character) == found


def test_the_cost_of_the_walk_beside_that_of_trying_each_token(session: Session) -> None:
    walk = session.vocabulary().walk
    assert walk
    # The tree: T, ␣, ␣t, ␣th, ␣the, a line end, 1, 10 and <. Alone: The 1, ␣the 4, ⏎ 1, 1 1, 10 2, < 1, ␣ 1.
    assert (walk.read, walk.naive) == (9, 11)
    assert walk.seconds > 0
