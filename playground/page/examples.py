"""What fills in the left column: the examples of `grammars/`, and what a visitor had there before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

GRAMMARS = Path(__file__).resolve().parents[2] / "grammars"
LESSONS = GRAMMARS / "lessons"
"""Examples for the vocabularies of a dozen tokens, which can write little else."""
SUFFIXES = {
    ".gbnf": "gbnf",
    ".regex": "regex",
    ".schema.json": "json_schema",
    ".choice": "choice",
    ".json_object": "json_object",
}
_WITHOUT_LAST_BREAK = (".regex", ".choice", ".json_object")
"""A pattern is one line, and choices are lines: the file's last line break is no part of them."""
_FIRST = "finding"
_FIRST_OF_LESSON = {
    "toy:lesson2": "lesson_2",
    "toy:lesson3": "lesson_3",
    "toy:lesson11": "lesson_11",
    "toy:lesson13": "lesson_13",
}
"""By the model's name: the example whose figures its lesson is about."""


@dataclass(frozen=True, slots=True)
class Example:
    name: str
    kind: str
    text: str
    prompt: str
    trigger_kind: str = "off"
    trigger: str = ""

    @classmethod
    def from_fields(cls, name: str, fields: Sequence[Any]) -> Example:
        """What is filled in, as an example; `fields` as `Setup.from_fields` takes them."""
        kind, text, prompt = fields[:3]
        trigger_kind = fields[10] or "off"
        trigger = "" if trigger_kind == "off" else fields[11]
        return cls(name, kind, text or "", prompt or "", trigger_kind, trigger or "")

    def fill_in(self, fields: Sequence[Any]) -> tuple[Any, ...]:
        """The fields with this example in them; what it says nothing of stays."""
        trigger = self.trigger_kind, self.trigger
        return (self.kind, self.text, self.prompt, *fields[3:10], *trigger, *fields[12:])

    def is_like(self, other: Example) -> bool:
        """Whether both are the same, but for names and for line breaks at the end: the editor drops these."""
        return self._without_name() == other._without_name()

    def _without_name(self) -> Example:
        return replace(self, name="", text=self.text.rstrip("\n"))

    @property
    def title(self) -> str:
        """The name as a person would write it: `tool_call` is `Tool call`."""
        return self.name.replace("_", " ").replace("-", " ").capitalize()


def load_examples(folder: Path = GRAMMARS) -> tuple[Example, ...]:
    """All examples of a folder in alphabetical order. Raises FileNotFoundError when one has no prompt."""
    found = [_load(path, suffix) for suffix in SUFFIXES for path in folder.glob(f"*{suffix}")]
    return tuple(sorted(found, key=lambda example: example.name))


def examples_for(model_name: str) -> tuple[Example, ...]:
    """The examples for a model; the first of them is the one to begin with."""
    wanted = _FIRST_OF_LESSON.get(model_name, _FIRST)
    found = (*load_examples(LESSONS), *load_examples()) if wanted != _FIRST else load_examples()
    first = next(example for example in found if example.name == wanted)
    return (first, *(example for example in found if example is not first))


def _load(path: Path, suffix: str) -> Example:
    name = path.name.removesuffix(suffix)
    prompt = path.with_name(f"{name}.prompt.txt").read_text(encoding="utf-8").strip()
    text = path.read_text(encoding="utf-8")
    text = text.rstrip("\n") if suffix in _WITHOUT_LAST_BREAK else text
    word = path.with_name(f"{name}.trigger.txt")
    if not word.is_file():
        return Example(name, SUFFIXES[suffix], text, prompt)
    return Example(name, SUFFIXES[suffix], text, prompt, "word", word.read_text(encoding="utf-8").strip())
