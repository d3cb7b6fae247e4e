"""Rules panel: every rule of the grammar as a railroad diagram; the open ones are marked by open_rules.js."""

from __future__ import annotations

import gradio as gr
from markupsafe import Markup

from playground.decoding import Session
from playground.grammar.railroad import railroad_svg
from playground.page.render import render

MAX_RULES = 60
"""Diagrams drawn; a grammar with more rules says so."""


def build() -> gr.HTML:
    return gr.HTML("", apply_default_css=False, elem_id="rules")


def render_rules(session: Session) -> str:
    """The diagrams of the session's grammar, in its order; they stay while it is stepped."""
    rules = session.constraint.grammar.rules if session.constraint else ()
    # The diagram escapes what it holds.
    drawn = [(rule.name, Markup(railroad_svg(rule))) for rule in rules[:MAX_RULES]]
    return render("rules.html", rules=drawn, left_out=len(rules) - len(drawn))
