"""The trap of the greedy mask: the model wants "sky", the choices are "skill" and "cloud"."""

import math

import numpy as np
import pytest

from playground.constraints import Constraint
from playground.decoding import Session, Trigger
from playground.decoding.search import Search, SearchError
from playground.models.toy import ToyModel
from playground.models.toy_presets import END, Preset, ToyState

TEXTS = ("s", "k", "y", "ill", "cloud", END)
NEXT = {
    (): {"s": 0.6, "cloud": 0.3},
    ("s",): {"k": 0.9},
    ("s", "k"): {"y": 0.98, "ill": 0.001},
    ("s", "k", "y"): {END: 0.9},
    ("s", "k", "ill"): {END: 0.9},
    ("cloud",): {END: 0.8},
}
CHOICE = Constraint("choice", "skill\ncloud")


def score(state: ToyState) -> np.ndarray:
    """What is not named shares the rest."""
    named = NEXT.get(tuple(TEXTS[token_id] for token_id in state.tail[1:]), {})
    rest = (1 - sum(named.values())) / (len(TEXTS) - len(named))
    return np.log([named.get(text, rest) for text in TEXTS]).astype(np.float32)


MODEL = ToyModel(Preset("sky", TEXTS, (END,), score, fixed_prompt=END))


@pytest.fixture
def search() -> Search:
    return Search(Session(MODEL, "", CHOICE, budget=10))


def test_the_model_alone_writes_what_it_wants(search: Search) -> None:
    way = search.unmasked()
    assert (way.text, way.finished) == ("sky", True)
    assert way.log_probability == pytest.approx(math.log(0.6 * 0.9 * 0.98 * 0.9), abs=1e-5)


def test_the_greedy_mask_walks_into_the_trap(search: Search) -> None:
    way = search.masked()
    assert (way.text, way.finished) == ("skill", True)
    assert way.log_probability == pytest.approx(math.log(0.6 * 0.9 * 0.001 * 0.9), abs=1e-4)


def test_a_beam_of_two_finds_the_better_text(search: Search) -> None:
    way = search.best(2)
    assert (way.text, way.finished) == ("cloud", True)
    assert way.log_probability == pytest.approx(math.log(0.3 * 0.8), abs=1e-5)


def test_a_text_that_is_there_has_its_own_probability(search: Search) -> None:
    session = Session(MODEL, "", CHOICE, budget=10)
    list(session.run())
    assert session.text == "skill"
    own, greedy = search.score(session.token_ids), search.masked()
    assert (own.token_ids, own.finished) == (greedy.token_ids, True)
    assert own.log_probability == pytest.approx(greedy.log_probability)
    assert search.score(()).log_probability == 0


def test_a_cut_text_says_so() -> None:
    way = Search(Session(MODEL, "", CHOICE, budget=2)).masked()
    assert (way.text, way.finished) == ("sk", False)


def test_a_dead_end_gives_what_was_written() -> None:
    way = Search(Session(MODEL, "", Constraint("gbnf", 'root ::= "s" "q"'))).masked()
    assert not way.finished


def test_a_trigger_leaves_nothing_to_search() -> None:
    with pytest.raises(SearchError, match="switch it off"):
        Search(Session(MODEL, "", CHOICE, Trigger("word", "s")))
