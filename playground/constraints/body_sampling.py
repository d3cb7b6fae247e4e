"""How a pasted body samples, and how many tokens it asks for."""

from __future__ import annotations

import math
from collections.abc import Mapping

from playground.constraints.body_fields import Fields
from playground.constraints.request import NEUTRAL_SAMPLING, Server

_DEFAULTS: Mapping[Server, Mapping[str, float]] = {
    "openai": {"temperature": 1.0, "top_p": 1.0},
    "vllm": {"temperature": 1.0, "top_p": 1.0, "top_k": 0, "min_p": 0.0},
    "llama-server": {"temperature": 0.8, "top_k": 40, "top_p": 0.95, "min_p": 0.05},
}
"""What each server takes for a field that is not in the body."""
_LIMITS = ("n_predict", "max_tokens", "max_completion_tokens")
_MAX_SEED = 2**64 - 1


def read_sampling(fields: Fields, server: Server, notes: list[str]) -> dict[str, float]:
    """All fields of `Sampling`; what the body leaves out is what the server takes then."""
    given = {
        "temperature": _number(fields, "temperature", 0, math.inf, "0 or more"),
        "top_k": _top_k(fields),
        "top_p": _number(fields, "top_p", math.ulp(0.0), 1, "above 0 and at most 1"),
        "min_p": _number(fields, "min_p", 0, 1, "from 0 to 1"),
    }
    defaults = _DEFAULTS[server]
    assumed = [f"{name} {defaults[name]:g}" for name in defaults if given[name] is None]
    if assumed and given["temperature"] != 0:  # the most probable token passes every filter
        notes.append(f"Not in the body, so as the server has it: {', '.join(assumed)}.")
    sampling = {name: value for name, value in given.items() if value is not None}
    sampling = {**NEUTRAL_SAMPLING, **defaults, **sampling}
    return {**sampling, "seed": _seed(fields, bool(sampling["temperature"]), notes)}


def read_max_tokens(fields: Fields) -> int | None:
    """The budget in tokens; None when the body sets none. Raises ConstraintError."""
    limits = [(name, fields.whole(name)) for name in _LIMITS]
    name, limit = next(((name, limit) for name, limit in limits if limit is not None), ("", None))
    if limit is None or (limit == -1 and name == "n_predict"):
        return None
    if limit < 1:
        raise fields.error("max-tokens", f"{name} must be 1 or more, not {limit}", "", name)
    return limit


def _number(fields: Fields, name: str, lowest: float, highest: float, wanted: str) -> float | None:
    value = fields.number(name)
    if value is not None and not lowest <= value <= highest:
        raise fields.error("sampling", f"{name} must be {wanted}, not {value:g}", "", name)
    return value


def _top_k(fields: Fields) -> int | None:
    """Servers write "all tokens" as 0 or as a negative number."""
    value = fields.whole("top_k")
    return None if value is None else max(0, value)


def _seed(fields: Fields, draws: bool, notes: list[str]) -> int:
    seed = fields.whole("seed")
    if seed is not None and 0 <= seed <= _MAX_SEED:
        return seed
    if draws:
        notes.append("Without a seed the server draws one; here it is 0.")
    return 0
