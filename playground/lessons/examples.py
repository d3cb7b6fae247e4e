"""The examples of `grammars/`: a constraint, a prompt, perhaps a trigger, and the session they begin."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

from playground.constraints import Constraint
from playground.constraints.request import TriggerKind
from playground.decoding import Sampling, Session, Trigger
from playground.models import Model

GRAMMARS = Path(__file__).resolve().parents[2] / "grammars"
LESSONS = GRAMMARS / "lessons"
"""Examples that belong to one lesson; the vocabularies of a dozen tokens can write little else."""
SUFFIXES = {
    ".gbnf": "gbnf",
    ".regex": "regex",
    ".schema.json": "json_schema",
    ".choice": "choice",
    ".json_object": "json_object",
    ".structural_tag.json": "structural_tag",
}
_WITHOUT_LAST_BREAK = (".regex", ".choice", ".json_object")
"""A pattern is one line, and choices are lines: the file's last line break is no part of them."""
_FIRST = "finding"
_OF_LESSON = re.compile(r"lesson_(\d+)")
_TOY = re.compile(r"toy:lesson(\d+)")


@dataclass(frozen=True, slots=True)
class Example:
    """What an example fills in. A trigger's kind is one of `Trigger`, or `off`."""

    name: str
    kind: str
    text: str
    prompt: str
    trigger_kind: TriggerKind | Literal["off"] = "off"
    trigger: str = ""
    thinking: str = ""
    """The text that ends the model's thinking; empty for none."""

    def is_like(self, other: Example) -> bool:
        """Whether both are the same, but for names and for line breaks at the end: the editor drops these."""
        return self._without_name() == other._without_name()

    def _without_name(self) -> Example:
        return replace(self, name="", text=self.text.rstrip("\n"))

    @property
    def title(self) -> str:
        """The name as a person would write it: `tool_call` is `Tool call`."""
        return self.name.replace("_", " ").replace("-", " ").capitalize()

    @property
    def lesson(self) -> int:
        """The number of the lesson it belongs to; 0 when it belongs to none."""
        numbered = _OF_LESSON.fullmatch(self.name)
        return int(numbered[1]) if numbered else 0

    @property
    def constraint(self) -> Constraint:
        """Raises ConstraintError."""
        return Constraint(self.kind, self.text)

    def session(
        self,
        model: Model,
        sampling: Sampling = Sampling(),  # noqa: B008 - frozen
        budget: int = 256,
    ) -> Session:
        """Begin it at step 0, with masks of the automaton, which no library is needed for.

        Raises what `Session` does.
        """
        trigger = None if self.trigger_kind == "off" else Trigger(self.trigger_kind, self.trigger)
        return Session(model, self.prompt, self.constraint, trigger, sampling, "automaton", budget)


def load_examples(folder: Path = GRAMMARS) -> tuple[Example, ...]:
    """All examples of a folder in alphabetical order. Raises FileNotFoundError when one has no prompt."""
    found = [_load(path, suffix) for suffix in SUFFIXES for path in folder.glob(f"*{suffix}")]
    return tuple(sorted(found, key=lambda example: example.name))


@cache
def lesson_examples() -> tuple[Example, ...]:
    """Those that belong to one lesson, in the order of the lessons."""
    return tuple(sorted(load_examples(LESSONS), key=lambda example: example.lesson))


@cache
def example(name: str) -> Example:
    """The example of that name, one of a lesson or another. Raises KeyError when there is none."""
    return {each.name: each for each in (*load_examples(), *lesson_examples())}[name]


def examples_for(model_name: str) -> tuple[Example, ...]:
    """All examples, those of lessons last, but for the one to begin with, which comes first.

    A model made for a lesson begins with the example of that lesson.
    """
    lesson = _TOY.fullmatch(model_name)
    first = example(f"lesson_{lesson[1]}" if lesson else _FIRST)
    return (first, *(each for each in (*load_examples(), *lesson_examples()) if each != first))


def _load(path: Path, suffix: str) -> Example:
    name = path.name.removesuffix(suffix)
    prompt = path.with_name(f"{name}.prompt.txt").read_text(encoding="utf-8").strip()
    text = path.read_text(encoding="utf-8")
    text = text.rstrip("\n") if suffix in _WITHOUT_LAST_BREAK else text
    word = path.with_name(f"{name}.trigger.txt")
    if not word.is_file():
        return Example(name, SUFFIXES[suffix], text, prompt)
    return Example(name, SUFFIXES[suffix], text, prompt, "word", word.read_text(encoding="utf-8").strip())
