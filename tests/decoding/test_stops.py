"""Runs that stop on the way: over toys whose every token is known beforehand."""

from __future__ import annotations

import pytest

from playground.constraints import Constraint
from playground.decoding import (
    Lookout,
    LowKeptMass,
    NextChoice,
    RuleEnd,
    RuleOpens,
    Session,
    StepError,
    Stop,
    TokenText,
    Trigger,
    innermost_rule,
)
from tests.decoding.models import fixed_toy, scripted_toy

LIST = """root ::= "[" item ("," item)* "]"
item ::= num | word
num ::= [0-9]+
word ::= "'" char* "'"
char ::= [a-z]
"""
TEXTS = ["[", "]", ",", "1", "2", "'", "a", "b", "a'", " "]
WRITTEN = ["[", "1", "2", ",", "'", "a", "b", "'", ",", "1", "]"]


def session(rules: str = LIST, written: list[str] = WRITTEN, **settings) -> Session:
    return Session(scripted_toy(TEXTS, written), "", Constraint("gbnf", rules), **settings)


def run(session: Session, *stops: Stop) -> str:
    """Run to the first stop; returns why it stopped there."""
    lookout = Lookout(session, stops)
    assert lookout.look() == ""
    for _ in session.run():
        if why := lookout.look():
            return why
    return ""


def test_without_a_stop_a_run_goes_to_the_end() -> None:
    whole = session()
    assert run(whole) == ""
    assert (whole.text, whole.finish_reason) == ("[12,'ab',1]", "stop")


def test_a_position_is_looked_at_once() -> None:
    stepped = session()
    lookout = Lookout(stepped, [TokenText("[")])
    stepped.step()
    assert lookout.look() == "token [ was chosen"
    assert lookout.look() == ""


def test_next_choice_skips_the_steps_at_which_one_token_is_allowed() -> None:
    # After "a" or "b" the rest is given; tokens of several characters are not in this vocabulary.
    either = session('root ::= ("a1" | "b2") "[" ("1" | "2") "]"', ["b", "2", "[", "1", "]"])
    assert run(either, NextChoice()) == "2 tokens are allowed here"
    assert either.text == "b2["
    assert run(either, NextChoice()) == ""
    assert (either.text, either.finish_reason) == ("b2[1]", "stop")


@pytest.mark.parametrize(
    ("begun", "rule", "ends_after"),
    [
        ("[1", "num", "[12,"),  # it may go on until something else is chosen
        ("[", "item", "[12,"),
        ("[12,'", "word", "[12,'ab'"),
        ("[12,'a", "word", "[12,'ab'"),  # a char ends with its character and is no open rule
        ("[12,'ab'", "root", "[12,'ab',1]"),
    ],
)
def test_the_end_of_the_innermost_rule(begun: str, rule: str, ends_after: str) -> None:
    stepped = session()
    while stepped.text != begun:
        stepped.step()
    innermost = innermost_rule(stepped)
    assert innermost.rule == rule
    assert run(stepped, RuleEnd(innermost)) == f"rule {rule} has ended"
    assert stepped.text == ends_after


def test_a_rule_that_ends_and_begins_anew_has_ended() -> None:
    nested = session('root ::= pair\npair ::= "[" (pair | "1") "]"', ["[", "[", "1", "]", "]"])
    nested.step()
    nested.step()
    assert innermost_rule(nested).start == 1
    assert run(nested, RuleEnd(innermost_rule(nested))) == "rule pair has ended"
    assert nested.text == "[[1]"


def test_there_is_no_rule_to_run_to_the_end_of_while_the_trigger_waits() -> None:
    waiting = session(
        'root ::= "[" num "]"\nnum ::= [0-9]', ["a", "[", "1", "]"], trigger=Trigger("word", "[")
    )
    with pytest.raises(StepError, match="no open rule to run to the end of: the trigger has not fired"):
        innermost_rule(waiting)
    assert run(waiting, RuleOpens("num")) == "rule num opens"
    assert waiting.text == "a["


def test_no_rule_is_open_in_a_text_that_only_ends() -> None:
    done = session('root ::= "1"', ["1"])
    done.step()
    with pytest.raises(StepError, match="the text is complete"):
        innermost_rule(done)


def test_a_rule_opens_where_it_must_follow_and_once_only() -> None:
    stepped = session()
    seen = []
    while run(stepped, RuleOpens("item")):
        seen.append(stepped.text)
    assert seen == ["[", "[12,", "[12,'ab',"]


def test_a_rule_opens_after_its_first_token_where_something_else_could_follow() -> None:
    stepped = session()
    seen = []
    while why := run(stepped, RuleOpens("char"), RuleOpens("word")):
        seen.append((stepped.text, why))
    assert seen == [
        ("[12,'", "rule word opens"),
        ("[12,'a", "rule char opens"),
        ("[12,'ab", "rule char opens"),
    ]


def test_kept_mass_under_a_bound_stops_before_the_token_is_chosen() -> None:
    # Of "a" 0.6, "b" 0.3 and "c" 0.1 the grammar keeps 0.9, then 0.1.
    model = fixed_toy({"a": 0.6, "b": 0.3, "c": 0.1})
    low = Session(model, "", Constraint("gbnf", "root ::= [ab] [ab] [c]"))
    assert run(low, LowKeptMass(0.2)) == "kept mass 0.1 is under 0.2"
    assert low.text == "aa"
    low.reset()
    run(low, LowKeptMass(0.1 - 1e-6))
    assert low.text == "aac"  # where only the end may follow, of which the model thinks nothing


@pytest.mark.parametrize(("text", "stops_after"), [("'", "[12,'"), ("2", "[12"), ("a'", "")])
def test_a_token_that_holds_a_text(text: str, stops_after: str) -> None:
    stepped = session()
    assert run(stepped, TokenText(text)) == (f"token {text} was chosen" if stops_after else "")
    assert stepped.text == (stops_after or "[12,'ab',1]")


@pytest.mark.parametrize("text", [" ", "␣"])
def test_white_space_in_a_token(text: str) -> None:
    spaced = session('root ::= "a" " " "b"', ["a", " ", "b"])
    assert run(spaced, TokenText(text)) == "token ␣ was chosen"
    assert spaced.text == "a "


def test_every_stop_that_holds_is_told() -> None:
    assert run(session(), RuleOpens("item"), TokenText("[")) == "rule item opens; token [ was chosen"
