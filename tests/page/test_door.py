"""How often a visitor may come."""

from types import SimpleNamespace

import gradio as gr
import pytest

from playground.page.door import Door, Rate
from playground.page.observer import Observer
from playground.page.store import Store


def test_the_budget_of_a_minute_fills_up_again() -> None:
    now = [0.0]
    rate = Rate(6, clock=lambda: now[0])
    assert [rate.admits("a") for _ in range(7)] == [True] * 6 + [False]
    assert rate.admits("b")
    now[0] = 10  # a sixth of a minute
    assert [rate.admits("a") for _ in range(2)] == [True, False]
    now[0] = 1000
    assert [rate.admits("a") for _ in range(7)] == [True] * 6 + [False]


def test_tabs_of_one_address_are_one_visitor() -> None:
    door = Door(Store(9, 60, 2**20), Rate(2), Observer())
    requests = [
        SimpleNamespace(session_hash=tab, client=SimpleNamespace(host="192.0.2.1")) for tab in ("a", "b", "c")
    ]
    assert door.enter(requests[0]) is not door.enter(requests[1])
    with pytest.raises(gr.Error):
        door.enter(requests[2])
