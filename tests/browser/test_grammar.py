"""What the page tells of a grammar: diagrams, parse tree, masked tokens by place, and the cost of that."""

import pytest
from playwright.sync_api import expect

from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser

GRAMMAR = 'root ::= "<" name ">"\nname ::= [A-C]{1,3}\n'


@pytest.fixture
def page(kept_page: PlaygroundPage) -> PlaygroundPage:
    return kept_page


def test_every_rule_has_a_diagram_and_the_open_ones_are_marked(page: PlaygroundPage) -> None:
    page.begin("GBNF", GRAMMAR)
    figures = page.find("#rules figure")
    expect(figures).to_have_count(2)
    expect(page.find("#rules figure.open")).to_have_count(1)
    page.step()
    expect(page.find("#rules figure.open")).to_have_count(2)
    expect(page.find("#rules figure.open .state").last).to_have_text("open")


def test_masked_tokens_are_grouped_and_the_walk_says_what_it_cost(page: PlaygroundPage) -> None:
    page.begin("GBNF", GRAMMAR)
    page.find("#masked-groups summary").click()
    expect(page.find("#masked-groups tbody tr").first).to_contain_text('"<", from rule root')
    expect(page.find("#walk-cost")).to_contain_text("byte steps")


def test_the_parse_tree_is_shown_while_the_text_grows_and_when_it_is_complete(page: PlaygroundPage) -> None:
    page.begin("GBNF", GRAMMAR)
    page.step(2)
    page.find("#record button[data-action=tree]").click()
    tree = page.find("#parse-tree")
    expect(tree.locator("summary")).to_contain_text("as far as it goes")
    tree.locator("summary").click()
    expect(tree.locator("li").last).to_contain_text("name")
    page.press("run")
    page.finished("stop")
    expect(page.find("#parse-tree summary")).to_have_text("parse tree")


def test_the_raw_frames_are_there_on_demand(page: PlaygroundPage) -> None:
    page.begin("GBNF", GRAMMAR)
    page.step()
    page.find("#stack .frames summary").click()
    expect(page.find("#frames")).to_be_visible()
    expect(page.find("#frames")).to_contain_text("frames on this stack")
