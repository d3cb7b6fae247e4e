"""The lessons, in a window over the page: one at a time, drawn when it is asked for."""

from __future__ import annotations

from typing import Any

import gradio as gr
from markupsafe import Markup

from playground.lessons import LESSONS, Lesson
from playground.lessons.request_bodies import GUESSED, SEQUENCES, VOCABULARY
from playground.lessons.writable import can_write
from playground.models import Model
from playground.page.engines import LARGEST_BUFFER, buffer_of, render_refusal
from playground.page.render import render, script

OUTCOMES = {
    "ok": "a record",
    "parse_error": "no JSON",
    "truncated": "JSON that was cut",
    "wrong_type": "JSON of another type",
}
BATCH = {"sequences": SEQUENCES, "guessed": GUESSED, "vocabulary": VOCABULARY}
"""What the calculator of lesson 10 starts with."""


class LessonsView:
    """Draws the lesson that is asked for; its figures are those of every visitor."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def open(self, event: gr.EventData) -> str:
        """The lesson whose number was chosen; the first for a number that no lesson has."""
        chosen = [lesson for lesson in LESSONS if lesson.number == event.id]
        return self._render(chosen[0] if chosen else LESSONS[0], BATCH)

    def reckon(self, event: gr.EventData) -> str:
        """The lesson about vLLM, its calculator filled in anew."""
        batch = {name: getattr(event, name) for name in BATCH}
        return self._render(LESSONS[9], batch)

    def _render(self, lesson: Lesson, batch: dict[str, Any]) -> str:
        return render(
            "lessons/frame.html",
            model=self._model,
            lessons=LESSONS,
            lesson=lesson,
            asked=lesson.example,
            figures=lesson.figures(),
            can_write=can_write(self._model.vocabulary, lesson.example.constraint.grammar),
            outcomes=OUTCOMES,
            batch=batch,
            start=BATCH,
            buffer=Markup(_buffer(**batch)),
        )


def build() -> gr.HTML:
    """Empty: what nobody opens is not computed."""
    return gr.HTML("", apply_default_css=False, js_on_load=script("library.js"), elem_id="lessons")


def _buffer(sequences: Any, guessed: Any, vocabulary: Any) -> str:
    if not isinstance(vocabulary, int | float) or not 1 <= vocabulary <= LARGEST_BUFFER:
        return render_refusal(f"Enter a vocabulary of 1 to {LARGEST_BUFFER:,} tokens.")
    return buffer_of(sequences, guessed, int(vocabulary))
