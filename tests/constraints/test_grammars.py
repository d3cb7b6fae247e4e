"""The regexes and schemas of grammars/: each is usable, has a prompt, and takes the texts it is meant for."""

from pathlib import Path

import pytest

from playground.automaton import check
from playground.constraints import Constraint

FOLDER = Path(__file__).parents[2] / "grammars"
KINDS = {
    ".regex": "regex",
    ".schema.json": "json_schema",
    ".choice": "choice",
    ".json_object": "json_object",
}
FILES = sorted(path for ending in KINDS for path in FOLDER.glob(f"*{ending}"))


def load(name: str) -> Constraint:
    kind = next(kind for ending, kind in KINDS.items() if name.endswith(ending))
    return Constraint(kind, (FOLDER / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_is_usable_and_has_a_prompt(path: Path) -> None:
    assert load(path.name).grammar.rules
    prompt = path.with_name(path.name.split(".")[0] + ".prompt.txt").read_text(encoding="utf-8")
    assert prompt.strip()


@pytest.mark.parametrize(
    ("name", "text", "status"),
    [
        ("phone.regex", "415-555-0132", "complete"),
        ("phone.regex", "415-555-013", "valid_prefix"),
        ("phone.regex", "415 555 0132", "invalid"),
        ("phone.regex", "415-555-0132\n", "invalid"),
        ("colour.regex", "grey", "complete"),
        ("colour.regex", "gre", "valid_prefix"),
        ("colour.regex", "gray", "invalid"),
        ("finding.schema.json", '{"file": "Parser.java", "line": 88, "severity": "high"}', "complete"),
        ("finding.schema.json", '{"file": "Parser.java", "line": 0', "invalid"),
        ("finding.schema.json", '{"file": "Parser.java", "line": 10000', "invalid"),
        ("finding.schema.json", '{"file":"seventeen letters', "invalid"),
        ("person.schema.json", '{"name": "Ada", "age": 42}', "complete"),
        ("person.schema.json", '{"name": "Ada", "age": 4', "valid_prefix"),
        ("person.schema.json", '{"name": "Ada", "age": 100', "invalid"),
        ("person.schema.json", '{"name": "ada', "invalid"),
        ("person.schema.json", '{"name": "A"', "invalid"),
        ("review.schema.json", '{"sentiment": "positive", "score": 0.95}', "complete"),
        ("review.schema.json", '{"sentiment": "great', "invalid"),
        ("sentiment.choice", "negative", "complete"),
        ("sentiment.choice", "pos", "valid_prefix"),
        ("sentiment.choice", "positive\n", "invalid"),
        ("any_object.json_object", '{"name": "Tom", "lives": 9}', "complete"),
        ("any_object.json_object", "[", "invalid"),
    ],
)
def test_texts(name: str, text: str, status: str) -> None:
    assert check(load(name), text).status == status
