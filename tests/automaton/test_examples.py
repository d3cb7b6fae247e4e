"""What the example grammars in grammars/ match."""

import json
from pathlib import Path

import pytest

from playground.automaton import check
from playground.constraints import Constraint

FOLDER = Path(__file__).parents[2] / "grammars"


def verdict(name: str, text: str) -> tuple[str, int]:
    found = check(Constraint("gbnf", (FOLDER / f"{name}.gbnf").read_text()), text)
    return found.status, found.offset


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("json", '{"a": [1, -2.5e10, "x\\n\\u00e9"], "b": {"c": null}, "d": [], "e": {}}'),
        ("json", json.dumps({"a": [1, {"b": True}], "c": [[], ""]}, indent=2)),
        ("json", '{"a":1,"b":[true,false]}'),
        ("arithmetic", "(2 + 3) * 4 = 20"),
        ("arithmetic", "2 - 3 = -1"),
        ("command", "edit src/app.java line 12\n"),
        ("command", "edit errmsg/loader/loaderyy.java line 8888\n"),
        ("sql", "SELECT name FROM airports"),
        ("sql", "SELECT id, name FROM users WHERE id >= 7 AND name = 'O Hare' ORDER BY id DESC LIMIT 1"),
        ("tool_call", '<tool_call>{"name": "read_file", "args": {"path": "src/Main.java"}}</tool_call>'),
    ],
)
def test_matches(name: str, text: str) -> None:
    assert verdict(name, text) == ("complete", len(text))


@pytest.mark.parametrize(
    ("name", "text", "offset"),
    [
        ("json", "1", 0),
        ("json", '{"a": 01}', 7),
        ("json", '{"a": 1,}', 8),
        ("json", '{"a": "\n"}', 7),
        ("json", '{"a": 1}\n', 8),
        ("arithmetic", "2 + = 3", 4),
        ("command", "edit App.java", 5),
        ("command", "edit abcdefghi.java", 13),
        ("command", "edit a.java line 0", 17),
        ("sql", "DROP TABLE users", 0),
        ("sql", "SELECT price FROM users", 7),
        ("tool_call", '<tool_call>{"name": "readFile"', 25),
    ],
)
def test_fails(name: str, text: str, offset: int) -> None:
    assert verdict(name, text) == ("invalid", offset)
