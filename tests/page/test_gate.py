"""Which requests are let through, and what a browser may do."""

import base64
from hashlib import sha256

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from playground.page.gate import LARGEST_BODY, Gate

SCRIPT = "go('<b>');\n"
PAGE = f'<script>{SCRIPT}</script><script type="module" src="./a.js"></script>'


@pytest.fixture
def client() -> TestClient:
    def page(_):
        return HTMLResponse(PAGE)

    def other(_):
        return PlainTextResponse("secret")

    routes = [Route("/", page), Route("/{path:path}", other, methods=["GET", "POST"])]
    return TestClient(Starlette(routes=routes, middleware=[Middleware(Gate)]))


@pytest.mark.parametrize(
    "path",
    [
        "gradio_api/file=/etc/passwd",
        "gradio_api/file/etc/passwd",
        "gradio_api/proxy=http://192.0.2.1/",
        "gradio_api/upload",
        "gradio_api/component_server",
        "gradio_api/process_recording",
        "gradio_api/vibe-edit",
        "gradio_api/deep_link",
        "gradio_api/stream/x/1/2/playlist-file",
        "gradio_api/queue/join/../../upload",
        "gradio_api/openapi.json",
        "gradio_api/dev/reload",
        "monitoring",
        "login",
        "file=app.py",
        "app.py",
        "docs",
    ],
)
def test_what_the_page_does_not_need_is_not_there(client: TestClient, path: str) -> None:
    answer = client.get(f"/{path}")
    assert (answer.status_code, answer.text) == (404, "There is nothing here.")


@pytest.mark.parametrize(
    "path", ["page/base.css", "assets/a.js", "gradio_api/queue/join", "gradio_api/call/step", "healthz"]
)
def test_what_the_page_needs_is_let_through(client: TestClient, path: str) -> None:
    answer = client.get(f"/{path}")
    assert answer.text == "secret"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "script-src 'self' 'unsafe-eval';" in answer.headers["Content-Security-Policy"]


def test_only_the_scripts_written_in_the_page_run_there(client: TestClient) -> None:
    answer = client.get("/")
    assert answer.text == PAGE
    expected = base64.b64encode(sha256(SCRIPT.encode()).digest()).decode()
    policy = answer.headers["Content-Security-Policy"]
    assert f"script-src 'self' 'unsafe-eval' 'sha256-{expected}';" in policy
    assert "default-src 'none'" in policy


@pytest.mark.parametrize(("size", "status"), [(LARGEST_BODY, 200), (LARGEST_BODY + 1, 413)])
def test_a_request_may_be_so_large(client: TestClient, size: int, status: int) -> None:
    assert client.post("/gradio_api/queue/join", content=b"x" * size).status_code == status


def test_a_request_of_unknown_length_is_refused(client: TestClient) -> None:
    assert client.post("/gradio_api/queue/join", content=iter([b"x"])).status_code == 411
