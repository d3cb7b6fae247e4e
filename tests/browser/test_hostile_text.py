"""HTML and script in every field stay text, and the page keeps within its content security policy.

Errors on the console, dialogs and requests elsewhere fail any test here: `visitors` collects them.
"""

import json

from playwright.sync_api import expect

from tests.browser.playground_page import PlaygroundPage

SCRIPT = "<img src=x onerror=alert(1)><script>alert(2)</script>'\"${alert(3)}{{4}}"
SCHEMA = {
    "title": SCRIPT,
    "description": SCRIPT,
    "type": "object",
    "properties": {SCRIPT: {"title": SCRIPT, "enum": [SCRIPT]}},
    "required": [SCRIPT],
    "additionalProperties": False,
    SCRIPT: SCRIPT,
}


def injected(page: PlaygroundPage) -> int:
    """Elements that only the text of a field can have made."""
    return page.find("img[src='x'], script:text('alert(2)')").count()


def test_script_in_every_field_stays_text(page: PlaygroundPage) -> None:
    policy = page.page.request.get(page.page.url).headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "'unsafe-inline'" not in policy.split("script-src")[1].split(";")[0]

    page.fill("#prompt", SCRIPT)
    page.begin("JSON Schema", json.dumps(SCHEMA))
    page.search(SCRIPT)
    page.press("run")
    page.finished("stop")
    assert injected(page) == 0

    page.paste_constraint("GBNF", f'root ::= "{SCRIPT}')
    page.press("start")
    page.alert("#compile-status", "<script>alert(2)</script>")
    page.paste_constraint("Regex", SCRIPT + "(")
    page.press("start")
    expect(page.find("#compile-status [role=alert]")).to_be_visible()

    page.open_section("#trigger")
    page.pick("#trigger-kind", "Token")
    page.fill("#trigger-value", SCRIPT)
    page.paste_constraint("GBNF", 'root ::= "<img src=x onerror=alert(1)>"')
    page.press("start")
    page.alert("#trigger-problem", "<img src=x onerror=alert(1)>")

    page.open_section("#paste")
    page.fill("#paste-body", json.dumps({"messages": SCRIPT, SCRIPT: SCRIPT}))
    page.press("paste-read")
    page.alert("#paste-status")
    page.open_section("#engines-section")
    page.fill("#compare-text", SCRIPT)
    page.press("compare-force")
    expect(page.find("#comparison > *").first).to_be_visible()
    assert injected(page) == 0
