"""Breakpoints: where a run stops, read anew each time one begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gradio as gr

from playground.decoding import LowKeptMass, RuleOpens, Session, Stop, TokenText
from playground.page.render import render

_LISTED = 12


@dataclass(frozen=True, slots=True)
class BreakpointsPanel:
    rule: gr.Textbox
    kept_mass: gr.Number
    token: gr.Textbox

    @property
    def fields(self) -> list[gr.components.Component]:
        """In the order of `read_breakpoints`."""
        return [self.rule, self.kept_mass, self.token]


def build() -> BreakpointsPanel:
    """Folded at first, without a breakpoint."""
    with gr.Accordion("Breakpoints", open=False, elem_id="breakpoints"):
        with gr.Row(elem_classes="fields"):
            rule = _text("Rule opens", "its name", "break-rule")
            kept_mass = gr.Number(
                0, label="Kept under", info="0 never", step=0.05, elem_id="break-kept", min_width=80
            )
            token = _text("Token holds", "any text", "break-token")
        gr.HTML(render("breakpoints_note.html"), apply_default_css=False)
    return BreakpointsPanel(rule, kept_mass, token)


def read_breakpoints(
    session: Session, rule: str | None, kept_mass: Any, token: str | None
) -> tuple[Stop, ...]:
    """What is filled in; a field without text, and a kept mass of 0, is no breakpoint.

    Raises ValueError for what makes no sense.
    """
    stops: list[Stop] = []
    if rule and rule.strip():
        stops.append(RuleOpens(_known(rule.strip(), session)))
    if kept_mass:
        if not 0 < kept_mass <= 1:
            raise ValueError(f"Breakpoints: a kept mass is 0 to 1, not {kept_mass}.")
        stops.append(LowKeptMass(float(kept_mass)))
    if token:
        stops.append(TokenText(token))
    return tuple(stops)


def _text(label: str, info: str, elem_id: str) -> gr.Textbox:
    return gr.Textbox(label=label, info=info, max_lines=1, elem_id=elem_id, min_width=80)


def _known(name: str, session: Session) -> str:
    if session.constraint is None:
        raise ValueError(f"Breakpoints: without a constraint no rule “{name}” opens. Empty that field.")
    names = [rule.name for rule in session.constraint.grammar.rules]
    if name not in names:
        listed = ", ".join(names[:_LISTED]) + ", …" * (len(names) > _LISTED)
        raise ValueError(f"Breakpoints: this constraint has no rule “{name}”. Its rules are {listed}.")
    return name
