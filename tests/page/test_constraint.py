import pytest

from playground.constraints import KINDS as ALL_KINDS
from playground.constraints import Constraint, ConstraintError
from playground.decoding import Session, Trigger
from playground.grammar.diagnostics import Diagnostic
from playground.models import load_model
from playground.page.constraint import KINDS, render_compiled, render_hint, render_problems
from tests.page.html import read
from tests.page.views import HOSTILE

PROBLEM = Diagnostic(
    code="undefined-rule",
    message="there is no rule named wrod",
    hint="Did you mean word?",
    line=2,
    column=9,
    excerpt='b ::= a wrod "x"\n        ^^^^',
)


def test_an_error_shows_message_place_excerpt_with_caret_and_hint() -> None:
    alert = read(render_problems(ConstraintError([PROBLEM]), session_kept=True)).one("div", role="alert")
    assert alert.one("p", class_="message").text == "✕ There is no rule named wrod."
    assert alert.one("p", class_="place").text == "line 2, column 9"
    assert alert.one("pre", class_="excerpt").text_in_full == 'b ::= a wrod "x"\n        ^^^^'
    assert alert.one("p", class_="hint").text == "Did you mean word?"
    assert (
        alert.one("p", class_="kept-session").text == "The session on the right is still the one from before."
    )


def test_every_problem_is_shown() -> None:
    second = Diagnostic("schema", "items must be a schema", where="/properties/a/items")
    alert = read(render_problems(ConstraintError([PROBLEM, second]), session_kept=False))
    assert [each.text for each in alert.all("p", class_="message")][1] == "✕ Items must be a schema."
    assert alert.all("p", class_="place")[1].text == "at /properties/a/items"
    assert alert.all("p", class_="kept-session") == []


def test_any_other_refusal_is_shown_in_its_own_words() -> None:
    alert = read(render_problems(ValueError("Seed is empty."), session_kept=True))
    assert alert.one("p", class_="message").text == "✕ Seed is empty."
    assert alert.all("pre") == alert.all("p", class_="place") == []


def test_what_was_pasted_is_text() -> None:
    hostile = Diagnostic("x", HOSTILE, hint=HOSTILE, line=1, column=1, excerpt=HOSTILE)
    alert = read(render_problems(ConstraintError([hostile]), session_kept=True))
    assert alert.one("pre", class_="excerpt").text_in_full == HOSTILE
    assert alert.one("p", class_="hint").text_in_full == HOSTILE
    assert alert.all("script") == alert.all("img") == []


def test_every_kind_of_constraint_can_be_chosen_and_says_what_to_write() -> None:
    assert {kind for _, kind in KINDS} == {*ALL_KINDS, "none"}
    hints = [read(render_hint(kind)).one("p").text for _, kind in KINDS]
    assert all(hints)
    assert len(set(hints)) == len(KINDS)


def test_a_session_without_a_constraint_did_not_compile_one() -> None:
    status = read(render_compiled(Session(load_model("toy"), ""), 1))
    assert status.one("p", class_="compiled").text == "✓ started without a constraint"


@pytest.mark.parametrize(
    ("text", "summary"),
    [('root ::= "a"', []), ('root ::= "a"\nunused ::= "b"', ["⚠ 1 warning"])],
)
def test_compiled_shows_the_time_and_the_warnings(text: str, summary: list[str]) -> None:
    session = Session(load_model("toy"), "", Constraint("gbnf", text))
    status = read(render_compiled(session, 1))
    assert status.one("p", class_="compiled").text.startswith("✓ compiled in ")
    assert [each.text for each in status.all("summary")] == summary
    assert all("unused" in each.text for each in status.all("li"))


def test_a_trigger_word_that_is_one_token_is_a_warning() -> None:
    session = Session(load_model("toy"), "", Constraint("gbnf", 'root ::= "a"'), Trigger("word", "a"))
    [warning] = read(render_compiled(session, 1)).all("li")
    assert "preserved_tokens" in warning.text


def test_two_starts_never_look_the_same_to_the_browser() -> None:
    session = Session(load_model("toy"), "")
    assert render_compiled(session, 1) != render_compiled(session, 2)


def test_a_problem_of_another_field_is_named_and_not_repeated() -> None:
    alert = read(render_problems(ValueError("Seed is empty."), session_kept=True, elsewhere="Sampling"))
    assert [each.text for each in alert.all("p", class_="message")] == ["✕ Not started: see “Sampling”."]
    assert len(alert.all("p", class_="kept-session")) == 1
