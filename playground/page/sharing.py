"""Sharing: the session as a link, a file or a report; and back from a link or a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gradio as gr

from playground.decoding import Session
from playground.models import Model
from playground.page.door import Door
from playground.page.panels import Panels, Update
from playground.page.render import STATIC, render
from playground.page.saved import Saved, SavedError, from_file, from_link, save, to_file, to_link
from playground.page.store import Visit
from playground.page.text import AWAY
from playground.page.view import View, view_of

PARAMETER = "run"
"""Of the page's address: the session that a link opens."""


class Sharing:
    """What leaves the page, and what comes back. `wake`, `begin` and `keep` are those of `Handlers`."""

    def __init__(
        self,
        model: Model,
        panels: Panels,
        door: Door,
        wake: Callable[[Visit], Session | None],
        begin: Callable[..., Update],
        keep: Callable[[Visit, Sequence[Any]], Update],
    ) -> None:
        self._model = model
        self._panels = panels
        self._door = door
        self._wake = wake
        self._begin = begin
        self._keep = keep

    def share(self, request: gr.Request, event: gr.EventData) -> Update:
        """The session as what was asked for: a `link`, a `file` or a `report`."""
        visit = self._door.enter(request)
        visit.interrupt()
        with visit.lock:
            try:
                session = self._wake(visit)
                if session is None:
                    return {self._panels.share: render("share.html", refusal=AWAY)}
                shown = _SHOWN[str(event.what)](visit, session)
            except ValueError as error:
                shown = render("share.html", refusal=str(error))
        return {self._panels.share: shown}

    def open_file(self, request: gr.Request, event: gr.EventData, *fields: Any) -> Update:
        """Open what was saved as a file; when it cannot be read, everything stays."""
        try:
            saved = from_file(str(event.text))
        except SavedError as error:
            return {self._panels.share: render("share.html", refusal=str(error))}
        kept = self._keep(self._door.store.visit(str(request.session_hash)), fields)
        opened = self._open(request, saved)
        return opened if opened == self._panels.nothing() else kept | opened

    def arrive(self, request: gr.Request, *fields: Any) -> Update:
        """Begin with the session that the address holds, or else with what is filled in."""
        packed = request.query_params.get(PARAMETER)
        if packed is None:
            return self._begin(request, fields)
        try:
            return self._open(request, from_link(packed))
        except SavedError as error:
            return self._begin(request, fields) | self._panels.say(str(error))

    def _open(self, request: gr.Request, saved: Saved) -> Update:
        """Fill in the session's fields and begin it; nothing when another was asked for meanwhile."""
        told: list[str] = []

        def replay(session: Session) -> None:
            try:
                if saved.model == self._model.name:
                    session.replay(saved.token_ids, saved.forced)
                else:
                    told.append(_other_model(saved.model, self._model.name))
            except ValueError as error:
                told.append(f"Not all of its {len(saved.token_ids)} tokens can be chosen here. {error}")

        begun = self._begin(request, saved.filled, replay)
        if begun == self._panels.nothing():
            return begun
        filled = dict(zip(self._panels.fields, saved.filled, strict=True))
        filled |= self._panels.prompt.show_trigger(saved.fields.trigger_value or saved.fields.thinking)
        return filled | begun | (self._panels.say(told[0]) if told else {})


def _other_model(there: str, here: str) -> str:
    return (
        f"This run was made with the model {there}, and here is {here}, which has other tokens. "
        "Its constraint, prompt and settings are filled in, and no token is chosen."
    )


def render_report(view: View, fields: Sequence[Any], session: Session) -> str:
    """The session as a page of its own, which needs nothing else."""
    named = save(fields, session).fields.model_dump()
    style = (STATIC / "report.css").read_text(encoding="utf-8")
    return render("report.html", view=view, fields=named, style=style, text=session.text, model=session.model)


def _link(visit: Visit, session: Session) -> str:
    return render("share.html", link=f"?{PARAMETER}={to_link(save(visit.fields, session))}")


def _file(visit: Visit, session: Session) -> str:
    text = to_file(save(visit.fields, session), session)
    return render("share.html", file=text, name="run.json", type="application/json")


def _report(visit: Visit, session: Session) -> str:
    text = render_report(view_of(visit, session), visit.fields, session)
    return render("share.html", file=text, name="report.html", type="text/html")


_SHOWN: dict[str, Callable[[Visit, Session], str]] = {"link": _link, "file": _file, "report": _report}
