"""The server that shows the page, until it is told to end."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from typing import Any

import gradio as gr
import plotly
from starlette.middleware import Middleware
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from playground.page.build import Built
from playground.page.gate import Gate
from playground.page.observer import Observer, log_to_stderr
from playground.page.render import STATIC, render

_PLOTLY = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
_SERVER = "server"
"""Stands in the log where others have their tab."""


def serve(page: Built, host: str, port: int) -> None:
    """Serve the page until SIGTERM or SIGINT. Nothing is fetched from elsewhere, nothing is reported.

    Then no request is taken any more, runs end at their next token, and the workers end.
    """
    told = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: told.set())
    log_to_stderr()
    page.demo.launch(
        server_name=host,
        server_port=port,
        theme=gr.themes.Base(font=["system-ui", "sans-serif"], font_mono=["ui-monospace", "monospace"]),
        head=render("head.html"),
        app_kwargs={"routes": _routes(page.observer, page.names), "middleware": [Middleware(Gate)]},
        run_history=False,
        footer_links=[],
        ssr_mode=False,
        share=False,
        prevent_thread_lock=True,
    )
    page.observer.say("serving", _SERVER, host=host, port=port)
    told.wait()
    page.observer.say("ending", _SERVER, sessions=len(page.store))
    page.store.close_all()
    page.demo.close(verbose=False)
    page.pool.close()


def _routes(observer: Observer, names: bytes) -> list[Any]:
    """What there is besides Gradio's own."""

    async def healthz(_: object) -> Response:
        return JSONResponse({"status": "ok"})

    async def metrics(_: object) -> Response:
        return Response(observer.figures(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def plotly_js(_: object) -> FileResponse:
        return FileResponse(_PLOTLY, media_type="text/javascript")

    async def vocabulary(_: object) -> Response:
        return Response(names, media_type="application/json", headers={"cache-control": "no-cache"})

    files = [
        Route("/vocabulary.json", vocabulary),
        Route("/plotly.min.js", plotly_js),
        Mount("/", StaticFiles(directory=STATIC)),
    ]
    return [Route("/healthz", healthz), Route("/metrics", metrics), Mount("/page", routes=files)]
