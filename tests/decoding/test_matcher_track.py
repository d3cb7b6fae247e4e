"""A matcher moved to wherever it is asked about, and tokens cut at the byte where a grammar starts."""

import numpy as np
import pytest

from playground.constraints import Constraint
from playground.decoding.matcher_track import MatcherTrack, pieces_of
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


def test_pieces() -> None:
    think, x1 = ids(MODEL, "<think>", "x1")
    assert pieces_of(MODEL.vocabulary, [think, x1]) == [(think, b""), (x1, b"x1")]


def test_goes_back_and_another_way() -> None:
    at = track('root ::= "a" ("b" "1" | "a" "b")')
    assert allowed(at.after((), ids(MODEL, "a", "b"))) == {"1"}
    assert allowed(at.after((), ids(MODEL, "a"))) == {"a", "b", "ab"}
    assert allowed(at.after((), ids(MODEL, "a", "a"))) == {"b"}
    assert allowed(at.after((), [])) == {"a", "ab"}
    assert allowed(at.after((), ids(MODEL, "ab"))) == {"1"}


def test_begins_in_the_middle_of_a_token() -> None:
    at = track('root ::= "1" "a"')
    rest = ((None, b"1"),)
    assert at.begin(rest) == rest
    assert allowed(at.after(rest, [])) == {"a"}
    assert allowed(at.after(rest, ids(MODEL, "a"))) == {"<eos>"}
    assert at.begin([(None, b"x1")]) is None
    # Asked again for what fitted, it begins anew.
    assert allowed(at.after(rest, [])) == {"a"}


@pytest.mark.parametrize(
    ("grammar", "read"),
    [
        ('root ::= <think> "a"', "its id"),
        ('root ::= "<think>" "a"', "its name"),
        ('root ::= "a"', None),
    ],
)
def test_a_named_special_token_is_read_by_its_id_or_as_its_name(grammar: str, read: str | None) -> None:
    at = track(grammar)
    [think] = ids(MODEL, "<think>")
    expected = {"its id": ((think, b""),), "its name": ((None, b"<think>"),), None: None}[read]
    begun = at.begin([(think, b"<think>")])
    assert begun == expected
    if begun:
        assert allowed(at.after(begun, [])) == {"a"}


def test_an_ordinary_token_is_read_as_itself_alone() -> None:
    at = track("root ::= !<[2]>")
    assert at.begin([(2, b"ab")]) is None


def test_a_refused_token_is_an_error_and_leaves_the_matcher_usable() -> None:
    at = track('root ::= "a" "b"')
    with pytest.raises(EngineError, match=r"token 1 \(b\).*fault of the engine"):
        at.after((), ids(MODEL, "b"))
    assert allowed(at.after((), ids(MODEL, "a"))) == {"b"}
