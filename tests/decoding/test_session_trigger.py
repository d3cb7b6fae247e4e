"""Lazy grammars in a session: what is masked before, where the grammar starts, what cannot fit."""

import pytest

from playground.constraints import Constraint
from playground.decoding import Session, StepError, Trigger
from playground.records.python_pattern import PatternTimeoutError
from tests.decoding.models import CountingModel, ids, seeded_toy

TEXTS = [
    "a",
    "b",
    " ",
    "<",
    "call",
    ">",
    "<call>",
    "x<ca",
    "ll>{",
    "ll>!",
    "{",
    "}",
    "1",
    "é",
    b"\xc3",
    b"\xa9",
    "}1",
]
MODEL = seeded_toy(TEXTS)
CALL = Constraint("gbnf", 'root ::= "<call>{" [0-9]* "}"')
WORD = Trigger("word", "<call>")


def stepped(*texts: str | bytes, trigger: Trigger = WORD, constraint: Constraint = CALL) -> Session:
    session = Session(MODEL, "", constraint, trigger)
    for token_id in ids(MODEL, *texts):
        session.step(token_id)
    return session


def allowed(session: Session) -> set[str]:
    return {row.text for row in session.vocabulary(show="allowed", page_size=99).rows}


def test_before_the_trigger_nothing_is_masked() -> None:
    session = stepped("a", "}")
    position = session.position
    assert position.masked_count == 0
    assert position.kept_mass == 1
    assert position.may_end
    assert position.stack is None
    assert position.stack_note == "the trigger has not fired"
    assert position.agreement.state == "unknown"
    session.step(ids(MODEL, "<eos>")[0])
    assert session.finish_reason == "stop"
    record = session.record()
    assert record.value == "a}"
    assert record.notes == ("The trigger has not fired, so the constraint governed nothing.",)


@pytest.mark.parametrize(
    ("texts", "seen"),
    [
        ((), ""),
        (("a",), ""),
        (("a", "<"), "<"),
        (("a", "<", "call"), "<call"),
        (("<", "<"), "<"),
        (("x<ca", "b"), ""),
    ],
)
def test_waiting_shows_how_much_was_seen(texts: tuple[str, ...], seen: str) -> None:
    trigger = stepped(*texts).position.trigger
    assert (trigger.state, trigger.seen) == ("waiting", seen)


@pytest.mark.parametrize(
    ("texts", "since", "offset", "next_ones"),
    [
        pytest.param(("<call>",), 0, 0, {"{"}, id="one token"),
        pytest.param(("a", "<call>"), 1, 1, {"{"}, id="after text"),
        pytest.param(("é", "<", "call", ">"), 3, 1, {"{"}, id="several tokens, offset in characters"),
        pytest.param((b"\xc3", b"\xa9", "<call>"), 2, 1, {"{"}, id="after a character of two tokens"),
        pytest.param(("x<ca", "ll>{"), 1, 1, {"1", "}"}, id="overrun on both sides"),
        pytest.param(("a", "x<ca", "ll>{", "1"), 2, 2, {"1", "}"}, id="and on"),
    ],
)  # fmt: skip
def test_the_grammar_starts_at_the_trigger(
    texts: tuple[str, ...], since: int, offset: int, next_ones: set[str]
) -> None:
    session = stepped(*texts)
    position = session.position
    assert position.trigger.state == "active"
    assert (position.trigger.since_token, position.trigger.offset) == (since, offset)
    assert allowed(session) == next_ones
    assert position.agreement.state == "agree"


def test_a_cut_character_before_the_trigger_counts_as_one() -> None:
    session = stepped(b"\xc3", "<call>")
    assert session.text == "\N{REPLACEMENT CHARACTER}<call>"
    assert session.position.trigger.offset == 1
    assert allowed(session) == {"{"}


