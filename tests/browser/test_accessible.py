"""Whoever cannot see the page, or has no mouse, can use it: axe-core finds nothing, and each step is told."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser

SCHEMA = '{"type": "object", "properties": {"ok": {"enum": ["yes", "no"]}}, "required": ["ok"]}'
LOOKS = [("light", 1440, 900), ("dark", 1024, 768), ("light", 390, 844)]
OPEN_ALL = """() => {
  for (const each of document.querySelectorAll("details")) each.open = true;
  for (const each of document.querySelectorAll("button.label-wrap:not(.open)")) each.click();
}"""
NOT_OURS = [[".cm-scroller"]]
"""The editor's scrolling part, which cannot take the focus while the text within it does."""


def test_axe_finds_nothing_in_any_look_with_all_sections_open(page: PlaygroundPage) -> None:
    page.begin("JSON Schema", SCHEMA)
    page.step(3)
    page.page.evaluate(OPEN_ALL)
    expect(page.find("button.label-wrap:not(.open)")).to_have_count(0)
    found = {}
    for scheme, width, height in LOOKS:
        page.page.evaluate("dark => document.body.classList.toggle('dark', dark)", scheme == "dark")
        page.page.set_viewport_size({"width": width, "height": height})
        violations = Axe().run(page.page, context={"exclude": NOT_OURS}).response["violations"]
        found |= {
            (scheme, width, violation["id"]): [node["target"] for node in violation["nodes"]]
            for violation in violations
        }
    assert found == {}


def test_a_screen_reader_hears_each_step_in_one_sentence(kept_page: PlaygroundPage) -> None:
    page = kept_page
    page.begin("GBNF", 'root ::= "[" [0-9]+ "]"')
    spoken = page.find("#text [aria-live=polite]")
    page.force_and_wait("[")
    expect(spoken).to_have_text(
        re.compile(r"^\[ was chosen\. Step 1: kept mass \S+, \d+ allowed tokens, depth 0\.$")
    )
