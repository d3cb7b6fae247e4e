import pytest

from playground.page.store import Store, Visit


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_tab_finds_its_visit_again_and_another_tab_has_its_own() -> None:
    store = Store(capacity=4, idle=60)
    first = store.visit("a")
    assert store.visit("a") is first
    assert store.visit("b") is not first


def test_the_least_recently_used_leaves_first() -> None:
    store = Store(capacity=2, idle=60)
    a, b = store.visit("a"), store.visit("b")
    store.visit("a")
    store.visit("c")
    assert len(store) == 2
    assert store.visit("a") is a
    assert store.visit("b") is not b


def test_what_was_not_used_for_long_is_forgotten() -> None:
    clock = Clock()
    store = Store(capacity=9, idle=60, clock=clock)
    old = store.visit("old")
    clock.now = 50
    young = store.visit("young")
    clock.now = 61
    store.visit("new")
    assert len(store) == 2
    assert store.visit("young") is young
    assert store.visit("old") is not old


@pytest.mark.parametrize("leave", ["close", "evict"])
def test_a_visit_that_leaves_ends_its_run(leave: str) -> None:
    store = Store(capacity=1, idle=60)
    visit = store.visit("a")
    visit.run = visit.interrupt()
    assert visit.running
    if leave == "close":
        store.close("a")
    else:
        store.visit("b")
    assert not visit.running
    assert store.visit("a") is not visit


def test_closing_an_unknown_tab_changes_nothing() -> None:
    store = Store(capacity=2, idle=60)
    kept = store.visit("a")
    store.close("b")
    assert store.visit("a") is kept


def test_any_action_ends_a_run() -> None:
    visit = Visit()
    assert not visit.running
    visit.run = visit.interrupt()
    assert visit.running
    visit.interrupt()
    assert not visit.running


def test_a_filter_starts_at_the_first_page() -> None:
    visit = Visit()
    visit.turn_to(3)
    visit.filter("x", "masked")
    assert (visit.query, visit.show, visit.page) == ("x", "masked", 0)


def test_there_is_no_page_before_the_first() -> None:
    visit = Visit()
    visit.turn_to(-1)
    assert visit.page == 0
