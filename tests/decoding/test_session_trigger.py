"""Lazy grammars in a session: what is masked before, where the grammar starts, what cannot fit."""

import pytest

from playground.constraints import Constraint, RequestTrigger
from playground.decoding import Session, StepError, Trigger, larger_budget
from playground.decoding.position import TriggerState
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


def test_text_that_does_not_fit_has_its_own_finish_reason() -> None:
    session = stepped("a", "x<ca", "ll>!")
    assert session.finish_reason == "misfit"
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


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("<call", "'<call' is not one token of this model but 2: < (3), call (4). Name one"),
        ("§", "'§' is not one token of this model but none: its tokenizer turns it into nothing"),
        (18, "There is no token 18 for a trigger: this model has 18 tokens. Use an id from 0 to 17."),
        ("<eos>", "The trigger token <eos> ends the text"),
        (17, "The trigger token <eos> ends the text"),
    ],
)
def test_a_trigger_token_must_be_one_token(value: str | int, says: str) -> None:
    with pytest.raises(ValueError, match="trigger") as caught:
        Session(MODEL, "", CALL, Trigger("token", value))
    assert says in str(caught.value)


def test_a_word_that_is_one_token_says_what_a_server_makes_of_it() -> None:
    session = Session(MODEL, "", CALL, [WORD, Trigger("word", "<call>{"), Trigger("pattern", "a")])
    [note] = session.watch.notes()
    assert note.startswith("The trigger word '<call>' is one token of this model (6).")
    assert "preserved_tokens" in note
    assert Session(MODEL, "", CALL).watch.notes() == ()


def test_triggers_as_a_request_names_them() -> None:
    triggers = [WORD, Trigger("token", "<call>"), Trigger("token", 9), Trigger("full_pattern", "a|b")]
    assert Session(MODEL, "", CALL, triggers).watch.requests() == (
        RequestTrigger("word", "<call>"),
        RequestTrigger("token", "<call>", 6),
        RequestTrigger("token", "ll>!", 9),
        RequestTrigger("full_pattern", "a|b"),
    )


def test_no_trigger_in_a_sequence_is_none() -> None:
    assert Session(MODEL, "", CALL, []).position.trigger == TriggerState("off")
    assert Session(MODEL, "", None, []).position.stack_note == "there is no constraint"


def test_the_state_is_plain_data() -> None:
    waiting = stepped("a", "x<ca").position.to_dict()["trigger"]
    assert waiting == {"state": "waiting", "seen": "<ca", "since_token": None, "offset": None, "by": 0}
    active = stepped("a", "x<ca", "ll>{").position.to_dict()["trigger"]
    assert active == {"state": "active", "seen": "", "since_token": 2, "offset": 2, "by": 0}


THINK = Trigger("token", "<think>")


@pytest.mark.parametrize(
    ("body", "trigger", "steps", "text"),
    [
        pytest.param('"<think>" [0-9]', THINK, ("a", "<think>", "1"), "<think>1", id="spelled"),
        pytest.param("<think> [0-9]", THINK, ("a", "<think>", "1"), "1", id="named"),
        pytest.param("<think> [0-9]", None, ("<think>", "1"), "1", id="no trigger"),
    ],
)
def test_a_special_token_at_the_start_is_read_like_the_rest(
    body: str, trigger: Trigger | None, steps: tuple[str, ...], text: str
) -> None:
    model = seeded_toy(["a", "1"], specials=("<eos>", "<think>"))
    session = Session(model, "", Constraint("gbnf", f"root ::= {body}"), trigger)
    for token_id in ids(model, *steps, "<eos>"):
        session.step(token_id)
    record, tree = session.record(), session.parse_tree()
    assert record.errors == ()
    assert tree is not None
    assert tree.text == text


def test_a_larger_budget_does_not_help_where_the_text_does_not_fit() -> None:
    session = Session(MODEL, "", CALL, WORD, budget=2)
    for token_id in ids(MODEL, "x<ca", "ll>!"):
        session.step(token_id)
    assert session.finish_reason == "misfit"
    assert larger_budget(session) is None


@pytest.mark.parametrize(
    ("grammar", "text"),
    [
        ('root ::= !<[0]> "b"', "e"),  # not token 0: `false`, of which a part is read, is such a token
        ('root ::= <[2]> "b"', "e"),
        ('root ::= "e" "b"', "e"),
    ],
)
def test_a_token_in_which_the_trigger_begins_counts_by_its_part_or_by_its_id(grammar: str, text: str) -> None:
    model = seeded_toy(["a", "b", "false"])
    session = Session(model, "", Constraint("gbnf", grammar), Trigger("word", text))
    session.step(2)
    assert session.finish_reason is None
    assert allowed(session) == {"b"}
    assert session.position.agreement.state == "agree"
    session.back()
    session.step(2)
    session.step(1)
    assert session.position.may_end


@pytest.mark.parametrize("grammar", ['root ::= "false" "b"', 'root ::= !<[2]> "b"', 'root ::= <[0]> "b"'])
def test_the_whole_text_of_a_token_in_which_the_trigger_begins_does_not_count(grammar: str) -> None:
    session = Session(seeded_toy(["a", "b", "false"]), "", Constraint("gbnf", grammar), Trigger("word", "e"))
    session.step(2)
    assert session.finish_reason == "misfit"
    assert session.position.agreement.state == "agree"
