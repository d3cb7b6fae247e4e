from pathlib import Path

import pytest

from playground.constraints import Constraint
from playground.decoding import Session, Trigger
from playground.lessons.examples import Example, examples_for, load_examples
from playground.models import load_model
from playground.models.toy_presets import PRESETS


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")


def test_each_kind_by_its_suffix_with_its_prompt_in_alphabetical_order(tmp_path: Path) -> None:
    write(
        tmp_path,
        phone__regex="[0-9]+\n",
        phone__prompt__txt="A number.\n",
        json__gbnf='root ::= "{}"\n',
        json__prompt__txt="An object.",
        any__json_object="",
        any__prompt__txt="A cat.",
        mood__choice="good\nbad\n",
        mood__prompt__txt="Good or bad?",
        big_person__schema__json="{}\n",
        big_person__prompt__txt="A person.",
    )
    assert load_examples(tmp_path) == (
        Example("any", "json_object", "", "A cat."),
        Example("big_person", "json_schema", "{}\n", "A person."),
        Example("json", "gbnf", 'root ::= "{}"\n', "An object."),
        Example("mood", "choice", "good\nbad", "Good or bad?"),
        Example("phone", "regex", "[0-9]+", "A number."),
    )


def test_an_example_without_a_prompt_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, phone__regex="[0-9]+")
    with pytest.raises(FileNotFoundError, match=r"phone\.prompt\.txt"):
        load_examples(tmp_path)


def test_title() -> None:
    assert Example("tool_call", "gbnf", "", "").title == "Tool call"


def first_session(model_name: str) -> Session:
    example = examples_for(model_name)[0]
    trigger = None if example.trigger_kind == "off" else Trigger(example.trigger_kind, example.trigger)
    return Session(load_model(model_name), example.prompt, Constraint(example.kind, example.text), trigger)


@pytest.mark.parametrize("model_name", PRESETS)
def test_every_toy_begins_with_an_example_that_it_can_write(model_name: str) -> None:
    position = first_session(model_name).position
    assert position.finish_reason is None
    assert position.allowed_count > 0
    assert position.agreement.state != "differ"


def test_lesson_2_opens_with_its_table() -> None:
    position = first_session("toy:lesson2").position
    after = {each.text: round(each.after, 4) for each in position.candidates if each.allowed}
    assert (round(position.kept_mass, 4), after) == (0.1229, {"{": 0.7311, "␣{": 0.2689})


def test_lesson_3_opens_with_the_tokens_that_begin_a_colour() -> None:
    page = first_session("toy:lesson3").vocabulary(show="allowed")
    assert sorted(row.text for row in page.rows) == sorted(["r", "re", "red", "g", "gr", "green", "b", "bl"])


def test_lesson_11_opens_with_a_trigger_and_a_name_that_the_mask_corrects() -> None:
    session = first_session("toy:lesson11")
    assert session.position.trigger.state == "waiting"
    list(session.run())
    assert session.finish_reason == "stop"
    assert session.text.endswith('{"name": "read_file", "args": {"path": "src/Main.java"}}</tool_call>')
    assert session.record().value == {"name": "read_file", "path": "src/Main.java"}


def test_lesson_13_opens_with_the_numbers_that_the_model_believed_in_little() -> None:
    position = first_session("toy:lesson13").position
    after = {each.text: round(each.after, 3) for each in position.candidates if each.allowed}
    assert (round(position.kept_mass, 2), after) == (0.25, {"42": 0.4, "7": 0.32, "1": 0.28})


def test_lesson_14_opens_with_a_person() -> None:
    session = first_session("toy:lesson14")
    list(session.run())
    assert session.finish_reason == "stop"
    assert set(session.record().value) == {"name", "age"}


def test_other_models_begin_with_a_json_schema_and_have_the_lessons_last() -> None:
    found = examples_for("anything")
    assert (found[0].name, found[0].kind) == ("finding", "json_schema")
    names = [example.name for example in found if not example.lesson]
    assert sorted(names) == [example.name for example in load_examples()]
    assert [example.lesson for example in found[len(names) :]] == [1, 2, 3, 9, 11, 13, 14, 15]


def test_the_trigger_of_an_example_is_the_word_in_its_file(tmp_path: Path) -> None:
    write(tmp_path, call__gbnf='root ::= "go"', call__prompt__txt="Call.", call__trigger__txt="go\n")
    assert load_examples(tmp_path)[0] == Example("call", "gbnf", 'root ::= "go"', "Call.", "word", "go")
