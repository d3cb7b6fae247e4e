"""The page as a whole: its panels and its events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gradio as gr

from playground.constraints import Constraint
from playground.decoding import Session
from playground.engines import ENGINES
from playground.engines.auto import ORDER, AutoEngine
from playground.engines.workers import WorkerLimits, WorkerPool
from playground.lessons.examples import examples_for
from playground.models import Model
from playground.models.shared import SharedModel
from playground.page import api
from playground.page import panels as page_panels
from playground.page.comparing import Comparing
from playground.page.door import Door, Rate
from playground.page.engines import EnginesPanel, buffer_of
from playground.page.gallery import GalleryView
from playground.page.handlers import Handlers
from playground.page.lessons import LessonsView
from playground.page.limits import WAIT, PageLimits
from playground.page.observer import Observer
from playground.page.panels import Panels
from playground.page.store import Store
from playground.page.vocabulary_map import token_names
from playground.page.ways import Ways

TITLE = "Constrained Decoding Playground"


@dataclass(frozen=True, slots=True)
class Built:
    """The page, and what it is made of."""

    demo: gr.Blocks
    panels: Panels
    handlers: Handlers
    pool: WorkerPool
    store: Store
    observer: Observer
    names: bytes
    """The vocabulary for its map, as JSON."""


def build(
    model: Model,
    workers: WorkerLimits = WorkerLimits(),  # noqa: B008 - frozen
    limits: PageLimits = PageLimits(),  # noqa: B008 - frozen
    log_prompts: bool = False,
) -> Built:
    """The page for one model. Its engines run in worker processes, within their limits.

    The automaton stays in this process, which works with it anyway: it explains the masks.
    """
    pool = WorkerPool(model.vocabulary, workers)
    auto = AutoEngine([pool.engines[name] for name in ORDER])
    engines = {**pool.engines, "automaton": ENGINES["automaton"], "auto": auto}
    examples = examples_for(model.name)
    # The engine and the vocabulary's tree are ready before the first visitor comes.
    Session(model, examples[0].prompt, Constraint(examples[0].kind, examples[0].text), engines=engines)
    observer = Observer(log_prompts)
    store = Store(limits.sessions, limits.idle, limits.put_away)
    observer.watch(sessions=lambda: len(store), restarted=lambda: pool.restarted)
    shared = SharedModel(model, limits.passes, limits.caches, limits.wait_seconds, WAIT)
    door = Door(store, Rate(limits.requests), observer)
    with gr.Blocks(title=TITLE, fill_width=True, analytics_enabled=False) as demo:
        # First, so that the names of the endpoints are theirs alone.
        api.connect(api.Api(shared, door, engines, limits))
        panels = page_panels.build(model, examples)
        handlers = Handlers(shared, panels, door, examples, engines, limits)
        _connect(demo, panels, handlers)
        _connect_library(panels, LessonsView(model), GalleryView(model))
        searching = Ways(door, handlers.wake)
        panels.ways.search(searching.search, None, panels.ways, queue=False, api_visibility="private")
        _connect_engines(panels.engines, Comparing(door, handlers.wake), len(model.vocabulary))
    return Built(demo, panels, handlers, pool, store, observer, token_names(model.vocabulary))


def _connect(demo: gr.Blocks, panels: Panels, handlers: Handlers) -> None:
    """Each event to its method. `quick` events answer at once, beside a run that may be going on."""
    fields, text, table = panels.fields, panels.text, panels.vocabulary.table
    drawn = panels.drawn
    asked = [*panels.prompt.sections.values(), *panels.prompt.problems.values()]
    below = [panels.given, panels.rules, panels.exports]
    started: list[Any] = [panels.constraint.status, *asked, *below, *drawn]
    # At every event Gradio renews each component that may show progress, so only one does.
    hidden: dict[str, Any] = {
        "show_progress": "hidden",
        "show_progress_on": text.times,
        "api_visibility": "private",
    }
    quick = hidden | {"queue": False}
    streamed = hidden | {"concurrency_limit": None}

    # In two parts: the first answers at once and notes the order of what was clicked, the second may have to
    # wait in the queue and does not begin when something else was clicked meanwhile.
    running = handlers.running
    runs = [
        asked_for(ask, None, None, **quick).then(
            running.run, panels.prompt.breakpoints.fields, panels.drawn, **streamed
        )
        for asked_for, ask in [
            (text.run.click, running.ask_run),
            (text.choice.click, running.ask_choice),
            (text.rule_end.click, running.ask_rule_end),
            (panels.record.retry, running.ask_retry),
        ]
    ]
    changing = quick | {"cancels": runs, "show_progress": "minimal"}
    # What is asked for while another session is being made is not dropped; the handlers let the last one win.
    # (“always_last” would send the first event's data again.)
    compiling = changing | {"show_progress_on": panels.constraint.status, "trigger_mode": "multiple"}
    kind, menu = panels.constraint.kind, panels.constraint.example
    sharing, opened = handlers.sharing, [menu, *fields, *started]
    demo.load(sharing.arrive, fields, [*fields, *started], **quick)
    panels.share.take(sharing.share, None, panels.share, **quick)
    panels.share.open_file(sharing.open_file, fields, [panels.share, *opened], **compiling)
    panels.prompt.start.click(handlers.start, fields, started, **compiling)
    # Also when an example or a pasted request sets it.
    said = [panels.constraint.hint, panels.constraint.text, *panels.constraint.strictness.fields]
    kind.change(handlers.choose_kind, kind, said, **quick)
    for examples in (menu, panels.lessons, panels.gallery):
        examples.choose(handlers.choose_example, fields, opened, **compiling)
    pasted = panels.paste
    pasted.read.click(
        handlers.read_paste,
        [pasted.body, *fields],
        [pasted.status, *opened],
        **(changing | {"show_progress_on": pasted.status}),
    )
    for button, method in [
        (text.step, handlers.step),
        (text.back, handlers.back),
        (text.reset, handlers.reset),
        (text.pause, handlers.pause),
    ]:
        button.click(method, None, drawn, **changing)
    panels.bars.plot.pick(handlers.force, None, drawn, **changing)
    table.force(handlers.force, None, drawn, **changing)
    text.text.rewind(handlers.rewind, None, drawn, **changing)

    text.text.look(handlers.look, None, drawn, **quick)
    text.text.drawn(running.drawn, None, None, **quick)
    text.text.now(handlers.look_at_now, None, drawn, **quick)
    panels.record.tree(handlers.show_tree, None, drawn, **quick)
    # The timeline asks for one step at a time; “always_last” would send the first event's data again.
    panels.timeline.plot.pick(handlers.look, None, drawn, trigger_mode="multiple", **quick)
    panels.timeline.verdict.look(handlers.look, None, drawn, **quick)

    query, show = panels.vocabulary.query, panels.vocabulary.show
    shown = [text.notice, table]
    # Not `input`, which a value that is filled in by a browser or a tool does not cause.
    query.change(handlers.filter, [query, show], shown, trigger_mode="always_last", **quick)
    show.input(handlers.filter, [query, show], shown, **quick)
    table.turn(handlers.turn_page, None, shown, **quick)
    panels.vocabulary.map.show(handlers.show_map, None, [text.notice, panels.vocabulary.map], **quick)
    demo.unload(handlers.close)


def _connect_library(panels: Panels, view: LessonsView, examples: GalleryView) -> None:
    lessons, gallery = panels.lessons, panels.gallery
    asked: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
    gallery.open(examples.open, None, gallery, **asked)
    lessons.open(view.open, None, lessons, **asked)
    lessons.reckon(view.reckon, None, lessons, **asked)


def _connect_engines(panel: EnginesPanel, comparing: Comparing, vocabulary_size: int) -> None:
    asked: dict[str, Any] = {"queue": False, "api_visibility": "private", "show_progress_on": panel.result}
    panel.here.click(comparing.here, None, panel.result, **asked)
    panel.run.click(comparing.run, None, panel.result, **asked)
    for sent in (panel.force.click, panel.text.submit):
        sent(comparing.force, panel.text, panel.result, **asked)
    for number in (panel.sequences, panel.guessed):
        number.change(
            lambda sequences, guessed: buffer_of(sequences, guessed, vocabulary_size),
            [panel.sequences, panel.guessed],
            panel.buffer,
            queue=False,
            show_progress="hidden",
            api_visibility="private",
        )
