"""What is counted and logged, and what is not."""

import json
import logging

import pytest

from playground.constraints import Constraint, ConstraintError
from playground.decoding import Session
from playground.engines.protocol import EngineError
from playground.page.observer import JsonLines, Observer, session_number


@pytest.fixture
def session(toy) -> Session:
    return Session(toy, "a secret prompt", Constraint("regex", "[ab]{3}"))


def test_steps_are_counted_with_their_seconds(session: Session) -> None:
    observer = Observer()
    steps = list(session.run())
    for step in steps:
        observer.stepped(step)
    observer.watch(sessions=lambda: 3, restarted=lambda: 2)
    figures = dict(
        line.rsplit(" ", 1) for line in observer.figures().decode().splitlines() if not line.startswith("#")
    )
    assert float(figures["playground_steps_total"]) == len(steps) == 4
    for phase in ("forward", "mask", "rest"):
        seconds = sum(getattr(step.position.timing, phase) for step in steps)
        assert float(figures[f'playground_step_seconds_total{{phase="{phase}"}}']) == pytest.approx(seconds)
    assert float(figures["playground_sessions"]) == 3
    assert float(figures["playground_workers_restarted_total"]) == 2


def too_large() -> Exception:
    with pytest.raises(ConstraintError) as raised:
        Constraint("regex", "a" * 100_001)
    return raised.value


@pytest.mark.parametrize(
    ("error", "counted"),
    [
        (too_large(), ["PLAYGROUND_CONSTRAINT_CHARACTERS"]),
        (
            EngineError("Too late, or raise PLAYGROUND_CALL_SECONDS where you host."),
            ["PLAYGROUND_CALL_SECONDS"],
        ),
        (ValueError("a visitor writes PLAYGROUND_NONSENSE"), []),
    ],
)
def test_limits_are_counted_by_the_variable_that_raises_them(error: Exception, counted: list[str]) -> None:
    observer = Observer()
    observer.refused("tab", error)
    lines = [line for line in observer.figures().decode().splitlines() if "_hit_total{" in line]
    assert [line.split('"')[1] for line in lines if not line.endswith(" 0.0")] == counted


@pytest.mark.parametrize("with_prompts", [False, True])
def test_the_log_has_lines_of_json_with_words_of_visitors_only_when_asked(
    session: Session, with_prompts: bool, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="playground"):
        Observer(with_prompts).started("hash-of-a-tab", session)
    line = JsonLines().format(caplog.records[0])
    facts = json.loads(line)
    assert (facts["event"], facts["kind"], facts["characters"]) == ("started", "regex", 7)
    assert facts["session"] == session_number("hash-of-a-tab")
    assert "hash-of-a-tab" not in line
    assert ("secret" in line) == ("[ab]" in line) == with_prompts
