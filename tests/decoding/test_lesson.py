"""The lesson's examples, stepped."""

import re

import pytest

from playground.constraints import Constraint
from playground.decoding import Sampling, Session, Trigger
from playground.models import load_model
from playground.records.json_record import json_record
from tests.decoding.models import fixed_toy, ids, seeded_toy

COLOURS = Constraint("gbnf", 'root ::= "red" | "green" | "grey" | "blue"')
COLOUR_TOKENS = [*"redgnyblu", "re", "red", "gr", "green", "ee", "en", "ey", "bl", "ue", "yellow"]


def allowed_texts(session: Session) -> list[str]:
    page = session.vocabulary(show="allowed", page_size=1000)
    return [row.text for row in sorted(page.rows, key=lambda row: row.token_id)]


def test_example_2_the_mask_scales_what_is_left() -> None:
    session = Session(load_model("toy:lesson2"), "", Constraint("gbnf", 'root ::= ("{" | " {") [^{]*'))
    position = session.position
    by_text = {candidate.text: candidate for candidate in position.candidates}
    assert round(position.kept_mass, 4) == 0.1229
    before = {text: round(candidate.before, 4) for text, candidate in by_text.items()}
    assert before == {
        "Sure": 0.4027,
        "Here": 0.2443,
        "```": 0.1482,
        "{": 0.0899,
        "⏎": 0.0545,
        "␣{": 0.0331,
        "[": 0.0201,
        '"': 0.0074,
    }
    after = {text: round(candidate.after, 4) for text, candidate in by_text.items()}
    assert (after.pop("{"), after.pop("␣{")) == (0.7311, 0.2689)
    assert set(after.values()) == {0.0}
    assert (position.allowed_count, position.masked_count) == (2, 6)


def test_example_3_colours_allow_what_the_lesson_prints() -> None:
    model = load_model("toy:lesson3")
    end = "<eos>"
    first = ["r", "re", "red", "g", "gr", "green", "b", "bl"]
    runs = [
        [("re", first), ("d", ["d"]), (end, [end])],
        [("gr", first), ("e", ["e", "ee", "ey"]), ("y", ["e", "en", "y"]), (end, [end])],
        [("gr", first), ("ee", ["e", "ee", "ey"]), ("n", ["n"]), (end, [end])],
    ]
    texts = []
    for run in runs:
        session = Session(model, "", COLOURS)
        for token, allowed in run:
            assert sorted(allowed_texts(session)) == sorted(allowed)
            assert session.position.agreement.state == "agree"
            session.step(ids(model, token)[0])
        texts.append(session.text)
        assert session.finish_reason == "stop"
    assert texts == ["red", "grey", "green"]


def test_example_3_without_an_e_there_is_a_dead_end() -> None:
    model = seeded_toy([token for token in COLOUR_TOKENS if token != "e"])
    session = Session(model, "", COLOURS)
    session.step(ids(model, "r")[0])
    assert session.finish_reason == "dead_end"
    position = session.position
    assert position.allowed_count == 0
    assert position.kept_mass == 0
    assert position.finish_note == "No token of the vocabulary fits the grammar here."
    assert not position.may_end
    assert session.record().value is None


def test_example_11_a_lazy_grammar() -> None:
    call = Constraint(
        "gbnf",
        r"""root ::= "<tool_call>{\"name\": \"" name "\", \"args\": {\"path\": \"" path "\"}}</tool_call>"
name ::= "read_file" | "run_tests"
path ::= [a-zA-Z/._]+""",
    )
    session = Session(load_model("toy:lesson11"), "", call, Trigger("word", "<tool_call>"))
    # State of the trigger, what the model offers in its order, and what is taken of that.
    expected = [
        ("waiting", ["I␣will␣", "Let␣me␣"], "I␣will␣"),
        ("waiting", ["read␣the␣file.⏎"], "read␣the␣file.⏎"),
        ("waiting", ["<tool_call>"], "<tool_call>"),
        ("active", ['{"name":␣"', "{'name':␣'"], '{"name":␣"'),
        ("active", ["readFile", "read_file"], "read_file"),
        ("active", ['",␣"args":␣{"path":␣"', '",␣"path":␣"'], '",␣"args":␣{"path":␣"'),
        ("active", ["src/Main.java"], "src/Main.java"),
        ("active", ['"}}', '"}'], '"}}'),
        ("active", ["</tool_call>", "⏎"], "</tool_call>"),
        ("active", ["<eos>"], "<eos>"),
    ]
    for (state, offered, taken), step in zip(expected, session.run(), strict=True):
        assert step.position.trigger.state == state
        assert [candidate.text for candidate in step.position.candidates[: len(offered)]] == offered
        assert step.text == taken
    assert session.text == (
        "I will read the file.\n"
        '<tool_call>{"name": "read_file", "args": {"path": "src/Main.java"}}</tool_call>'
    )
    trigger = session.position.trigger
    assert (trigger.by, trigger.since_token, trigger.offset) == (0, 2, len("I will read the file.\n"))
    assert session.record().value == {"name": "read_file", "path": "src/Main.java"}


