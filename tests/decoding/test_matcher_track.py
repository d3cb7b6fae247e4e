"""A matcher moved to wherever it is asked about, and tokens cut at the byte where a grammar starts."""

import numpy as np
import pytest

from playground.constraints import Constraint
from playground.decoding.matcher_track import MatcherTrack, pieces_from
from playground.engines import EngineError, compile_constraint
from playground.engines.protocol import Matcher, unpack
from tests.decoding.models import ids, seeded_toy

MODEL = seeded_toy(["a", "b", "ab", "é", "x1", "1"], specials=("<eos>", "<think>"))


def track(grammar: str) -> MatcherTrack:
    compiled = compile_constraint("xgrammar", Constraint("gbnf", grammar), MODEL.vocabulary)
    return MatcherTrack(compiled, MODEL.vocabulary)


def allowed(matcher: Matcher) -> set[str]:
    mask = unpack(matcher.mask(), len(MODEL.vocabulary))
    return {MODEL.vocabulary.names[i] for i in np.flatnonzero(mask).tolist()}


@pytest.mark.parametrize(
    ("texts", "start", "pieces"),
    [
        ((), 0, []),
        (("a", "b"), 0, [("a", b"a"), ("b", b"b")]),
        (("a", "b"), 1, [("b", b"b")]),
        (("a", "b"), 2, []),
        (("ab", "1"), 1, [(None, b"b"), ("1", b"1")]),
        (("é",), 1, [(None, b"\xa9")]),
        (("<think>", "a", "<think>", "b"), 0, [("a", b"a"), ("<think>", b""), ("b", b"b")]),
        (("a", "<think>", "b"), 1, [("b", b"b")]),
    ],
)
def test_pieces(texts: tuple[str, ...], start: int, pieces: list[tuple[str | None, bytes]]) -> None:
    expected = [(None if text is None else ids(MODEL, text)[0], data) for text, data in pieces]
    assert pieces_from(MODEL.vocabulary, ids(MODEL, *texts), start) == expected


def test_goes_back_and_another_way() -> None:
    at = track('root ::= "a" ("b" "1" | "a" "b")')
    assert allowed(at.after([], 0, ids(MODEL, "a", "b"))) == {"1"}
    assert allowed(at.after([], 0, ids(MODEL, "a"))) == {"a", "b", "ab"}
    assert allowed(at.after([], 0, ids(MODEL, "a", "a"))) == {"b"}
    assert allowed(at.after([], 0, [])) == {"a", "ab"}
    assert allowed(at.after([], 0, ids(MODEL, "ab"))) == {"1"}


def test_begins_in_the_middle_of_a_token() -> None:
    at = track('root ::= "1" "a"')
    begun = ids(MODEL, "b", "x1")
    assert at.begin(begun, 2)
    assert allowed(at.after(begun, 2, [])) == {"a"}
    assert allowed(at.after(begun, 2, ids(MODEL, "a"))) == {"<eos>"}
    assert not at.begin(begun, 1)
    # Asked again for what fitted, it begins anew.
    assert allowed(at.after(begun, 2, [])) == {"a"}


def test_a_refused_token_is_an_error_and_leaves_the_matcher_usable() -> None:
    at = track('root ::= "a" "b"')
    with pytest.raises(EngineError, match=r"token 1 \(b\).*fault of the engine"):
        at.after([], 0, ids(MODEL, "b"))
    assert allowed(at.after([], 0, ids(MODEL, "a"))) == {"b"}
