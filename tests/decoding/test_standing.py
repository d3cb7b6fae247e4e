"""Two masks side by side."""

import numpy as np

from playground.decoding.position import TriggerState
from playground.decoding.standing import compare, ended, unmasked
from playground.engines.protocol import unpack


def test_equal_masks_agree() -> None:
    mask = np.arange(100) % 3 == 0
    assert compare(mask, mask.copy()).state == "agree"


def test_different_masks_list_the_first_on_each_side() -> None:
    engine, automaton = np.zeros(100, dtype=np.bool_), np.zeros(100, dtype=np.bool_)
    engine[10:60] = True
    automaton[50:62] = True
    found = compare(engine, automaton)
    assert found.state == "differ"
    assert found.only_engine == tuple(range(10, 30))
    assert found.only_engine_count == 40
    assert found.only_automaton == (60, 61)
    assert found.only_automaton_count == 2


def test_after_the_end_nothing_is_allowed() -> None:
    before = unmasked(TriggerState("off"), "there is no constraint")
    after = ended(before, 70)
    assert after.mask is not None
    assert not unpack(after.mask, 70).any()
    assert after.may_end
    assert after.agreement.note == "the text has ended"
