"""Thinking blocks worked out by hand: nothing is masked up to their end, from there on the constraint is."""

from typing import NamedTuple

import pytest

from playground.constraints import Constraint, Kind
from playground.decoding import Session, Trigger
from playground.decoding.position import TriggerState
from tests.decoding.models import ids, seeded_toy

TEXTS = ["a", "b", " ", "<", "/t>", "</t>", "x</", "t>", "t>1", "t>a", "1", "{", "}", "é", "</", "call"]
MODEL = seeded_toy(TEXTS, specials=("<eos>", "<tool>"))
ONE = ("gbnf", 'root ::= "1" "a"?')


class Case(NamedTuple):
    name: str
    constraint: tuple[Kind, str]
    triggers: list[Trigger]
    steps: list[tuple[str, str]]
    """Each token and what stands after it: `thinks`, `waits`, or where the grammar began and its tokens."""
    end: str = "</t>"


CASES = [
    Case("at once", ONE, [], [("</t>", "0+4: 1"), ("1", "0+4: a <eos>"), ("<eos>", "stop")]),
    Case("after thoughts", ONE, [], [("1", "thinks"), ("a", "thinks"), ("</t>", "2+6: 1")]),
    Case(
        "in several tokens",
        ONE,
        [],
        [("a", "thinks"), ("<", "thinks <"), ("/t>", "2+5: 1"), ("1", "2+5: a <eos>")],
    ),
    Case("begins inside a token", ONE, [], [("x</", "thinks </"), ("t>", "1+5: 1")]),
    Case("begun and broken", ONE, [], [("</", "thinks </"), ("a", "thinks"), ("</t>", "2+7: 1")]),
    Case("begun again", ONE, [], [("<", "thinks <"), ("</", "thinks </"), ("t>", "2+5: 1")]),
    Case("its token goes on as the grammar does", ONE, [], [("</", "thinks </"), ("t>1", "1+4: a <eos>")]),
    Case("its token cannot go on so", ONE, [], [("</", "thinks </"), ("t>a", "misfit")]),
    Case("the end token ends it all", ONE, [], [("a", "thinks"), ("<eos>", "stop")]),
    Case("a special token ends it", ONE, [], [("</t>", "thinks"), ("<tool>", "1+4: 1")], "<tool>"),
    Case("behind a broad character", ONE, [], [("é", "thinks"), ("</t>", "1+5: 1")]),
    Case("a regex", ("regex", "(?P<n>1)"), [], [("a", "thinks"), ("</t>", "1+5: 1"), ("1", "1+5: <eos>")]),
    Case("a choice", ("choice", "a\nb"), [], [("b", "thinks"), ("</t>", "1+5: a b")]),
    Case("any object", ("json_object", ""), [], [("{", "thinks"), ("</t>", "1+5: {"), ("{", "1+5:   }")]),
    Case(
        "a schema",
        ("json_schema", '{"type": "integer", "maximum": 1, "minimum": 1}'),
        [],
        [("a", "thinks"), ("</t>", "1+5: 1"), ("1", "1+5: <eos>")],
    ),
    Case(
        "a structural tag",
        ("structural_tag", '{"format": {"type": "const_string", "value": "b1"}}'),
        [],
        [("a", "thinks"), ("</t>", "1+5: b"), ("b", "1+5: 1")],
    ),
    # What the grammar reads of a trigger begins at the trigger; before the end of the thinking none counts.
    Case(
        "then a word",
        ("gbnf", 'root ::= "call" "1"'),
        [Trigger("word", "call")],
        [("call", "thinks"), ("</t>", "waits"), ("a", "waits"), ("call", "3+9: 1")],
    ),
    Case(
        "then a pattern, which sees nothing of the thoughts",
        ("gbnf", 'root ::= "{" "1"'),
        [Trigger("full_pattern", "a?({)")],
        [("b", "thinks"), ("</t>", "waits"), ("a", "waits a"), ("{", "3+6: 1")],
    ),
    Case(
        "then a token",
        ("gbnf", 'root ::= <tool> "1"'),
        [Trigger("token", "<tool>")],
        [("<tool>", "thinks"), ("</t>", "waits"), ("<tool>", "2+4: 1")],
    ),
    Case(
        "one token ends the thinking and fires",
        ("gbnf", 'root ::= "1" "a"'),
        [Trigger("word", "1")],
        [("</", "thinks </"), ("t>1", "1+4: a")],
    ),
]


def said(session: Session) -> str:
    """What a case says of a session."""
    trigger = session.position.trigger
    if session.finish_reason:
        return session.finish_reason
    if trigger.state in ("thinking", "waiting"):
        assert session.position.masked_count == 0
        return f"{'thinks' if trigger.state == 'thinking' else 'waits'} {trigger.seen}".strip()
    rows = session.vocabulary(show="allowed", page_size=99).rows
    texts = [MODEL.vocabulary.tokens[row.token_id] or b"<eos>" for row in rows]
    allowed = [text.decode() for text in texts]
    known = [*TEXTS, "<eos>"]
    return f"{trigger.since_token}+{trigger.offset}: {' '.join(sorted(allowed, key=known.index))}"


@pytest.mark.parametrize("engine", ["xgrammar", "automaton"])
@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_case(case: Case, engine: str) -> None:
    session = Session(
        MODEL, "", Constraint(*case.constraint), case.triggers, engine=engine, thinking=case.end
    )
    assert said(session) == "thinks"
    found = []
    for text, _ in case.steps:
        session.step(ids(MODEL, text)[0])
        found.append((text, said(session)))
    assert found == case.steps


def test_the_thinking_is_no_part_of_the_record() -> None:
    session = Session(MODEL, "", Constraint(*ONE), thinking="</t>")
    for token_id in ids(MODEL, "b", "</t>", "1", "a", "<eos>"):
        session.step(token_id)
    assert session.text == "b</t>1a"
    assert session.record().value == "1a"
    tree = session.parse_tree()
    assert tree is not None
    assert tree.text == "1a"


def test_steps_go_back_into_the_thinking() -> None:
    session = Session(MODEL, "", Constraint(*ONE), thinking="</t>")
    for token_id in ids(MODEL, "a", "</t>", "1"):
        session.step(token_id)
    session.back(2)
    assert session.position.trigger == TriggerState("thinking")
    session.step(ids(MODEL, "1")[0])
    session.step(ids(MODEL, "</t>")[0])
    assert session.position.trigger == TriggerState("active", since_token=2, offset=6)


def test_thinking_without_an_end_governs_nothing_and_says_so() -> None:
    session = Session(MODEL, "", Constraint(*ONE), thinking="</t>")
    for token_id in ids(MODEL, "a", "<eos>"):
        session.step(token_id)
    record = session.record()
    assert record.value == "a"
    assert record.notes == ("The thinking has not ended, so the constraint governed nothing.",)


def test_a_text_that_cannot_follow_the_thinking_is_named() -> None:
    session = Session(MODEL, "", Constraint(*ONE), thinking="</t>")
    for token_id in ids(MODEL, "</", "t>a"):
        session.step(token_id)
    assert session.position.finish_note.startswith("The thinking ended, but the text from there on, 'a', ")


def test_thinking_needs_a_constraint() -> None:
    with pytest.raises(ValueError, match="there is no constraint"):
        Session(MODEL, "", thinking="</t>")
