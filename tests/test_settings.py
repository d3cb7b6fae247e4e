"""Flags and environment variables."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import app
from playground.constraints.limits import ConstraintLimits, read_constraint_limits
from playground.engines.workers import WorkerLimits
from playground.page.limits import PageLimits
from playground.page.observer import LIMITS
from playground.settings import Settings, check_address, read_settings

DEFAULT = Settings("127.0.0.1", 7860, "smollm2")


@pytest.mark.parametrize(
    ("arguments", "environment", "expected"),
    [
        ([], {}, DEFAULT),
        ([], {"PLAYGROUND_HOST": "", "PLAYGROUND_PORT": "", "PLAYGROUND_MODEL": ""}, DEFAULT),
        (["--port", "8000", "--model", "toy", "--host", "0.0.0.0"], {}, Settings("0.0.0.0", 8000, "toy")),
        (
            [],
            {"PLAYGROUND_HOST": "::1", "PLAYGROUND_PORT": "65535", "PLAYGROUND_MODEL": "toy"},
            Settings("::1", 65535, "toy"),
        ),
        (["--port=1"], {"PLAYGROUND_PORT": "2"}, Settings("127.0.0.1", 1, "smollm2")),
        (
            [],
            {"GRADIO_SERVER_NAME": "0.0.0.0", "GRADIO_SERVER_PORT": "7000"},
            Settings("0.0.0.0", 7000, "smollm2"),
        ),
        (
            [],
            {"GRADIO_SERVER_NAME": "0.0.0.0", "PLAYGROUND_HOST": "127.0.0.2"},
            Settings("127.0.0.2", 7860, "smollm2"),
        ),
    ],
)
def test_flag_then_variable_then_default(arguments, environment, expected):
    assert read_settings(arguments, environment) == expected


@pytest.mark.parametrize("port", ["0", "65536", "-1", "80a", "", "1e3", "²"])
def test_a_port_that_is_none_ends_with_a_message(port, capsys):
    with pytest.raises(SystemExit) as end:
        read_settings(["--port", port], {})
    assert end.value.code == 2
    assert "PLAYGROUND_PORT" in capsys.readouterr().err


def test_a_bad_variable_is_named_too(capsys):
    with pytest.raises(SystemExit):
        read_settings([], {"PLAYGROUND_PORT": "http"})
    assert "'http' is no port" in capsys.readouterr().err


def test_limits_of_workers():
    assert read_settings([], {"PLAYGROUND_WORKERS": "3"}).limits == WorkerLimits(workers=3)


def test_limits_of_the_page():
    environment = {
        "PLAYGROUND_REQUESTS": "7",
        "PLAYGROUND_SESSION_MINUTES": "2",
        "PLAYGROUND_LOG_PROMPTS": "1",
    }
    settings = read_settings([], environment)
    assert settings.page == PageLimits(requests=7, idle=120.0)
    assert settings.log_prompts


@pytest.mark.parametrize("name", LIMITS)
def test_every_limit_is_taken_from_the_environment_or_refused(name, capsys):
    changed = read_settings([], {name: "100"})
    assert (changed.limits, changed.page) != (WorkerLimits(), PageLimits()) or read_constraint_limits(
        {name: "100"}
    ) != ConstraintLimits()
    with pytest.raises(SystemExit):
        read_settings([], {name: "-3"})
    assert f"{name} takes a" in capsys.readouterr().err


def test_the_readme_has_every_limit():
    readme = (Path(__file__).parents[1] / "README.md").read_text()
    assert [name for name in LIMITS if f"`{name}`" not in readme] == []


def test_a_limit_that_is_none_ends_with_a_message(capsys):
    with pytest.raises(SystemExit) as end:
        read_settings([], {"PLAYGROUND_WORKER_MIB": "lots"})
    assert end.value.code == 2
    assert "PLAYGROUND_WORKER_MIB takes a whole number of MiB" in capsys.readouterr().err


def test_help_names_every_flag_and_variable(capsys):
    with pytest.raises(SystemExit) as end:
        read_settings(["--help"], {})
    assert end.value.code == 0
    text = capsys.readouterr().out
    for name in ("host", "port", "model"):
        assert f"--{name}" in text
        assert f"PLAYGROUND_{name.upper()}" in text
    for name in ("CACHE", "COMPILE_SECONDS", "CALL_SECONDS", "WORKER_MIB", "WORKERS"):
        assert f"PLAYGROUND_{name}" in text


@pytest.fixture
def taken():
    """A port of this machine that another server has."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_an_address_that_cannot_be_served_is_named(taken):
    assert check_address("127.0.0.1", taken).startswith(f"Port {taken} of 127.0.0.1 is taken: name another")
    assert "192.0.2.1 cannot be served" in check_address("192.0.2.1", taken)
    assert "no.such.host.invalid cannot be served" in check_address("no.such.host.invalid", taken)


def test_a_free_address_can_be_served(taken):
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    assert check_address("127.0.0.1", free) == ""


def test_the_app_says_in_one_line_that_its_port_is_taken(taken, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["app.py", "--model", "toy", "--port", str(taken)])
    with pytest.raises(SystemExit, match="--port or PLAYGROUND_PORT") as ended:
        app.main()
    assert "\n" not in str(ended.value)


def test_the_app_says_in_one_line_that_there_is_no_such_model():
    # A hub out of reach: nothing answers on this port.
    environment = os.environ | {"HF_ENDPOINT": "http://127.0.0.1:9", "HF_HUB_OFFLINE": "0"}
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    command = [sys.executable, "app.py", "--model", "nonsense", "--port", str(free)]
    ended = subprocess.run(
        command, cwd=Path(__file__).parents[1], env=environment, capture_output=True, text=True
    )
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.startswith("nonsense could not be loaded: ")
