"""What one visitor, and all of them together, may ask of the page."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from playground.environment import number

MIB = 2**20
PROMPT = "PLAYGROUND_PROMPT_CHARACTERS"
BUDGET = "PLAYGROUND_BUDGET"
SESSIONS = "PLAYGROUND_SESSIONS"
IDLE = "PLAYGROUND_SESSION_MINUTES"
PUT_AWAY = "PLAYGROUND_PUT_AWAY_MIB"
CACHES = "PLAYGROUND_KV_MIB"
PASSES = "PLAYGROUND_PASSES"
WAIT = "PLAYGROUND_WAIT_SECONDS"
REQUESTS = "PLAYGROUND_REQUESTS"
NAMES = (PROMPT, BUDGET, SESSIONS, IDLE, PUT_AWAY, CACHES, PASSES, WAIT, REQUESTS)


@dataclass(frozen=True, slots=True)
class PageLimits:
    """The page's limits; `read_page_limits` takes them from the environment."""

    prompt_characters: int = 50_000
    budget: int = 8_192
    """Tokens that a visitor may ask for."""
    sessions: int = 32
    """Sessions alive; the one not used for longest is put away, and comes back when its tab acts."""
    idle: float = 3600.0
    """Seconds without use after which a session is put away."""
    put_away: int = 64 * MIB
    """Bytes kept of what sessions that were put away come back from."""
    caches: int = 4096 * MIB
    """Bytes of keys and values of all sessions; the ones not used for longest are read anew when needed."""
    passes: int = 1
    """Forward passes at once."""
    wait_seconds: float = 20.0
    """How long a step waits for its turn."""
    requests: int = 600
    """Requests a minute of one visitor."""


def read_page_limits(environment: Mapping[str, str] = os.environ) -> PageLimits:
    """The limits with what the environment changes; an empty variable counts as absent.

    Raises ValueError, naming the variable, when a value makes no sense.
    """
    default = PageLimits()

    def whole(name: str, value: float, most: int, unit: str) -> int:
        return int(number(environment, name, value, 1, most, unit, whole=True))

    return PageLimits(
        prompt_characters=whole(PROMPT, default.prompt_characters, 10**7, "characters"),
        budget=whole(BUDGET, default.budget, 10**7, "tokens"),
        sessions=whole(SESSIONS, default.sessions, 10**5, "sessions"),
        idle=60 * number(environment, IDLE, default.idle / 60, 1, 10**5, "minutes"),
        put_away=MIB * whole(PUT_AWAY, default.put_away // MIB, 10**6, "MiB"),
        caches=MIB * whole(CACHES, default.caches // MIB, 10**7, "MiB"),
        passes=whole(PASSES, default.passes, 1000, "passes"),
        wait_seconds=number(environment, WAIT, default.wait_seconds, 1, 3600, "seconds"),
        requests=whole(REQUESTS, default.requests, 10**6, "requests a minute"),
    )
