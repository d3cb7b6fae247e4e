"""Two visitors at once: neither sees, changes or slows to a halt what the other does."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_two_visitors_each_have_their_own_session(visitors, toy_url: str) -> None:
    first, second = visitors.open(toy_url), visitors.open(toy_url)
    first.begin("GBNF", "root ::= [a-f]{60}\n")
    second.begin("GBNF", "root ::= [0-4]{60}\n")
    first.step(2)
    second.step(3)
    assert first.now() == 2
    assert set(first.written()) <= set("abcdef")
    assert set(second.written()) <= set("01234")


def test_one_steps_while_the_other_runs_and_after_it_left(visitors, toy_url: str) -> None:
    first, second = visitors.open(toy_url), visitors.open(toy_url)
    second.step(3)
    alone = second.written()
    second.press("reset")
    second.at_step(0)
    first.run_for_long()
    second.step(3)
    assert second.written() == alone
    assert first.now() > 3
    expect(first.text).to_have_attribute("data-state", "running")
    first.page.close()
    second.press("reset")
    second.at_step(0)
    second.step(3)
    assert second.written() == alone
