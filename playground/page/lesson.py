"""What goes wrong without a mask: the lesson's seven answers, read by a parser and judged by a mask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import gradio as gr

from playground.lessons import example
from playground.lessons.free_text import AnswerVerdict, seven_answers
from playground.page.render import render

OUTCOMES = {
    "ok": "a record",
    "parse_error": "no JSON",
    "truncated": "JSON that was cut",
    "wrong_type": "JSON of another type",
}


@dataclass(frozen=True, slots=True)
class LessonPanel:
    section: gr.Accordion
    answers: gr.HTML


def build() -> LessonPanel:
    """The section, closed and empty: to read the answers takes a second that only its reader should wait."""
    with gr.Column(elem_id="lesson-panel", elem_classes="card"):
        section = gr.Accordion("What goes wrong without a mask", open=False, elem_id="lesson")
        with section:
            answers = gr.HTML("", apply_default_css=False, elem_id="answers")
    return LessonPanel(section, answers)


@cache
def lesson() -> str:
    """The table of the lesson's own answers; the same for every visitor."""
    return render_lesson(seven_answers())


def render_lesson(answers: Sequence[AnswerVerdict]) -> str:
    """The answers as a table: what a parser does with each, and where a mask would have ruled it out."""
    rows = [(answer, OUTCOMES[answer.parser]) for answer in answers]
    asked = example("lesson_1")
    return render("lesson.html", prompt=asked.prompt, schema=asked.text, rows=rows)
