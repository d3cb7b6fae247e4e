"""Imports go one way: a room knows only the rooms before it, and only the page knows Gradio."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ["grammar", "constraints", "automaton", "engines", "models", "records", "decoding", "lessons", "page"]
FILES = sorted((ROOT / "playground").rglob("*.py"))


def imported(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_room_imports_only_rooms_before_it(file: Path) -> None:
    room = file.relative_to(ROOT / "playground").parts[0]
    if room not in ROOMS:
        return
    later = {f"playground.{name}" for name in ROOMS[ROOMS.index(room) + 1 :]}
    assert not {name for name in imported(file) if ".".join(name.split(".")[:2]) in later}
    assert room == "page" or not {name for name in imported(file) if name.split(".")[0] == "gradio"}


def test_every_room_is_in_the_order() -> None:
    folders = {
        folder.name for folder in (ROOT / "playground").iterdir() if (folder / "__init__.py").is_file()
    }
    assert folders <= set(ROOMS)
