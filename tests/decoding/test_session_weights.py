"""Sessions over the bundled model's real weights, where the point is its size or its tokens."""

import gc
import re
import tracemalloc

import pytest

from playground.constraints import Constraint
from playground.decoding import Sampling, Session, Trigger
from playground.models import Model

pytestmark = pytest.mark.weights

FINDING = Constraint(
    "json_schema",
    '{"title": "Finding", "type": "object", "properties": {"file": {"enum": ["Parser.java", "Main.java"]}, '
    '"line": {"type": "integer"}, "severity": {"enum": ["low", "high"]}}, '
    '"required": ["file", "line", "severity"]}',
)


@pytest.fixture(scope="module")
def finding(smollm2: Model) -> Session:
    """A record, written to its end."""
    prompt = "Report the bug in Parser.java, line 88, severity high, as JSON."
    session = Session(smollm2, prompt, FINDING, budget=60)
    list(session.run())
    return session


def test_a_schema_becomes_a_record(finding: Session) -> None:
    assert finding.finish_reason == "stop"
    record = finding.record()
    assert record.errors == ()
    assert record.value["file"] == "Parser.java"
    assert record.repr.startswith("Finding(file='Parser.java', line=")
    assert record.typed.severity in ("low", "high")


def test_engine_and_automaton_agree_at_every_position(finding: Session) -> None:
    states = [finding.position_at(index).agreement.state for index in range(len(finding.token_ids))]
    assert set(states) == {"agree"}


def test_the_end_is_allowed_exactly_where_the_text_is_complete(finding: Session) -> None:
    end_id = finding.token_ids[-1]
    assert end_id in finding.model.vocabulary.end_ids
    last = len(finding.token_ids) - 1
    for index in range(last + 1):
        [row] = (
            row
            for row in finding.vocabulary(index, query=str(end_id), page_size=1000).rows
            if row.token_id == end_id
        )
        assert row.allowed == finding.position_at(index).may_end
    assert finding.position_at(last).may_end
    assert not finding.position_at(0).may_end


def test_special_tokens_never_match_as_text(smollm2: Model) -> None:
    session = Session(smollm2, "Quote something.", Constraint("gbnf", r'root ::= "\"" [^"]* "\""'))
    session.step()
    specials = [i for i, data in enumerate(smollm2.vocabulary.tokens) if data is None]
    assert len(specials) > 10
    shown = session.vocabulary(query="<|im_start|>", page_size=5).rows
    assert [row.allowed for row in shown] == [False]
    assert "special token is not text" in shown[0].reason
    assert session.position.agreement.state == "agree"


def test_the_figures_of_a_position_fit_together(finding: Session) -> None:
    position = finding.position_at(2)
    size = len(finding.model.vocabulary)
    assert position.allowed_count + position.masked_count == size
    allowed = finding.vocabulary(2, show="allowed", page_size=size)
    assert allowed.total == position.allowed_count
    assert sum(row.before for row in allowed.rows) == pytest.approx(position.kept_mass)
    assert sum(row.after for row in allowed.rows) == pytest.approx(1)
    falling = [row.before for row in finding.vocabulary(2).rows]
    assert falling == sorted(falling, reverse=True)
    assert [c.token_id for c in position.candidates[:20]] == [
        row.token_id for row in finding.vocabulary(2, page_size=20).rows
    ]


def test_free_text_and_then_the_grammar(smollm2: Model) -> None:
    """The grammar starts at the first white space, inside a token that began a word."""
    short = Constraint("gbnf", 'root ::= [ a-z]{3,10} "."')
    session = Session(smollm2, "What is a cat?", short, Trigger("pattern", r"^\S+( )"), budget=30)
    states = [step.position.trigger.state for step in session.run()]
    trigger = session.position.trigger
    assert trigger.since_token is not None
    assert trigger.offset is not None
    assert states == ["waiting"] * (trigger.since_token + 1) + ["active"] * (
        len(states) - trigger.since_token - 1
    )
    assert session.finish_reason == "stop"
    assert session.text[: trigger.offset].isalpha()
    assert re.fullmatch(r" [ a-z]{2,9}\.", session.text[trigger.offset :])


@pytest.mark.parametrize(
    ("trigger", "by", "free"),
    [
        ([Trigger("token", " Paris")], 0, "The capital of France is"),
        ([Trigger("word", "Berlin"), Trigger("word", "is Pa")], 1, "The capital of France "),
        ([Trigger("full_pattern", r".*France( is Paris)")], 0, "The capital of France"),
    ],
)
def test_free_text_up_to_each_kind_of_trigger(
    smollm2: Model, trigger: list[Trigger], by: int, free: str
) -> None:
    asked = "What is the capital of France?"
    call = Constraint("gbnf", 'root ::= " "? ("is ")? "Paris" ", " [A-Za-z]{2,8} "!"')
    session = Session(smollm2, asked, call, trigger, budget=30)
    list(session.run())
    state = session.position.trigger
    assert (state.by, state.offset) == (by, len(free))
    assert session.finish_reason == "stop"
    assert re.fullmatch(re.escape(free) + " ?(is )?Paris, [A-Za-z]{2,8}!", session.text)


def test_a_hundred_steps_keep_less_than_two_megabytes(smollm2: Model) -> None:
    words = Constraint("gbnf", r"root ::= [a-z ]*")
    session = Session(smollm2, "Words:", words, sampling=Sampling(temperature=1, seed=3), budget=100)
    list(session.run(2))
    gc.collect()
    tracemalloc.start()
    taken = len(list(session.run(25)))
    gc.collect()
    traced, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # The hidden states are torch's, which is not traced; keys and values are left out on purpose.
    hidden_bytes = 2 * 576 * 4
    assert taken > 10
    assert 100 * (traced / taken + hidden_bytes) < 2_000_000