def test_example_13_the_integers_that_the_model_believed_in_little() -> None:
    model = fixed_toy({'"unknown"': 0.55, "null": 0.20, "42": 0.10, "7": 0.08, "1": 0.07})
    session = Session(model, "", Constraint("gbnf", "root ::= [0-9]+"))
    position = session.position
    assert round(position.kept_mass, 2) == 0.25
    after = {candidate.text: round(candidate.after, 3) for candidate in position.candidates}
    assert after == {'"unknown"': 0, "null": 0, "42": 0.400, "7": 0.320, "1": 0.280, "<eos>": 0}


PERSON_TOKENS = ["{", '{"', "name", '":', "age", '"name": "', "A", "Ada", "Al", "an", "Bo", "b", "ice", "ob"]
PERSON_TOKENS += ["o", "x", "1", "4", "42", "7", "0", "}", '"}', "[", "null", "Sure"]
PERSON_TOKENS += [' "', '", "', ": ", ", ", " "]
PERSON = Constraint("gbnf", r'root ::= "{\"name\": \"" [A-Z] [a-z]{1,8} "\", \"age\": " [1-9] [0-9]? "}"')


def person(seed: int, budget: int) -> Session:
    sampling = Sampling(temperature=1, seed=seed)
    return Session(seeded_toy(PERSON_TOKENS), "", PERSON, sampling=sampling, budget=budget)


PERSON_SCHEMA = {
    "title": "Person",
    "type": "object",
    "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
    "required": ["name", "age"],
    "additionalProperties": False,
}


@pytest.mark.parametrize("seed", [1, 2, 3, 5])
def test_example_14_noise_writes_a_person(seed: int) -> None:
    session = person(seed, 40)
    list(session.run())
    assert session.finish_reason == "stop"
    found = re.fullmatch(r'\{"name": "([A-Z][a-z]{1,8})", "age": ([1-9][0-9]?)\}', session.text)
    assert found
    assert session.record().value == session.text
    assert json_record(PERSON_SCHEMA, session.text).repr == f"Person(name={found[1]!r}, age={found[2]})"
    assert all(session.position_at(i).agreement.state == "agree" for i in range(len(session.token_ids)))


def test_example_14_a_space_alone_leads_to_a_dead_end() -> None:
    session = person(1, 40)
    for token_id in ids(session.model, "{", '"name": "', "A", "x", '", "', "age", '":'):
        session.step(token_id)
    session.back(7)
    for token_id in ids(session.model, '{"', "name", '":', " "):
        session.step(token_id)
    # A quote alone is not among the tokens.
    assert session.finish_reason == "dead_end"
    assert session.position.allowed_count == 0


def test_example_14_six_tokens_are_too_few() -> None:
    whole = person(1, 40)
    list(whole.run())
    cut = person(1, 6)
    assert len(list(cut.run())) == 6
    assert cut.finish_reason == "length"
    assert cut.position.finish_note == "The budget of 6 tokens is spent."
    assert whole.text.startswith(cut.text)
    assert cut.text != whole.text
    record = cut.record()
    assert record.value is None
    assert record.errors == ("The budget of 6 tokens is spent. The text is cut and not parsed.",)
