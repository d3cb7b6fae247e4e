"""The README's examples, run as they stand."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text()
EXTRACTION, PIECES, SCHEMA = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
PRINTED = re.findall(r"```text\n(.*?)```", README, re.DOTALL)


def test_the_extraction_prints_what_the_readme_says(smollm2, capsys):
    exec(EXTRACTION, {})
    assert [capsys.readouterr().out] == PRINTED


def test_the_pieces_one_by_one(capsys):
    exec(PIECES, {})
    first, *steps, last = capsys.readouterr().out.splitlines()
    assert f"# {first}" in PIECES
    texts, masses = zip(*(step.rsplit(" ", 1) for step in steps), strict=True)
    assert all(0 < float(mass) <= 1 for mass in masses)
    written = "".join(texts).removesuffix("<eos>").replace("␣", " ")
    assert re.fullmatch("line [1-9][0-9]{0,3}", written)
    assert last == f"stop {written}"


def test_the_account_of_a_schema(capsys):
    exec(SCHEMA, {})
    shown = capsys.readouterr().out
    assert f"# {shown.splitlines()[0]}" in SCHEMA
    assert "rest='[]'" in shown


@pytest.mark.parametrize(
    "word", ["trigger", "budget", "temperature", "seed", "timeline", ".venv/bin/python try.py"]
)
def test_the_tour_and_the_scripts_are_introduced(word):
    assert word in README.lower()


def test_every_lesson_model_is_named():
    from playground.models.toy_presets import PRESETS

    assert [name for name in PRESETS if f"`{name}`" not in README] == []
