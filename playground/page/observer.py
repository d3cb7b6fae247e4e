"""What is counted and logged of the page: figures for Prometheus, and one line of JSON an event.

A log has no word of a visitor's, unless it is switched on: a session goes by a number made from its tab's
secret hash, a constraint by its kind and length.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from playground.constraints.limits import NAMES as CONSTRAINT_NAMES
from playground.decoding import Session
from playground.decoding.position import Step
from playground.engines.workers.limits import NAMES as WORKER_NAMES
from playground.page.limits import NAMES as PAGE_NAMES

LIMITS = (*CONSTRAINT_NAMES.values(), *WORKER_NAMES, *PAGE_NAMES)
"""The variables of all limits. What is refused for one of them names it, and is counted by that."""
_VARIABLE = re.compile(r"\bPLAYGROUND_[A-Z_]+")
_log = logging.getLogger("playground")


class Observer:
    """Counts and logs. `with_prompts` lets prompts and constraints into the log."""

    def __init__(self, with_prompts: bool = False) -> None:
        self._with_prompts = with_prompts
        self.registry = CollectorRegistry()
        self._steps = Counter("playground_steps", "Tokens chosen.", registry=self.registry)
        self._seconds = Counter(
            "playground_step_seconds", "Seconds of steps, by phase.", ["phase"], registry=self.registry
        )
        self._sessions = Gauge("playground_sessions", "Sessions alive.", registry=self.registry)
        self._limits = Counter(
            "playground_limits_hit", "What was refused, by limit.", ["limit"], registry=self.registry
        )
        for phase in ("forward", "mask", "rest"):
            self._seconds.labels(phase)
        for name in LIMITS:
            self._limits.labels(name)

    def watch(self, sessions: Callable[[], int], restarted: Callable[[], int]) -> None:
        """Ask these two whenever the figures are asked for."""
        self._sessions.set_function(sessions)
        self.registry.register(_Restarts(restarted))

    def figures(self) -> bytes:
        """All figures in Prometheus' text format."""
        return generate_latest(self.registry)

    def started(self, tab: str, session: Session) -> None:
        constraint = session.constraint
        words = {"prompt": session.prompt, "constraint": constraint.text if constraint else ""}
        self.say(
            "started",
            tab,
            kind=constraint.kind if constraint else "none",
            characters=len(constraint.text) if constraint else 0,
            prompt_tokens=len(session.prompt_ids),
            engine=session.engine_taken,
            compile_seconds=round(session.compile_seconds, 6),
            **(words if self._with_prompts else {}),
        )

    def stepped(self, step: Step) -> None:
        self._steps.inc()
        timing = step.position.timing
        for phase in ("forward", "mask", "rest"):
            self._seconds.labels(phase).inc(getattr(timing, phase))

    def refused(self, tab: str, error: Exception) -> None:
        """Count the limit that was met, if it was one."""
        hints = [problem.hint for problem in getattr(error, "problems", ())]
        for name in {*_VARIABLE.findall(" ".join([str(error), *hints]))} & {*LIMITS}:
            self._limits.labels(name).inc()
            self.say("limit", tab, limit=name)

    def say(self, event: str, tab: str, **facts: Any) -> None:
        """One line of the log."""
        _log.info(event, extra={"facts": {"session": session_number(tab), **facts}})


class _Restarts(Collector):
    def __init__(self, count: Callable[[], int]) -> None:
        self._count = count

    def collect(self) -> Iterator[CounterMetricFamily]:
        words = "Workers that took the place of one that had ended."
        yield CounterMetricFamily("playground_workers_restarted", words, value=self._count())


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"time": self.formatTime(record), "level": record.levelname, "event": record.getMessage()}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line | getattr(record, "facts", {}), ensure_ascii=False)


def log_to_stderr() -> None:
    """Let the playground's log appear, one line of JSON an event."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    _log.handlers = [handler]
    _log.setLevel(logging.INFO)
    _log.propagate = False


def session_number(tab: str) -> str:
    """What the log calls a tab: from its hash, which whoever knows could act in its place."""
    return sha256(tab.encode()).hexdigest()[:12]
