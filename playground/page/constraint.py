"""Constraint panel: the kind, the editor, the examples, and what became of the pasted text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import gradio as gr

from playground.constraints import ConstraintError
from playground.decoding import Session, advice
from playground.engines import OWN_READERS
from playground.grammar.diagnostics import Diagnostic
from playground.lessons.examples import Example
from playground.page import menu, strictness
from playground.page.render import render, script
from playground.page.schema import coverage_values, is_gap
from playground.page.strictness import StrictnessPanel

KINDS = [
    ("GBNF", "gbnf"),
    ("Regex", "regex"),
    ("JSON Schema", "json_schema"),
    ("Choice", "choice"),
    ("JSON object", "json_object"),
    ("Structural tag", "structural_tag"),
    ("None", "none"),
]
HINTS = {
    "gbnf": 'As llama.cpp reads it: root ::= "yes" | "no"',
    "regex": "One pattern for the whole text; its named groups become the fields of the record.",
    "json_schema": "A schema as you would write it, or as pydantic and OpenAPI print it.",
    "choice": 'One choice a line, or a JSON list such as ["yes", "no"].',
    "json_object": "Any JSON object; there is nothing to fill in. Another kind brings the text back.",
    "structural_tag": "Free text with tags in it, such as tool calls, as xgrammar and vLLM take it.",
    "none": "Nothing is masked: the model writes what it likes. Another kind brings the text back.",
}
WITHOUT_TEXT = ("json_object", "none")
"""Kinds that say all; the editor is hidden and keeps what is in it."""


@dataclass(frozen=True, slots=True)
class ConstraintPanel:
    kind: gr.Radio
    hint: gr.HTML
    text: gr.Code
    example: gr.HTML
    strictness: StrictnessPanel
    status: gr.HTML


def build(examples: Sequence[Example]) -> ConstraintPanel:
    """The panel, the first example filled in."""
    first = examples[0]
    with gr.Column(elem_id="constraint-panel", elem_classes="card"):
        with gr.Row(elem_classes="head"):
            gr.HTML("<h2>Constraint</h2>", apply_default_css=False)
            example = menu.build(examples)
        kind = gr.Radio(
            KINDS,
            value=first.kind,
            label="Kind",
            show_label=False,
            container=False,
            elem_id="kind",
            elem_classes="choice",
        )
        hint = gr.HTML(render_hint(first.kind), apply_default_css=False, elem_id="kind-hint")
        text = gr.Code(
            first.text,
            language=None,
            label="Constraint",
            show_label=False,
            lines=12,
            elem_id="constraint",
            buttons=[],
        )
        strict = strictness.build(first.kind)
        status = gr.HTML(
            "", apply_default_css=False, js_on_load=script("changes.js"), elem_id="compile-status"
        )
    return ConstraintPanel(kind, hint, text, example, strict, status)


def render_hint(kind: str) -> str:
    """What to write for a constraint of this kind."""
    return render("kind_hint.html", hint=HINTS[kind])


def render_compiled(session: Session, start: int) -> str:
    """That it compiled, how long it took, what of a schema does not hold, and what else there is to be said.

    `start` is another number for each session, so that the browser hears of one that compiled just as fast.
    """
    lints = session.constraint.warnings if session.constraint else ()
    others = [lint for lint in lints if not is_gap(lint.code)]
    remarks = [
        Diagnostic(code, remark, severity="warning")
        for code, said in (("engine", session.engine_warnings), ("trigger", session.watch.notes()))
        for remark in said
    ]
    return render(
        "compiled.html",
        start=start,
        is_constrained=session.constraint is not None,
        compile_seconds=session.compile_seconds,
        engine=session.engine_taken,
        is_followed=session.engine_taken not in OWN_READERS,
        warnings=[*others, *advice(session), *remarks],
        **coverage_values(session.constraint, session.engine_taken),
    )


def render_problems(error: Exception, session_kept: bool, elsewhere: str = "") -> str:
    """What is wrong with what was filled in, where, and what to do.

    `elsewhere` names the part of the page that says it, when that is not this one.
    """
    problems = error.problems if isinstance(error, ConstraintError) else (Diagnostic("setup", str(error)),)
    return render("problems.html", problems=problems, session_kept=session_kept, elsewhere=elsewhere)
