"""What the page does when a visitor acts: change the session, then draw it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gradio as gr

from playground.decoding import Session
from playground.decoding.position import Step
from playground.decoding.vocabulary_table import Show
from playground.engines import ENGINES
from playground.engines.protocol import Engine
from playground.lessons.examples import Example
from playground.models import Model, ModelError
from playground.page import constraint, menu, paste, prompt
from playground.page.door import Door
from playground.page.examples import example_of, fill_in
from playground.page.exports import render_exports
from playground.page.limits import PageLimits
from playground.page.panels import Panels, Update
from playground.page.retry import forget_attempts
from playground.page.rules import render_rules
from playground.page.running import Running
from playground.page.schema import render_given
from playground.page.setup import Setup, SetupError, check_limits
from playground.page.sharing import Sharing
from playground.page.store import Visit
from playground.page.text import AWAY
from playground.page.view import View, view_of
from playground.page.vocabulary import render_table
from playground.page.vocabulary_map import render_map


class Handlers:
    """One method an event; each returns the components that change and their new values."""

    def __init__(
        self,
        model: Model,
        panels: Panels,
        door: Door,
        examples: Sequence[Example],
        engines: Mapping[str, Engine] = ENGINES,
        limits: PageLimits = PageLimits(),  # noqa: B008 - frozen
    ) -> None:
        self._model = model
        self._engines = engines
        self._panels = panels
        self._door = door
        self._store = door.store
        self._observer = door.observer
        self._limits = limits
        self._examples = tuple(examples)
        self.running = Running(panels, door, self.wake)
        self.sharing = Sharing(model, panels, door, self.wake, self.begin, self.keep)

    def start(self, request: gr.Request, *fields: Any) -> Update:
        """Compile what was filled in and begin at step 0; on an error, the session there was stays."""
        return self.begin(request, fields)

    def begin(
        self,
        request: gr.Request,
        fields: Sequence[Any],
        prepare: Callable[[Session], object] = lambda session: None,
    ) -> Update:
        """As `start`, with a session that `prepare` has brought further."""
        visit = self._visit(request)
        asked = visit.ask_start()
        try:
            session = self._new(fields)
            prepare(session)
            session.know()
        except ValueError as error:
            self._observer.refused(_tab(request), error)
            kept = visit.has_session
            return (
                self._problem(error, session_kept=kept) if asked == visit.starts else self._panels.nothing()
            )
        return self._begin(request, visit, session, fields, asked)

    def read_paste(self, request: gr.Request, body: str, *fields: Any) -> Update:
        """Fill in what a pasted request says, and start; on an error nothing changes."""
        visit = self._visit(request)
        asked = visit.ask_start()
        status = self._panels.paste.status
        pasted = None
        try:
            pasted = paste.read_paste(body, fields, self._model)
            session = self._new(pasted.fields)
        except ValueError as error:
            self._observer.refused(_tab(request), error)
            kept = visit.has_session
            return {status: paste.render_refused(error, of_constraint=pasted is not None, session_kept=kept)}
        filled = dict(zip(self._panels.fields, pasted.fields, strict=True)) | self.keep(visit, fields)
        filled |= {status: paste.render_pasted(pasted)}
        begun = self._begin(request, visit, session, pasted.fields, asked)
        return begun if begun == self._panels.nothing() else filled | begun

    def choose_example(self, request: gr.Request, event: gr.EventData, *fields: Any) -> Update:
        """Fill in an example, or what was there before one, and start; what is there now is kept."""
        visit = self._visit(request)
        with visit.lock:
            shown = self.keep(visit, fields, str(event.id))
            known = {example.name: example for example in (*self._examples, *visit.own)}
        chosen = known.get(str(event.id))
        if chosen is None:
            return self._panels.say(AWAY)
        filled = fill_in(chosen, fields)
        changed = dict(zip(self._panels.fields, filled, strict=True)) | shown
        begun = self.start(request, *filled)
        if begun == self._panels.nothing():
            return begun
        return changed | self._panels.prompt.show_trigger(chosen.trigger or chosen.thinking) | begun

    def choose_kind(self, kind: str) -> Update:
        """Say what to write for this kind; the editor is hidden, not emptied, where nothing is written."""
        panel = self._panels.constraint
        visible = "hidden" if kind in constraint.WITHOUT_TEXT else True
        return {
            panel.hint: constraint.render_hint(kind),
            panel.text: gr.update(visible=visible),
            **panel.strictness.shown_for(kind),
        }

    def step(self, request: gr.Request) -> Update:
        return self._act(request, lambda session: session.step())

    def back(self, request: gr.Request) -> Update:
        return self._act(request, lambda session: session.back())

    def reset(self, request: gr.Request) -> Update:
        """Take all tokens back, and the larger budgets of further attempts."""
        visit = self._visit(request)

        def from_the_start(session: Session) -> None:
            session.reset()
            forget_attempts(visit, session)

        return self._act(request, from_the_start)

    def pause(self, request: gr.Request) -> Update:
        return self._act(request, lambda session: None)

    def force(self, request: gr.Request, event: gr.EventData) -> Update:
        """Choose the token that was clicked, or say why it is masked."""
        token_id = _number(event)
        looking_at = self._looking_at(request)
        if looking_at is not None:
            return self._panels.say(
                f"Step {looking_at} is an earlier one. “Go on from here” takes the session back to it."
            )
        return self._act(request, lambda session: session.step(token_id))

    def rewind(self, request: gr.Request) -> Update:
        """Drop the tokens after the position shown."""
        looking_at = self._looking_at(request)
        if looking_at is None:
            return self.pause(request)
        return self._act(request, lambda session: session.back(len(session.token_ids) - looking_at))

    def look(self, request: gr.Request, event: gr.EventData) -> Update:
        """Show an earlier position; the session stays where it is."""
        return self._show(request, _number(event))

    def look_at_now(self, request: gr.Request) -> Update:
        return self._show(request, None)

    def show_tree(self, request: gr.Request) -> Update:
        """Show the parse tree of the text so far, from now on."""
        visit = self._store.visit(_tab(request))
        visit.show_tree = True
        return self._show(request, visit.looking_at)

    def show_map(self, request: gr.Request, event: gr.EventData) -> Update:
        """Open the map of the vocabulary and draw it, or close it: then it is not sent any more."""
        visit = self._store.visit(_tab(request))
        visit.is_map_open = bool(_number(event))
        if not visit.is_map_open:
            return self._panels.say("")
        return self._vocabulary(request, lambda _: None, self._panels.vocabulary.map, render_map)

    def filter(self, request: gr.Request, query: str, show: Show) -> Update:
        """Show the tokens that match, from the first page on."""
        table = self._panels.vocabulary.table
        return self._vocabulary(request, lambda visit: visit.filter(query, show), table, render_table)

    def turn_page(self, request: gr.Request, event: gr.EventData) -> Update:
        table = self._panels.vocabulary.table
        return self._vocabulary(request, lambda visit: visit.turn_to(_number(event)), table, render_table)

    def close(self, request: gr.Request) -> None:
        tab = _tab(request)
        self._store.close(tab)
        self._observer.say("closed", tab)

    def wake(self, visit: Visit) -> Session | None:
        """The session of the visit, brought back if it was put away; None when there is none.

        Hold the visit's lock. Raises ValueError when it cannot be brought back now.
        """
        if visit.session is None and (memo := visit.memo):
            session = Setup.from_fields(*memo.fields).session(self._model, self._engines)
            session.budget = memo.budget
            session.replay(memo.token_ids, memo.forced)
            visit.session, visit.memo = session, None
        return visit.session

    def _new(self, fields: Sequence[Any]) -> Session:
        """A session of what was filled in, its first scores known. Raises ValueError."""
        setup = Setup.from_fields(*fields)
        check_limits(setup, self._limits)
        session = setup.session(self._model, self._engines)
        session.know()
        return session

    def _begin(
        self, request: gr.Request, visit: Visit, session: Session, fields: Sequence[Any], asked: int
    ) -> Update:
        """Put this session in place of the one there was, and draw it at step 0.

        One that took so long that the visitor has asked for another meanwhile is dropped.
        """
        if asked != visit.starts:
            return self._panels.nothing()
        visit.interrupt()
        with visit.lock:
            visit.session, visit.memo, visit.fields = session, None, tuple(fields)
            self._observer.started(_tab(request), session)
            visit.attempts.clear()
            visit.look_at_now()
            visit.show_tree = False
            compiled = {
                self._panels.constraint.status: constraint.render_compiled(session, visit.action),
                self._panels.given: render_given(session),
                self._panels.rules: render_rules(session),
                self._panels.exports: render_exports(session),
            }
            return compiled | self._panels.prompt.no_problem() | self._draw(visit, session)

    def _problem(self, error: ValueError, session_kept: bool) -> Update:
        """Say what is wrong where it was filled in, and by the constraint that nothing was started."""
        panel, status = self._panels.prompt, self._panels.constraint.status
        if isinstance(error, SetupError):
            where = prompt.PARTS[error.part]
            return {status: constraint.render_problems(error, session_kept, where)} | panel.show_problem(
                error
            )
        return {status: constraint.render_problems(error, session_kept)} | panel.no_problem()

    def keep(self, visit: Visit, fields: Sequence[Any], current: str = "") -> Update:
        """Keep what was filled in among the examples, of which the one named `current` is shown."""
        visit.keep(example_of("", fields), self._examples)
        shown = menu.render_menu(self._examples, visit.own, current, visit.interrupt())
        return {self._panels.constraint.example: shown}

    def _visit(self, request: gr.Request) -> Visit:
        return self._door.enter(request)

    def _looking_at(self, request: gr.Request) -> int | None:
        return self._store.visit(_tab(request)).looking_at

    def _act(self, request: gr.Request, action: Callable[[Session], object]) -> Update:
        """End the run in progress, change the session and show where it now stands."""

        def changed(visit: Visit, session: Session) -> Update:
            refusal, before = "", len(session.token_ids)
            try:
                self._stepped(action(session))
                session.know()
            except ModelError as error:
                # The step was taken and cannot be shown; it costs nothing to take it again.
                session.back(max(0, len(session.token_ids) - before))
                return self._refuse(_tab(request), error)
            except ValueError as error:
                refusal = str(error)
                self._observer.refused(_tab(request), error)
            visit.look_at_now()
            return self._draw(visit, session, refusal)

        visit = self._visit(request)
        visit.interrupt()  # before the lock, which a run keeps taking
        return self._with_session(request, visit, changed)

    def _show(self, request: gr.Request, index: int | None) -> Update:
        """Look at the position with this index; at the current one for None or any other index."""

        def shown(visit: Visit, session: Session) -> Update:
            visit.look_at_now()
            if index is not None and 0 <= index < len(session.token_ids):
                visit.looking_at = index
            return self._draw(visit, session)

        return self._with_session(request, self._visit(request), shown)

    def _with_session(
        self, request: gr.Request, visit: Visit, use: Callable[[Visit, Session], Update]
    ) -> Update:
        """What comes of the visit's session, its lock held, or why there is none."""
        with visit.lock:
            try:
                session = self.wake(visit)
            except ValueError as error:
                return self._refuse(_tab(request), error)
            return use(visit, session) if session else self._panels.say(AWAY)

    def _stepped(self, result: object) -> None:
        if isinstance(result, Step):
            self._observer.stepped(result)

    def _refuse(self, tab: str, error: ValueError) -> Update:
        self._observer.refused(tab, error)
        return self._panels.say(str(error))

    def _vocabulary(
        self,
        request: gr.Request,
        change: Callable[[Visit], None],
        drawn: gr.HTML,
        render: Callable[[View], str],
    ) -> Update:
        """Change what is looked at in the vocabulary, and draw one component of its panel."""

        def shown(visit: Visit, session: Session) -> Update:
            change(visit)
            return {drawn: render(view_of(visit, session))}

        return self._with_session(request, self._visit(request), shown)

    def _draw(self, visit: Visit, session: Session, notice: str = "") -> Update:
        return self._panels.draw(view_of(visit, session), notice)


def _number(event: gr.EventData) -> int:
    """The `id` of what was clicked. A page of ours always sends one."""
    return int(event.id)


def _tab(request: gr.Request) -> str:
    return str(request.session_hash)
