"""After a cut: what is missing, and a bounded number of further attempts, on the toy model and as drawn."""

from playground.constraints import Constraint
from playground.decoding import Attempt, Session, Unfinished
from playground.models import load_model
from playground.page.record import render_record
from playground.page.retry import attempts_of, begin_attempt, forget_attempts, next_budget
from playground.page.store import Visit
from playground.records import Record
from tests.page.html import Element, read
from tests.page.views import HOSTILE, view

CUT = Record("gbnf", None, None, "", "", errors=("The text was cut by the budget.",))
LETTERS = Constraint("gbnf", "root ::= [a-z]{100}\n")


def ended(session: Session) -> None:
    for _ in session.run():
        pass


def test_three_attempts_with_four_times_the_budget_each_and_the_first_budget_again_after_a_reset() -> None:
    visit, session = Visit(), Session(load_model("toy"), "", LETTERS, budget=2)
    assert (attempts_of(visit, session), next_budget(visit, session)) == ((), None)
    for budget, following in [(2, 8), (8, 32), (32, None)]:
        ended(session)
        last = attempts_of(visit, session)[-1]
        assert (last.max_tokens, last.finish_reason, last.completion_tokens) == (budget, "length", budget)
        assert next_budget(visit, session) == following
        begin_attempt(visit, session)
    assert [attempt.number for attempt in attempts_of(visit, session)] == [1, 2, 3]
    assert session.budget == 32
    forget_attempts(visit, session)
    assert (session.budget, attempts_of(visit, session)[0].number) == (2, 1)


def test_a_text_that_is_not_cut_gets_no_further_attempt() -> None:
    visit, session = Visit(), Session(load_model("toy"), "", Constraint("gbnf", 'root ::= "ab"'), budget=9)
    ended(session)
    begin_attempt(visit, session)
    assert (visit.attempts, session.budget) == ([], 9)
    assert attempts_of(visit, session)[0].finish_reason == "stop"


def attempt(number: int, reason: str = "length", missing: Unfinished | None = None) -> Attempt:
    return Attempt(number, 4**number, reason, 4**number, "…", missing)  # type: ignore[arg-type]


def drawn(*attempts: Attempt, following: int | None = None) -> Element:
    changes = {"attempts": attempts, "next_budget": following}
    return read(render_record(view(finish_reason="length", record=CUT, **changes)))


def test_a_cut_text_shows_what_is_missing_and_offers_another_attempt() -> None:
    panel = drawn(attempt(1, missing=Unfinished(('"}"', "[0-9]"), "0 }", 3)), following=16)
    assert [code.text for code in panel.one("p", class_="expected").all("code")] == ['"}"', "[0-9]"]
    assert panel.one("p", id="completion").text == "shortest completion 0␣} (3 characters)"
    assert [line.text for line in panel.all("li")] == ["attempt 1: budget 4, finish reason length, 4 tokens"]
    assert panel.one("button", data_action="retry").text == "Try again with 16 tokens"


def test_after_the_last_attempt_there_is_advice_instead() -> None:
    panel = drawn(attempt(1), attempt(2), attempt(3))
    assert len(panel.all("li")) == 3
    assert panel.all("button", data_action="retry") == []
    assert "No further attempt" in panel.one("p", class_="note").text


def test_completions_that_cannot_be_shown() -> None:
    for missing, words in [
        (Unfinished((), None, 5000), "5,000 characters, too long to show"),
        (Unfinished((), "", 0), "the text is complete"),
        (Unfinished((), None, None), "nothing completes this text"),
    ]:
        assert words in drawn(attempt(1, missing=missing)).one("p", id="completion").text


def test_a_finished_text_lists_its_attempts_when_there_were_several() -> None:
    record = Record("regex", {}, None, "", "Record()")
    shown = view(finish_reason="stop", record=record, attempts=(attempt(1), attempt(2, "stop")))
    assert len(read(render_record(shown)).all("li")) == 2


def test_what_is_missing_is_text() -> None:
    panel = drawn(attempt(1, missing=Unfinished((HOSTILE,), HOSTILE, 9)))
    assert panel.one("p", class_="expected").one("code").text_in_full == HOSTILE
    assert panel.all("script") == panel.all("img") == []
