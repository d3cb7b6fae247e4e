"""Forms a constraint can arrive in, and leave in: request bodies of the servers."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser

BODY = json.dumps({"prompt": "Red or green?", "guided_choice": ["red", "green"], "max_tokens": 9}, indent=2)


@pytest.fixture
def page(kept_page: PlaygroundPage) -> PlaygroundPage:
    return kept_page


def test_a_pasted_body_fills_in_the_page_and_starts_and_a_bad_one_changes_nothing(
    page: PlaygroundPage,
) -> None:
    page.step()
    page.open_section("#paste")
    page.fill("#paste-body", BODY)
    page.press("paste-read")
    page.at_step(0)
    expect(page.find("#paste-status")).to_contain_text("✓ read as a request to vLLM")
    expect(page.find("#rewritten")).to_contain_text('"structured_outputs"')
    expect(page.find("#kind-hint")).to_contain_text("One choice a line")
    expect(page.find("#prompt textarea")).to_have_value("Red or green?")
    page.step()
    page.fill("#paste-body", BODY.replace('"Red', "Red"))
    page.press("paste-read")
    page.alert("#paste-status", "line 2, column 13", "still the one from before")
    expect(page.find("#constraint .cm-content")).to_contain_text("green")
    expect(page.chips).to_have_count(1)


def test_the_session_is_offered_as_a_request_and_copied(page: PlaygroundPage) -> None:
    page.begin("Choice", "red\ngreen")
    page.open_section("#exports-section")
    exports = page.find("#exports")
    exports.get_by_role("button", name="OpenAI").click()
    expect(exports.get_by_text("schemas only")).to_be_visible()
    exports.get_by_role("button", name="vLLM").click()
    exports.get_by_role("button", name="curl", exact=True).click()
    code = exports.locator("pre:visible")
    expect(code).to_have_count(1)
    expect(code).to_contain_text("curl -s")
    expect(code).to_contain_text('"green"')
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    exports.locator("[data-copy]:visible").click()
    expect(exports.locator("[data-copy]:visible")).to_have_text("Copied")
    assert page.page.evaluate("navigator.clipboard.readText()") == code.text_content()
    # Another session keeps the choice of server and form.
    page.begin("Choice", "red\nblue")
    expect(exports.locator("pre:visible")).to_contain_text('"blue"')
    expect(exports.locator("pre:visible")).to_contain_text("curl -s")
