"""What is shared comes back: a link and a file bring the session, a report tells of it, damage is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitors
from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser

PROMPT = "Three <b>digits</b> & é:"


def test_a_link_and_a_file_bring_the_session_back(
    page: PlaygroundPage, visitors: Visitors, toy_url: str, tmp_path: Path
) -> None:
    page.fill("#prompt", PROMPT)
    page.begin("Regex", "[0-9]{3}")
    page.step()
    page.force_and_wait("7")
    written = page.written()
    page.open_section("#share-section")
    page.find("[data-share=link]").click()
    expect(page.find("#share [data-copied]")).to_contain_text("the server keeps none of it")
    link = page.find("#share .link").input_value()
    assert link.startswith(f"{toy_url}/?run=")

    other = visitors.open(link, step=2)
    assert other.written() == written
    expect(other.find("#prompt textarea")).to_have_value(PROMPT)
    expect(other.find("#text .chip.forced")).to_have_text("7")
    other.step()
    other.page.close()

    with page.page.expect_download() as report:
        page.find("[data-share=report]").click()
    text = Path(report.value.path()).read_text(encoding="utf-8")
    assert "Three &lt;b&gt;digits&lt;/b&gt; &amp; é:" in text
    assert "<td>7</td>" in text
    assert "http" not in text

    with page.page.expect_download() as run:
        page.find("[data-share=file]").click()
    saved = tmp_path / "run.json"
    run.value.save_as(saved)
    page.begin("GBNF", 'root ::= "a"')
    page.find("#share input[type=file]").set_input_files(saved)
    page.at_step(2)
    assert page.written() == written
    # What was there is kept in the list of examples.
    expect(page.find("#example option").filter(has_text="Your own 1")).to_have_count(1)

    changed = json.loads(saved.read_text()) | {"model": "another"}
    saved.write_text(json.dumps(changed))
    page.find("#share input[type=file]").set_input_files(saved)
    page.at_step(0)
    expect(page.find("#notice [role=alert]")).to_contain_text("made with the model another, and here is toy")
    saved.write_text("{}")
    page.find("#share input[type=file]").set_input_files(saved)
    expect(page.find("#share [role=alert]")).to_contain_text("This file holds no session")


def test_a_damaged_link_says_so_and_the_page_works(visitors: Visitors, toy_url: str) -> None:
    page = visitors.open(f"{toy_url}/?run=xyz")
    expect(page.find("#notice [role=alert]")).to_contain_text("This link is damaged")
    page.step()


def test_what_a_search_finds_stands_beside_the_run(kept_page: PlaygroundPage) -> None:
    page = kept_page
    page.begin("Choice", "yes\nno")
    page.step()
    page.open_section("#ways-section")
    page.find("#ways [data-action=search]").click()
    expect(page.find("#ways tbody tr")).to_have_count(4)
    expect(page.find("#ways tbody tr").last).to_contain_text("best of a beam of 3")
    assert page.now() == 1
