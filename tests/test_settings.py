"""Flags and environment variables."""

import pytest

from playground.settings import Settings, read_settings

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


def test_help_names_every_flag_and_variable(capsys):
    with pytest.raises(SystemExit) as end:
        read_settings(["--help"], {})
    assert end.value.code == 0
    text = capsys.readouterr().out
    for name in ("host", "port", "model"):
        assert f"--{name}" in text
        assert f"PLAYGROUND_{name.upper()}" in text
    assert "PLAYGROUND_CACHE" in text
