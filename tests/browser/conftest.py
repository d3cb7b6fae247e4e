"""A live app in a process of its own, and a Chromium that fails the test on any error of the page."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect, sync_playwright

from tests.browser.playground_page import PlaygroundPage

ROOT = Path(__file__).parents[2]
START_SECONDS = 180
TIMEOUT = 60_000
"""Milliseconds: a busy machine may be slow."""
expect.set_options(timeout=TIMEOUT)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def serving(model: str) -> Iterator[str]:
    """The address of an app that runs this model."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "app.py", "--host", "127.0.0.1", "--port", str(port), "--model", model]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        url = f"http://127.0.0.1:{port}"
        _wait_until_served(url, process)
        yield url
    finally:
        process.terminate()
        process.wait(20)


def _wait_until_served(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        assert process.poll() is None, f"app.py ended with {process.returncode}"
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise AssertionError(f"{url} did not answer within {START_SECONDS} s")


@pytest.fixture(scope="session")
def toy_url() -> Iterator[str]:
    with serving("toy") as url:
        yield url


@pytest.fixture(scope="session")
def smollm2_url() -> Iterator[str]:
    with serving("smollm2") as url:
        yield url


class Visitors:
    """Opens pages. Each has a session of its own; the browser's cache is shared, so that tests are quick."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self.errors: list[str] = []
        self.kept: PlaygroundPage | None = None
        """The tab that tests share."""

    def open(self, url: str, width: int = 1440, height: int = 900, step: int = 0) -> PlaygroundPage:
        """The page at this step. Errors on the console, and requests to other hosts, are collected."""
        page = self._context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.on("console", lambda message: self._report(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self._report(str(error)))
        page.on("dialog", lambda dialog: self._report(f"dialog: {dialog.message}"))
        page.on("request", lambda request: self._check(request.url, url.partition("/?")[0]))
        page.goto(url)
        opened = PlaygroundPage(page)
        opened.at_step(step)
        opened.drawn_at_step(step)  # by then Gradio writes into no field any more
        return opened

    def close(self, kept: PlaygroundPage | None = None) -> None:
        for page in self._context.pages:
            if not kept or page is not kept.page:
                page.close()

    def _report(self, error: str) -> None:
        self.errors.append(error)

    def _check(self, requested: str, url: str) -> None:
        if not requested.startswith((url, "data:", "blob:")):
            self._report(f"request to {requested}")


@pytest.fixture(scope="session")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """A browser with a profile on disk: it keeps the compiled scripts, and a page opens in half the time."""
    chromium = os.environ.get("PLAYGROUND_CHROMIUM") or shutil.which("chromium")
    profile = tmp_path_factory.mktemp("profile")
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(profile, executable_path=chromium, args=FLAGS)
        context.set_default_timeout(TIMEOUT)
        yield context
        context.close()


@pytest.fixture(scope="session")
def all_visitors(context: BrowserContext) -> Visitors:
    return Visitors(context)


@pytest.fixture
def visitors(all_visitors: Visitors) -> Iterator[Visitors]:
    all_visitors.errors.clear()
    yield all_visitors
    all_visitors.close(kept=all_visitors.kept)
    assert all_visitors.errors == []


@pytest.fixture
def page(visitors: Visitors, toy_url: str) -> PlaygroundPage:
    """The page of a first visitor, run by the toy model."""
    return visitors.open(toy_url)


@pytest.fixture
def kept_page(visitors: Visitors, toy_url: str, request: pytest.FixtureRequest) -> Iterator[PlaygroundPage]:
    """A page run by the toy model, as a first visitor sees it; one tab as long as no test fails in it."""
    if visitors.kept:
        visitors.kept.renew()
    else:
        visitors.kept = visitors.open(toy_url)
        visitors.kept.remember()
    failed = request.session.testsfailed
    yield visitors.kept
    if request.session.testsfailed > failed or visitors.errors:
        visitors.kept = None
