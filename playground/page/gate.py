"""What the server answers at all, and what a browser may do with it."""

from __future__ import annotations

import base64
import re
from hashlib import sha256

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 4 * 2**20
"""Bytes of a request; the largest constraint, prompt and other text together are smaller."""
_OPEN = re.compile(
    "/(healthz|metrics|config|favicon.ico|manifest.json|theme.css|robots.txt)?"
    "|/(page|assets|svelte|static|pwa_icon)(/.*)?"
    "|/gradio_api/(theme.css|app_id|startup-events|info|queue/join|queue/data|cancel|reset)/?"
    "|/gradio_api/(heartbeat|run|api|call)/.*"
)
"""Paths that the page uses. Gradio's others take uploads, hand out files and fetch what they are told to."""
_SCRIPT = re.compile(rb"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)


def policy(page: bytes) -> str:
    """The content security policy of a page: scripts of this server, and the ones written in the page itself.

    Gradio makes functions of text (`unsafe-eval`), for which there is no finer permission, and sets styles
    from scripts. A Space shows the page in a frame of the hub's.
    """
    hashes = (base64.b64encode(sha256(script).digest()).decode() for script in _SCRIPT.findall(page))
    scripts = " ".join(f"'sha256-{each}'" for each in dict.fromkeys(hashes))
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src 'self' 'unsafe-eval' {scripts}".rstrip(),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'self'",
            "form-action 'none'",
            "frame-ancestors 'self' https://huggingface.co https://*.hf.space",
        ]
    )


class Gate:
    """Lets through what the page needs, and adds to each answer what it permits a browser."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = _refusal(scope)
        app = refusal or self._app
        await app(scope, receive, _Guarded(send, whole=scope["path"] == "/").send)


def _refusal(scope: Scope) -> PlainTextResponse | None:
    path = scope["path"].removeprefix(scope.get("root_path", ""))
    if not _OPEN.fullmatch(path):
        return PlainTextResponse("There is nothing here.", 404)
    if scope["method"] == "POST":
        length = Headers(scope=scope).get("content-length", "")
        if not (length.isascii() and length.isdigit()):
            return PlainTextResponse("Say how long the request is.", 411)
        if int(length) > LARGEST_BODY:
            return PlainTextResponse(f"A request may have {LARGEST_BODY:,} bytes.", 413)
    return None


class _Guarded:
    """Sends an answer with the headers added; a `whole` one once all of it is known."""

    def __init__(self, send: Send, whole: bool) -> None:
        self._send = send
        self._whole = whole
        self._start: Message = {}
        self._body = b""

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
            if self._whole:
                return
            await self._send_start()
        elif self._whole and message["type"] == "http.response.body":
            self._body += message.get("body", b"")
            if message.get("more_body"):
                return
            await self._send_start()
            message = {"type": "http.response.body", "body": self._body}
        if message["type"] != "http.response.start":
            await self._send(message)

    async def _send_start(self) -> None:
        headers = MutableHeaders(scope=self._start)
        headers["Content-Security-Policy"] = policy(self._body)
        headers["X-Content-Type-Options"] = "nosniff"
        headers["Referrer-Policy"] = "no-referrer"
        await self._send(self._start)
