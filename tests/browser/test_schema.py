"""A JSON Schema: how strict, what of it holds, and where the text stands in it."""

import pytest
from playwright.sync_api import expect

from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser

SCHEMA = """{
  "type": "object",
  "properties": {
    "line": {"type": "string", "maxLength": 2, "not": {"pattern": "(a)\\\\1"}},
    "ok": {"type": "boolean"}
  },
  "required": ["line", "ok"],
  "colour": "red"
}"""


@pytest.fixture
def page(kept_page: PlaygroundPage) -> PlaygroundPage:
    return kept_page


def test_strictness_coverage_and_the_place_in_the_text(page: PlaygroundPage) -> None:
    page.step()
    page.paste_constraint("JSON Schema", SCHEMA)
    page.pick("#white-space", "none")
    expect(page.find("#compile-status .stale")).to_be_visible()
    page.press("start")
    page.at_step(0)
    gaps = page.find("#gaps")
    expect(gaps).to_contain_text("/colour is ignored: not a keyword of this draft")
    expect(gaps).to_contain_text("/properties/line/not")
    coverage = page.find("#coverage")
    expect(coverage.locator("li").first).to_be_hidden()
    coverage.locator("summary").click()
    expect(coverage.locator("li").filter(has_text="/properties/ok/type")).to_contain_text("enforced")
    expect(page.find("#given-rules tr").filter(has_text="/properties/ok")).to_contain_text("boolean")
    # Its line is shown in the editor.
    page.find("#gaps [data-line='8']").click()
    expect(page.find("#constraint .cm-line").nth(7)).to_be_in_viewport()
    expect(page.find("#json-cursor")).to_contain_text("still required $.line $.ok")
    while '"line":' not in page.written():
        page.step()
    expect(page.find("#json-path")).to_have_text("$.line")
    expect(page.find("#json-cursor .pointer")).to_have_text("/properties/line")
    expect(page.find("#json-cursor")).to_contain_text("white space 0 %")
    page.press("run")
    page.finished("stop")
    assert "␣" not in page.written()
    expect(page.find("#json-cursor")).to_contain_text("may end here")
    # Another kind has none of it, and the choice is still there for the next schema.
    page.begin("Choice", "red\ngreen")
    expect(page.find("#white-space")).to_be_hidden()
    expect(page.find("#given section, #coverage, #json-cursor")).to_have_count(0)
    page.pick("#kind", "JSON Schema")
    expect(page.find("#white-space").get_by_label("none", exact=True)).to_be_checked()
