"""Several engines side by side on the page."""

import pytest
from playwright.sync_api import expect

from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser


@pytest.fixture
def page(kept_page: PlaygroundPage) -> PlaygroundPage:
    return kept_page


def test_engines_are_compared_at_a_position_over_the_run_and_along_another_text(page: PlaygroundPage) -> None:
    page.begin("GBNF", 'root ::= "X" [1-9]\n')
    page.step()
    page.open_section("#engines-section")
    result = page.find("#comparison")
    row = result.locator("tr[data-engine=xgrammar]")
    page.press("compare-here")
    expect(result.locator("section")).to_have_attribute("data-index", "1")
    expect(row).to_contain_text("✓ the same")
    expect(result.locator("tr[data-engine=outlines]")).to_contain_text("✕ refuses")
    page.press("compare-run")
    expect(result.locator("section")).to_have_attribute("data-tokens", "1")
    expect(result.locator(".summary")).to_contain_text("100 % of 2 masks")
    page.fill("#compare-text", "XY")
    page.press("compare-force")
    expect(row).to_contain_text("it masks token 2")
    page.fill("#buffer-sequences", "1024")
    # Five words for the toy's tokens.
    expect(page.find("#mask-buffer output")).to_have_text("0.02 MiB")
    assert page.now() == 1
