"""The vocabulary as a picture: levels and offsets of toys whose probabilities are known."""

from playground.constraints import Constraint
from playground.decoding import Session
from playground.decoding.vocabulary_map import LEVELS, UNKNOWN
from tests.decoding.models import fixed_toy

MODEL = fixed_toy({"a": 0.5, "ab": 0.3, "1": 0.1, "2": 0.1 - 1e-10, "1a": 1e-10})


def test_allowed_tokens_have_a_level_and_masked_ones_a_place() -> None:
    found = Session(MODEL, "", Constraint("gbnf", 'root ::= "a" [x-z] | [1-2] "b"')).vocabulary_map(0)
    assert found is not None
    # After the mask: a 5/7, 1 and 2 1/7 each. A level is 8/31 of a power of ten below the next:
    # 10 ** -0.146 is 0.57 of a level below the highest, 10 ** -0.845 is 3.27.
    assert found.levels.tolist() == [LEVELS - 1, 0, LEVELS - 3, LEVELS - 3, 0, 0]
    # "ab" fails at its second character, "1a" too; the end token has no character that fits.
    assert found.offsets.tolist() == [UNKNOWN, 1, UNKNOWN, UNKNOWN, 1, 0]


def test_hardly_probable_tokens_that_are_allowed_are_told_from_masked_ones() -> None:
    found = Session(MODEL, "", Constraint("gbnf", "root ::= [0-9a-z]+")).vocabulary_map(0)
    assert found is not None
    assert found.levels.tolist() == [31, 30, 28, 28, 1, 0]


def test_without_a_constraint_everything_is_allowed_and_after_the_end_there_is_no_map() -> None:
    free = Session(MODEL, "")
    found = free.vocabulary_map(0)
    assert found is not None
    assert (found.levels > 0).all()
    assert set(found.offsets.tolist()) == {UNKNOWN}
    free.step(5)
    assert free.finish_reason == "stop"
    assert free.vocabulary_map(1) is None