@pytest.mark.parametrize(
    ("pattern", "texts", "offset", "grammar", "next_ones"),
    [
        ("<call>", ("a", "<call>"), 1, '"<call>" "1"', {"1"}),
        (r"<call>\s*(\{)", ("a", "<call>", " ", "{"), 8, '"{" "1"', {"1"}),
        (r"<call>(\s*)", ("a", "<call>"), 1, '"<call>" "1"', {"1"}),
        (r"x<ca(ll>.)", ("x<ca", "ll>{"), 4, '"ll>{" "}"', {"}"}),
        (r"(b)?(a)", ("a",), 0, '"a" "b"', {"b"}),
    ],
)
def test_a_pattern_starts_at_its_first_group(
    pattern: str, texts: tuple[str, ...], offset: int, grammar: str, next_ones: set[str]
) -> None:
    session = stepped(
        *texts, trigger=Trigger("pattern", pattern), constraint=Constraint("gbnf", f"root ::= {grammar}")
    )
    assert session.position.trigger.offset == offset
    assert allowed(session) == next_ones


def test_text_that_does_not_fit_is_a_dead_end_with_its_reason() -> None:
    session = stepped("a", "x<ca", "ll>!")
    assert session.finish_reason == "dead_end"
    position = session.position
    assert position.finish_note == (
        "The trigger fired, but the text from there on, '<call>!', does not fit the grammar."
    )
    assert position.trigger.state == "active"
    assert position.allowed_count == 0
    assert position.agreement.state == "agree"
    with pytest.raises(StepError, match="does not fit the grammar"):
        session.step()
    assert "not parsed" in session.record().errors[0]
    session.back()
    assert session.position.trigger.state == "waiting"
    session.step(ids(MODEL, "ll>{")[0])
    assert allowed(session) == {"1", "}"}


def test_back_across_the_trigger_and_another_way() -> None:
    session = stepped("a", "<call>", "{", "1")
    session.back(3)
    assert session.position.trigger.state == "waiting"
    for token_id in ids(MODEL, "b", "b", "<call>"):
        session.step(token_id)
    assert session.position.trigger.offset == 3
    assert allowed(session) == {"{"}
    session.step(ids(MODEL, "{")[0])
    session.back(2)
    session.step(ids(MODEL, "<call>")[0])
    assert allowed(session) == {"{"}
    session.step(ids(MODEL, "{")[0])
    session.step(ids(MODEL, "1")[0])
    assert allowed(session) == {"1", "}"}


def test_the_record_is_of_the_text_from_the_trigger_on() -> None:
    constraint = Constraint("regex", r"<call>\{(?P<digits>[0-9]*)\}")
    session = stepped("a", "x<ca", "ll>{", "1", "1", "}", "<eos>", constraint=constraint)
    assert session.finish_reason == "stop"
    assert session.record().value == {"digits": "11"}


def test_named_tokens_after_the_trigger_are_read_by_their_ids() -> None:
    model = seeded_toy(["a", "go", "b"], specials=("<eos>", "<think>"))
    session = Session(model, "", Constraint("gbnf", 'root ::= "go" <think> "b"'), Trigger("word", "go"))
    for token_id in ids(model, "<think>", "a", "go", "<think>"):
        session.step(token_id)
    assert allowed(session) == {"b"}
    assert session.position.agreement.state == "agree"


def test_a_pattern_that_takes_too_long_undoes_the_step() -> None:
    model = CountingModel(seeded_toy(["a" * 40, "b"]))
    session = Session(model, "", Constraint("gbnf", 'root ::= "b"'), Trigger("pattern", "(?:a|aa)+$(?<=c)"))
    session.step(1)
    assert session.text == "b"
    with pytest.raises(PatternTimeoutError, match="took longer"):
        session.step(0)
    assert session.text == "b"
    assert session.position.index == 1
    session.step(1)
    assert session.text == "bb"


def test_a_trigger_needs_a_constraint() -> None:
    with pytest.raises(ValueError, match="there is no constraint"):
        Session(MODEL, "", None, WORD)
