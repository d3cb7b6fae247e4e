"""Limits of workers, as the environment sets them."""

import pytest

from playground.engines.workers import WorkerLimits, read_limits

MIB = 2**20


def test_defaults_and_empty_variables() -> None:
    assert read_limits({}) == WorkerLimits(5, 8, 1024 * MIB, 32)
    assert read_limits({"PLAYGROUND_CALL_SECONDS": "", "PLAYGROUND_WORKERS": ""}) == WorkerLimits()


def test_each_can_be_set() -> None:
    environment = {
        "PLAYGROUND_CALL_SECONDS": "0.5",
        "PLAYGROUND_COMPILE_SECONDS": "120",
        "PLAYGROUND_WORKER_MIB": "4096",
        "PLAYGROUND_WORKERS": "2",
    }
    assert read_limits(environment) == WorkerLimits(0.5, 120, 4096 * MIB, 2)


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("PLAYGROUND_CALL_SECONDS", "0", "a number of seconds from 0.1 to 3,600"),
        ("PLAYGROUND_CALL_SECONDS", "soon", "a number of seconds"),
        ("PLAYGROUND_COMPILE_SECONDS", "nan", "a number of seconds"),
        ("PLAYGROUND_COMPILE_SECONDS", "inf", "a number of seconds"),
        ("PLAYGROUND_WORKER_MIB", "63", "a whole number of MiB from 64"),
        ("PLAYGROUND_WORKER_MIB", "1e3", "a whole number of MiB"),
        ("PLAYGROUND_WORKERS", "-1", "a whole number of processes from 1 to 1,000"),
        ("PLAYGROUND_WORKERS", "2.5", "a whole number of processes"),
    ],
)
def test_nonsense_is_named(name: str, value: str, what: str) -> None:
    with pytest.raises(ValueError, match=f"{name} takes {what}.*not '{value}'"):
        read_limits({name: value})
