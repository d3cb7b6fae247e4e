from playground.page.store import Store, Visit


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_tab_finds_its_visit_again_and_another_tab_has_its_own() -> None:
    store = Store(capacity=4, idle=60, put_away=2**20)
    first = store.visit("a")
    assert store.visit("a") is first
    assert store.visit("b") is not first


def test_the_least_recently_used_is_put_away_first() -> None:
    store = Store(capacity=2, idle=60, put_away=2**20)
    a, b = store.visit("a"), store.visit("b")
    store.visit("a")
    b.run = b.interrupt()
    store.visit("c")
    assert len(store) == 2
    assert not b.running
    assert store.visit("b") is b
    assert len(store) == 2
    assert store.visit("a") is a


def test_what_is_in_use_is_not_put_away() -> None:
    store = Store(capacity=2, idle=60, put_away=2**20)
    a, b = store.visit("a"), store.visit("b")
    a.run, b.run = a.interrupt(), b.interrupt()
    store.touch("a")
    store.visit("c")
    assert (a.running, b.running) == (True, False)


def test_touching_an_unknown_tab_makes_no_visit() -> None:
    store = Store(capacity=2, idle=60, put_away=2**20)
    store.touch("a")
    assert len(store) == 0


def test_what_was_not_used_for_long_is_put_away() -> None:
    clock = Clock()
    store = Store(capacity=9, idle=60, put_away=2**20, clock=clock)
    store.visit("old")
    clock.now = 50
    store.visit("young")
    clock.now = 61
    store.visit("new")
    assert len(store) == 2


def test_of_what_is_put_away_the_oldest_is_forgotten() -> None:
    store = Store(capacity=1, idle=60, put_away=2500)  # a visit counts 1,000 bytes and more
    visits = {tab: store.visit(tab) for tab in "abcd"}
    assert store.visit("b") is visits["b"]
    assert store.visit("a") is not visits["a"]


def test_a_tab_that_closes_is_forgotten_at_once_also_when_put_away() -> None:
    store = Store(capacity=1, idle=60, put_away=2**20)
    a, b = store.visit("a"), store.visit("b")
    b.run = b.interrupt()
    store.close("a")
    store.close("b")
    assert not b.running
    assert store.visit("a") is not a
    assert store.visit("b") is not b


def test_closing_an_unknown_tab_changes_nothing() -> None:
    store = Store(capacity=2, idle=60, put_away=2**20)
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
