"""The prompt, the sampling, the budget and the trigger."""

import pytest
from playwright.sync_api import expect

from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser

LETTERS = "root ::= [a-z]+\n"


@pytest.fixture
def page(kept_page: PlaygroundPage) -> PlaygroundPage:
    return kept_page


def test_a_budget_of_zero_is_refused_with_a_message(page: PlaygroundPage) -> None:
    page.open_section("#sampling")
    page.fill("#budget", "0")
    page.press("start")
    page.alert("#sampling", "budget")
    page.step()


def test_a_text_that_is_cut_by_the_budget_says_so_and_has_no_record(page: PlaygroundPage) -> None:
    page.open_section("#sampling")
    page.fill("#budget", "3")
    page.begin(
        "JSON Schema", '{"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}'
    )
    page.press("run")
    page.finished("length")
    expect(page.find("#text .status")).to_have_text("step 3 · cut: The budget of 3 tokens is spent.")
    page.find("#record .alert").wait_for()
    assert page.find("#record-value").count() == 0


def test_a_prompt_longer_than_the_context_is_refused_with_a_message(page: PlaygroundPage) -> None:
    page.find("#prompt textarea").fill("word " * 4000)
    page.press("start")
    page.alert("#prompt-panel", "4096")
    expect(page.find("#prompt textarea")).to_have_value("word " * 4000)
    page.step()


def test_a_seed_gives_the_same_text_again_and_another_seed_another(page: PlaygroundPage) -> None:
    page.open_section("#sampling")
    page.fill("#temperature", "1.5")
    page.fill("#budget", "12")
    texts = []
    for seed in ("1", "1", "2"):
        page.fill("#seed", seed)
        page.begin("GBNF", LETTERS)
        page.press("run")
        page.find("#finish-reason").wait_for()
        texts.append(page.written())
    assert texts[0] == texts[1] != texts[2]


def test_an_empty_number_is_named(page: PlaygroundPage) -> None:
    page.open_section("#sampling")
    page.fill("#top-p", "")
    page.press("start")
    page.alert("#sampling", "Top-p")


def test_a_word_switches_a_lazy_grammar_on(page: PlaygroundPage) -> None:
    page.open_section("#trigger")
    page.pick("#trigger-kind", "Word")
    page.fill("#trigger-value", "red")
    page.begin("GBNF", 'root ::= "red" "42"\n')
    state = page.find("#trigger-state")
    expect(state).to_have_text("trigger waiting")
    expect(page.find("#masked-count")).to_have_text("0")
    page.force_and_wait("re")
    expect(state).to_have_text("trigger waiting: re seen, 2 characters of trigger 1")
    page.force_and_wait("d")
    expect(state).to_have_text("trigger 1 fired at token 1, character 0")
    page.search("")
    page.press("run")
    page.finished("stop")
    assert page.written().startswith("red42")


def test_a_problem_with_the_trigger_is_shown_at_it_and_its_section_opens(page: PlaygroundPage) -> None:
    page.open_section("#trigger")
    page.pick("#trigger-kind", "Pattern")
    page.press("start")
    page.alert("#trigger", "trigger pattern is empty")
    page.alert("#compile-status", "see “Trigger and thinking”", "still the one from before")
    page.open_section("#trigger")  # folds it
    problem = page.find("#trigger-problem .alert")
    expect(problem).to_be_hidden()
    page.press("start")
    expect(problem).to_be_in_viewport()
    page.fill("#trigger-value", "[{]")
    page.press("start")
    expect(page.find("#trigger-state")).to_have_text("trigger waiting")
    expect(problem).to_have_count(0)
