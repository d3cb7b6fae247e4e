"""All panels in their three columns, and how a view is drawn into them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gradio as gr

from playground.lessons.examples import Example
from playground.models import Model
from playground.page import (
    api,
    bars,
    constraint,
    engines,
    exports,
    gallery,
    lessons,
    paste,
    plot,
    prompt,
    record,
    rules,
    schema,
    share,
    stack,
    text,
    timeline,
    verdict,
    vocabulary,
    vocabulary_map,
    ways,
)
from playground.page.keys import KEYS
from playground.page.render import render, script
from playground.page.view import View

Update = dict[Any, Any]
"""The components that change, each with its new value."""


@dataclass(frozen=True, slots=True)
class Panels:
    """The components of the page, by panel."""

    constraint: constraint.ConstraintPanel
    paste: paste.PastePanel
    prompt: prompt.PromptPanel
    text: text.TextPanel
    timeline: timeline.TimelinePanel
    record: gr.HTML
    bars: bars.BarsPanel
    stack: gr.HTML
    vocabulary: vocabulary.VocabularyPanel
    given: gr.HTML
    rules: gr.HTML
    engines: engines.EnginesPanel
    exports: gr.HTML
    ways: gr.HTML
    share: gr.HTML
    lessons: gr.HTML
    gallery: gr.HTML

    @property
    def fields(self) -> list[gr.components.Component]:
        """What a visitor fills in, in the order of `Setup`."""
        ask = self.prompt
        sampling = [ask.temperature, ask.top_k, ask.top_p, ask.min_p, ask.seed]
        return [
            self.constraint.kind,
            self.constraint.text,
            ask.prompt,
            ask.chat,
            *sampling,
            ask.budget,
            ask.trigger,
            ask.trigger_value,
            *self.constraint.strictness.fields,
            self.prompt.engine,
            ask.thinking,
        ]

    @property
    def drawn(self) -> list[gr.HTML]:
        """The components that `draw` fills; the last, the map, while it is open."""
        return [
            self.text.notice,
            self.text.text,
            self.text.times,
            self.timeline.verdict,
            self.timeline.plot,
            self.record,
            self.bars.head,
            self.bars.plot,
            self.stack,
            self.vocabulary.head,
            self.vocabulary.table,
            self.vocabulary.map,
        ]

    def draw(self, view: View, notice: str = "") -> Update:
        """The view as new values of the components."""
        values = [
            text.render_notice(notice),
            text.render_text(view),
            text.render_times(view),
            verdict.render_verdict(view),
            plot.drawn(timeline.figure(view)),
            record.render_record(view),
            bars.render_head(view),
            plot.drawn(bars.figure(view)),
            stack.render_stack(view),
            vocabulary.render_head(view),
            vocabulary.render_table(view),
        ]
        if view.is_map_open:
            values.append(vocabulary_map.render_map(view))
        return dict(zip(self.drawn, values, strict=False))

    def nothing(self) -> Update:
        """Nothing changes. Gradio wants at least one component; to be given none is an error to it."""
        return {self.text.notice: gr.skip()}

    def say(self, message: str) -> Update:
        """A notice to the visitor; nothing else changes."""
        return {self.text.notice: text.render_notice(message)}


def build(model: Model, examples: Sequence[Example]) -> Panels:
    """What is asked on the left, what is written in the middle, what the mask did on the right."""
    gr.HTML(
        render("header.html", model=model, keys=KEYS),
        apply_default_css=False,
        js_on_load=script("keys.js"),
        elem_id="header",
    )
    with gr.Row(elem_id="columns", equal_height=False):
        with gr.Column(elem_id="ask", min_width=0):
            constraint_panel = constraint.build(examples)
            paste_panel = paste.build()
            prompt_panel = prompt.build(examples[0], model)
        with gr.Column(elem_id="written", min_width=0):
            text_panel = text.build()
            timeline_plot = timeline.build()
            record_panel = record.build()
        with gr.Column(elem_id="masked", min_width=0):
            bars_panel = bars.build()
            stack_panel = stack.build()
            vocabulary_panel = vocabulary.build()
    given_panel = schema.build_given()
    rules_panel = rules.build()
    engines_panel = engines.build(len(model.vocabulary))
    ways_panel = ways.build()
    share_panel = share.build()
    exports_panel = exports.build()
    api.build()
    lessons_panel = lessons.build()
    gallery_panel = gallery.build()
    return Panels(
        constraint_panel,
        paste_panel,
        prompt_panel,
        text_panel,
        timeline_plot,
        record_panel,
        bars_panel,
        stack_panel,
        vocabulary_panel,
        given_panel,
        rules_panel,
        engines_panel,
        exports_panel,
        ways_panel,
        share_panel,
        lessons_panel,
        gallery_panel,
    )
