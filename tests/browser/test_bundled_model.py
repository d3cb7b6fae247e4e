"""The bundled model on the page, with real weights."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitors

pytestmark = [pytest.mark.browser, pytest.mark.weights]


def test_the_worked_example_becomes_a_record(visitors: Visitors, smollm2_url: str) -> None:
    page = visitors.open(smollm2_url)
    expect(page.find("#header .model")).to_contain_text("49,152 tokens")
    page.step(2)
    expect(page.find("#agreement")).to_contain_text("✓ A second reading of the grammar agrees")
    page.press("run")
    page.finished("stop")
    expect(page.find("#record-repr")).to_contain_text("file=")
    expect(page.find("#record-value")).to_contain_text('"severity"')


def test_a_word_of_the_vocabulary_is_found_and_explained(visitors: Visitors, smollm2_url: str) -> None:
    page = visitors.open(smollm2_url)
    page.begin("GBNF", 'root ::= "yes" | "no"\n')
    page.search("␣Paris")
    expect(page.rows.locator(".why").first).to_contain_text("the grammar wanted")
    page.search("yes", "Allowed")
    page.rows.locator("button.token").first.click()
    page.at_step(1)
