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
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

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


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = os.environ.get("PLAYGROUND_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


class Visitors:
    """Opens pages. Each has a session of its own; the browser's cache is shared, so that tests are quick."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self.errors: list[str] = []

    def open(self, url: str, width: int = 1440, height: int = 900) -> PlaygroundPage:
        """The page at step 0. Errors on the console, and requests to other hosts, are collected."""
        page = self._context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.on("console", lambda message: self._report(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self._report(str(error)))
        page.on("dialog", lambda dialog: self._report(f"dialog: {dialog.message}"))
        page.on("request", lambda request: self._check(request.url, url))
        page.goto(url)
        opened = PlaygroundPage(page)
        opened.at_step(0)
        return opened

    def close(self) -> None:
        for page in self._context.pages:
            page.close()

    def _report(self, error: str) -> None:
        self.errors.append(error)

    def _check(self, requested: str, url: str) -> None:
        if not requested.startswith((url, "data:", "blob:")):
            self._report(f"request to {requested}")


@pytest.fixture(scope="session")
def context(browser: Browser) -> BrowserContext:
    context = browser.new_context()
    context.set_default_timeout(TIMEOUT)
    return context


@pytest.fixture
def visitors(context: BrowserContext) -> Iterator[Visitors]:
    opened = Visitors(context)
    yield opened
    opened.close()
    assert opened.errors == []


@pytest.fixture
def page(visitors: Visitors, toy_url: str) -> PlaygroundPage:
    """The page of a first visitor, run by the toy model."""
    return visitors.open(toy_url)
