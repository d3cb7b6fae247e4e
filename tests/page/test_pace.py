from playground.page.pace import MOST_AHEAD, PAINT_SECONDS, PATIENCE_SECONDS, Pace
from playground.page.store import Visit


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def paced() -> tuple[Pace, Visit, Clock]:
    visit, clock = Visit(), Clock()
    return Pace(visit, clock), visit, clock


def test_the_first_drawing_is_due_at_once() -> None:
    pace, _, _ = paced()
    assert pace.due()


def test_the_next_one_waits_for_the_page_to_paint() -> None:
    pace, visit, clock = paced()
    pace.sent(1)
    clock.now += PAINT_SECONDS * 1.5
    assert not pace.due()
    visit.painted = 1
    assert pace.due()


def test_a_quick_page_is_not_drawn_more_often_than_needed() -> None:
    pace, visit, clock = paced()
    pace.sent(1)
    visit.painted = 1
    clock.now += PAINT_SECONDS / 2
    assert not pace.due()


def test_a_page_that_says_nothing_is_waited_for_only_so_long() -> None:
    pace, _, clock = paced()
    pace.sent(1)
    clock.now += PATIENCE_SECONDS * 1.5
    assert pace.due()


def test_what_an_earlier_run_painted_does_not_count() -> None:
    visit = Visit(painted=50)
    pace = Pace(visit, clock := Clock())
    pace.sent(3)
    clock.now += PAINT_SECONDS * 1.5
    assert not pace.due()


def test_a_run_does_not_leave_the_page_far_behind() -> None:
    pace, visit, clock = paced()
    assert not pace.is_too_far(MOST_AHEAD)  # nothing was sent yet
    pace.sent(3)
    assert not pace.is_too_far(3 + MOST_AHEAD - 1)
    assert pace.is_too_far(3 + MOST_AHEAD)
    visit.painted = 3
    assert not pace.is_too_far(3 + MOST_AHEAD)
    visit.painted = 0
    clock.now += PATIENCE_SECONDS
    assert not pace.is_too_far(3 + MOST_AHEAD)
