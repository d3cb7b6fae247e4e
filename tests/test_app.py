"""The app as a process: what it answers besides the page, how it ends, how it tests itself."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from app import main
from playground import self_test

ROOT = Path(__file__).parents[1]


@dataclass
class App:
    process: subprocess.Popen[str]
    url: str

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"{self.url}/{path}", timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode("utf-8", "replace")


@pytest.fixture(scope="module")
def app() -> Iterator[App]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    command = [sys.executable, "app.py", "--model", "toy", "--port", str(port)]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=os.environ
    )
    app = App(process, f"http://127.0.0.1:{port}")
    try:
        end = time.monotonic() + 60
        while True:
            try:
                if app.get("healthz")[0] == 200:
                    break
            except OSError:
                assert time.monotonic() < end
                assert process.poll() is None
                time.sleep(0.2)
        yield app
    finally:
        process.kill()
        process.wait(10)
        process.stderr.close()


def test_health_and_figures(app: App) -> None:
    assert app.get("healthz") == (200, '{"status":"ok"}')
    status, figures = app.get("metrics")
    assert status == 200
    assert "\nplayground_sessions 0.0\n" in figures
    assert '\nplayground_limits_hit_total{limit="PLAYGROUND_WORKERS"} 0.0\n' in figures


def test_sigterm_ends_it_cleanly_and_all_its_processes(app: App) -> None:
    """The last test of this app."""
    children = psutil.Process(app.process.pid).children(recursive=True)
    assert children
    app.process.send_signal(signal.SIGTERM)
    assert app.process.wait(15) == 0
    _, alive = psutil.wait_procs(children, timeout=10)
    assert alive == []
    lines = app.process.stderr.read().splitlines()
    assert [json.loads(line)["event"] for line in lines] == ["serving", "ending"]


def test_the_self_test_runs_one_constraint_of_each_kind() -> None:
    command = [sys.executable, "app.py", "--model", "toy", "--self-test"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0, ended.stderr
    lines = ended.stdout.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        "ok gbnf",
        "ok regex",
        "ok json_schema",
        "ok choice",
        "ok json_object",
    ]


def test_a_self_test_that_fails_says_what_and_ends_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(self_test, "CONSTRAINTS", {"gbnf": "root ::= nowhere", "regex": "[a-c]{2,4}"})
    monkeypatch.setattr(sys, "argv", ["app.py", "--model", "toy", "--self-test"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    printed = capsys.readouterr().out
    assert "FAILED gbnf:" in printed
    assert "ok regex:" in printed
