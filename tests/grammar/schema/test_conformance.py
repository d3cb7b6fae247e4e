"""The JSON Schema Test Suite on the automaton: no text is let through, or kept out, without a word."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.grammar.schema.suite import BASELINE, COLUMNS, OPTIONS, measure, needs_suite


@needs_suite
@pytest.mark.parametrize("name", OPTIONS)
def test_every_difference_was_announced(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    measured = measure(OPTIONS[name])
    with capsys.disabled():
        print(f"\n{_table(name, measured.counts)}")
    assert measured.silent == []
    best = json.loads(BASELINE.read_text())[name]
    assert best.keys() == measured.counts.keys()
    for keyword, counts in measured.counts.items():
        assert counts["agree"] >= best[keyword]["agree"], (keyword, counts, best[keyword])
        for column in ("looser", "refused"):
            assert counts[column] <= best[keyword][column], (keyword, counts, best[keyword])


def _table(name: str, table: dict[str, Counter[str]]) -> str:
    lines = [f"{name:24}" + "".join(f"{title:>10}" for title in ("cases", *COLUMNS))]
    total: Counter[str] = Counter()
    for keyword, counts in table.items():
        total.update(counts)
        lines.append(_line(f"  {keyword}", counts))
    return "\n".join([*lines, _line("  all", total)])


def _line(title: str, counts: Counter[str]) -> str:
    return f"{title:24}{sum(counts.values()):>10}" + "".join(f"{counts[column]:>10}" for column in COLUMNS)
