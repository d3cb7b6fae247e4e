"""Work of the packages that may never end has limits, and each limit says so."""

import pytest

from playground.engines import EngineError
from playground.engines.limited import run_limited

MEBIBYTE = 2**20
BYTES = {bytes([byte]): [byte] for byte in range(1, 256)}
EXPONENTIAL = "(a|b)*a(a|b){20}"


def test_an_answer() -> None:
    answer = run_limited("interegular_states", (["ab"],), 60, 1024 * MEBIBYTE, MEBIBYTE)
    assert answer >= 3


def test_the_words_of_the_package() -> None:
    with pytest.raises(EngineError, match=r"Escape .* is not implemented"):
        run_limited("interegular_states", ([r"\bx"],), 60, 1024 * MEBIBYTE, MEBIBYTE)
    with pytest.raises(EngineError, match=r"Unsupported JSON Schema structure true\s*$"):
        run_limited("outlines_pattern", ("true",), 60, 1024 * MEBIBYTE, MEBIBYTE)


def test_time() -> None:
    with pytest.raises(
        EngineError, match=r"no answer after 0\.5 seconds: the constraint is too large for it"
    ):
        run_limited("interegular_states", ([EXPONENTIAL],), 0.5, 1024 * MEBIBYTE, MEBIBYTE)


def test_memory() -> None:
    with pytest.raises(EngineError, match="needs more than 128 MiB of memory"):
        run_limited("outlines_index", (EXPONENTIAL, BYTES, 999), 60, 128 * MEBIBYTE, MEBIBYTE)


def test_the_size_of_the_answer() -> None:
    task = r"[a-z]{0,500}", BYTES, 999
    with pytest.raises(EngineError, match=r"becomes too large for it: 0\.\d MiB, more than 0\.0"):
        run_limited("outlines_index", task, 60, 1024 * MEBIBYTE, 1_000)
