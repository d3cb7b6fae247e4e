from pathlib import Path

import pytest

from playground.page.examples import Example, load_examples


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
