"""Runs: steps in a row, drawn on the way, to the end of the text, to a stop, or until the visitor acts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import gradio as gr

from playground.decoding import Lookout, NextChoice, RuleEnd, Session, Stop, innermost_rule
from playground.models import ModelError
from playground.models.shared import WaitingError, as_run
from playground.page.breakpoints import read_breakpoints
from playground.page.door import Door
from playground.page.pace import Pace
from playground.page.panels import Panels, Update
from playground.page.retry import begin_attempt
from playground.page.store import Until, Visit
from playground.page.text import AWAY
from playground.page.view import view_of

_BEAT_SECONDS = 0.01
"""How long a run that is too far ahead sleeps before it looks again."""


class Running:
    """One method an event, as in `Handlers`. The `ask` methods note what is wanted, `run` does it.

    `wake` gives the session of a visit, as `Handlers.wake` does.
    """

    def __init__(self, panels: Panels, door: Door, wake: Callable[[Visit], Session | None]) -> None:
        self._panels = panels
        self._door = door
        self._store = door.store
        self._observer = door.observer
        self._wake = wake

    def ask_run(self, request: gr.Request) -> None:
        """To the end of the text."""
        self._door.enter(request).ask_run("finish")

    def ask_choice(self, request: gr.Request) -> None:
        """To the next position at which more than one token is allowed."""
        self._door.enter(request).ask_run("choice")

    def ask_rule_end(self, request: gr.Request) -> None:
        """To the end of the rule that is innermost when the run begins."""
        self._door.enter(request).ask_run("rule_end")

    def ask_retry(self, request: gr.Request) -> None:
        """To the end, the budget enlarged where the last one cut the text."""
        visit = self._door.enter(request)
        visit.ask_run("finish")
        with visit.lock:
            try:
                session = self._wake(visit)
            except ValueError:
                return  # the run, which wakes it again, says why
            if session:
                begin_attempt(visit, session)

    def run(self, request: gr.Request, *breakpoints: Any) -> Iterator[Update]:
        """Step to where the run was asked to go, or to a breakpoint, drawing on the way.

        Does not begin when there was another action after it was asked for: it may have waited in the queue.
        """
        tab = str(request.session_hash)
        visit = self._store.visit(tab)  # that it was asked for has been counted
        with visit.lock:
            number = visit.begin_run()
            try:
                session, refusal = self._wake(visit), AWAY
                lookout = Lookout(session, _stops(session, visit.until, breakpoints)) if session else None
            except ValueError as error:
                lookout, refusal = None, str(error)
                self._observer.refused(tab, error)
            if number:
                visit.look_at_now()
        try:
            if not lookout:
                yield self._panels.say(refusal)
            elif not number:
                yield self._panels.nothing()  # to yield nothing at all would empty what could have been drawn
            else:
                yield from self._run(tab, visit, lookout, number)
        finally:
            # A closed tab ends the generator at a yield.
            if visit.run == number:
                visit.run = 0

    def drawn(self, request: gr.Request, event: gr.EventData) -> None:
        """The page has painted this step of a run."""
        self._store.visit(str(request.session_hash)).painted = int(event.id)

    def _run(self, tab: str, visit: Visit, lookout: Lookout, number: int) -> Iterator[Update]:
        pace = Pace(visit)
        while visit.run:
            while visit.action == number and pace.is_too_far(len(lookout.session.token_ids)):
                time.sleep(_BEAT_SECONDS)
            self._store.touch(tab)
            with visit.lock, as_run():
                if visit.action != number:
                    return
                try:
                    update = self._run_one(tab, visit, lookout, pace)
                except WaitingError as error:
                    update = self._panels.say(str(error))
            if update:
                yield update

    def _run_one(self, tab: str, visit: Visit, lookout: Lookout, pace: Pace) -> Update:
        """One step of a run, and what there is to draw of it. Raises WaitingError, all being as before."""
        session, refusal = lookout.session, ""
        try:
            self._go_on(visit, lookout)
            is_over = session.finish_reason is not None or bool(visit.stopped)
        except WaitingError:
            raise
        except ModelError as error:
            visit.run = 0
            self._observer.refused(tab, error)
            return self._panels.say(str(error))
        except ValueError as error:
            refusal, is_over = str(error), True
            self._observer.refused(tab, error)
        if is_over:
            visit.run = 0
            self._observer.say("ran", tab, tokens=len(session.token_ids), finish=session.finish_reason)
        elif not pace.due():
            return {}
        pace.sent(len(session.token_ids))
        return self._panels.draw(view_of(visit, session), refusal)

    def _go_on(self, visit: Visit, lookout: Lookout) -> None:
        """Take a step, unless the run stops where the one before has led."""
        session = lookout.session
        session.know()
        visit.stopped = lookout.look()
        if session.finish_reason is None and not visit.stopped:
            self._observer.stepped(session.step())
            session.know()
            visit.stopped = lookout.look()


def _stops(session: Session, until: Until, breakpoints: Sequence[Any]) -> list[Stop]:
    """All stops of a run. Raises ValueError for one that makes no sense."""
    stops: list[Stop] = [*read_breakpoints(session, *breakpoints)]
    if until == "choice":
        stops.append(NextChoice())
    elif until == "rule_end" and not session.finish_reason:
        stops.append(RuleEnd(innermost_rule(session)))
    return stops
