"""The examples of `grammars/`: a constraint and the prompt that goes with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

GRAMMARS = Path(__file__).resolve().parents[2] / "grammars"
SUFFIXES = {
    ".gbnf": "gbnf",
    ".regex": "regex",
    ".schema.json": "json_schema",
    ".choice": "choice",
    ".json_object": "json_object",
}
_WITHOUT_LAST_BREAK = (".regex", ".choice", ".json_object")
"""A pattern is one line, and choices are lines: the file's last line break is no part of them."""


@dataclass(frozen=True, slots=True)
class Example:
    name: str
    kind: str
    text: str
    prompt: str

    @property
    def title(self) -> str:
        """The name as a person would write it: `tool_call` is `Tool call`."""
        return self.name.replace("_", " ").replace("-", " ").capitalize()


def load_examples(folder: Path = GRAMMARS) -> tuple[Example, ...]:
    """All examples in alphabetical order. Raises FileNotFoundError when one has no prompt."""
    found = [_load(path, suffix) for suffix in SUFFIXES for path in folder.glob(f"*{suffix}")]
    return tuple(sorted(found, key=lambda example: example.name))


def _load(path: Path, suffix: str) -> Example:
    name = path.name.removesuffix(suffix)
    prompt = path.with_name(f"{name}.prompt.txt").read_text(encoding="utf-8").strip()
    text = path.read_text(encoding="utf-8")
    text = text.rstrip("\n") if suffix in _WITHOUT_LAST_BREAK else text
    return Example(name, SUFFIXES[suffix], text, prompt)
