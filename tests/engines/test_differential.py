"""All engines on tables of constraints: every difference between two masks is of a kind expected there."""

import pytest

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint
from playground.engines.comparison import COMPARED, LineUp
from tests.engines.differences import GRAMMARS, REGEXES, SCHEMAS, Row
from tests.engines.vocabularies import byte_level, sentencepiece

READ_GRAMMARS = ("automaton", "xgrammar", "guidance", "guidance-forcing")
ALL = 1_000_000


def check(row: Row, vocabulary: Vocabulary, engines: tuple[str, ...]) -> None:
    line = LineUp(Constraint(row.kind, row.constraint), vocabulary, engines)
    for text in row.texts:
        token_ids = vocabulary.tokenize(text)
        assert vocabulary.decode(token_ids) == text.encode()
        run = line.run(token_ids, shown=ALL)
        for comparison in run.comparisons:
            exact = {each.engine: each for each in comparison.engines if each.engine in READ_GRAMMARS[:3]}
            assert all(each.same for each in exact.values()), (text, comparison.index)
            for difference in comparison.differences:
                for engine, kind in difference.kinds:
                    assert kind in row.kinds, (engine, kind, text, comparison.index, difference)
        assert run.comparisons[-1].engines[0].may_end, text


@pytest.mark.parametrize("row", GRAMMARS, ids=lambda row: row.name)
def test_grammars(row: Row) -> None:
    check(row, byte_level(), READ_GRAMMARS)
    check(row, sentencepiece(), READ_GRAMMARS)


@pytest.mark.parametrize("row", REGEXES, ids=lambda row: row.name)
def test_regexes(row: Row) -> None:
    check(row, byte_level(), COMPARED)


@pytest.mark.parametrize("row", SCHEMAS, ids=lambda row: row.name)
def test_schemas(row: Row) -> None:
    check(row, byte_level(), COMPARED)


@pytest.mark.parametrize("row", [*REGEXES[::3], *SCHEMAS[::4]], ids=lambda row: row.name)
def test_sentencepiece(row: Row) -> None:
    check(row, sentencepiece(), COMPARED)


def test_the_tables_are_large_enough() -> None:
    assert len(GRAMMARS) >= 30
    assert len(REGEXES) >= 30
    assert len(SCHEMAS) >= 50
