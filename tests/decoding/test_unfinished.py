"""What a cut text still lacks."""

import pytest

from playground.constraints import Constraint
from playground.decoding import Session, Trigger
from playground.models import load_model
from tests.decoding.models import scripted_toy

FINDING = Constraint(
    "json_schema",
    '{"type": "object", "properties": {"line": {"type": "integer"}, "bad": {"enum": ["low", "lowest"]}},'
    ' "required": ["line", "bad"], "additionalProperties": false}',
)


def session(constraint: Constraint | None, *steps: str, trigger: Trigger | None = None) -> Session:
    """A session that has taken these steps, one token each."""
    made = Session(scripted_toy(list(dict.fromkeys(steps)), steps), "", constraint, trigger)
    for _ in steps:
        made.step()
    return made


@pytest.mark.parametrize(
    ("steps", "completion"),
    [
        (('{"li', 'ne": ', "4"), ',"bad":"low"}'),
        (('{"line":4', ","), '"bad":"low"}'),
        (('{"line":4,"bad":"lo', "we"), 'st"}'),
        (('{"line":4,"bad":"low"', "\n"), "}"),
    ],
)
def test_the_shortest_completion(steps: tuple[str, ...], completion: str) -> None:
    found = session(FINDING, *steps).unfinished()
    assert found is not None
    assert found.completion == completion
    assert found.characters == len(completion)


def test_what_was_expected() -> None:
    found = session(Constraint("gbnf", 'root ::= "a" ([0-9] | "bc" | root)'), "a").unfinished()
    assert found is not None
    assert set(found.expected) == {"a digit", '"bc"', '"a"'}
    assert (found.completion, found.characters) == ("0", 1)


def test_a_complete_text_lacks_nothing() -> None:
    found = session(Constraint("choice", "a\nab"), "a").unfinished()
    assert found is not None
    assert (found.completion, found.characters) == ("", 0)


def test_what_nothing_completes() -> None:
    found = session(Constraint("gbnf", 'root ::= "a" root'), "a").unfinished()
    assert found is not None
    assert (found.completion, found.characters) == (None, None)


def test_too_long_to_write_out() -> None:
    found = session(Constraint("gbnf", 'root ::= "a" ("b"{100}){100}'), "a").unfinished()
    assert found is not None
    assert (found.completion, found.characters) == (None, 10_000)


def test_nothing_to_say_without_a_grammar() -> None:
    assert session(None, "a").unfinished() is None
    waiting = session(Constraint("gbnf", 'root ::= "x"'), "a", trigger=Trigger("word", "x"))
    assert waiting.unfinished() is None


def test_after_a_trigger_the_grammar_reads_from_there() -> None:
    fired = session(Constraint("gbnf", 'root ::= "<" [0-9] ">"'), "text ", "<", trigger=Trigger("word", "<"))
    found = fired.unfinished()
    assert found is not None
    assert (found.completion, found.expected) == ("0>", ("a digit",))


def test_plain_data() -> None:
    found = Session(load_model("toy"), "x", FINDING).unfinished()
    assert found is not None
    assert found.to_dict()["characters"] == len('{"line":0,"bad":"low"}')
