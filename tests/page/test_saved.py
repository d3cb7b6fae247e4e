"""A session travels in a link or a file and comes back the same; what was forged or cut is refused."""

import base64
import json
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.models import load_model
from playground.page.saved import MOST_BYTES, SavedError, from_file, from_link, save, to_file, to_link
from playground.page.setup import Setup

FIELDS = (
    "json_schema",
    '{"enum": ["é", "b"]}',
    "Say é.",
    False,
    0.5,
    3,
    0.9,
    0,
    7,
    20,
    "off",
    "",
    "one",
    "yes",
    "any",
    "xgrammar",
    "",
)


@pytest.fixture(scope="module")
def stepped() -> Any:
    model = load_model("toy")
    session = Setup.from_fields(*FIELDS).session(model)
    session.step()
    session.step(model.vocabulary.tokens.index(b"b"))
    return session


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(data)).decode().rstrip("=")


def test_it_comes_back_from_a_link_and_from_a_file(stepped: Any) -> None:
    saved = save(FIELDS, stepped)
    link = to_link(saved)
    assert set(link) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    for back in (from_link(link), from_file(to_file(saved, stepped))):
        assert back.filled == FIELDS
        assert tuple(back.token_ids) == stepped.token_ids
        assert back.forced == [False, True]
        assert back.model == "toy"
        again = Setup.from_fields(*back.filled).session(stepped.model)
        again.replay(back.token_ids, back.forced)
        assert again.text == stepped.text == '"b'
        assert again.position.candidates == stepped.position.candidates


def test_the_file_tells_what_came_of_it(stepped: Any) -> None:
    told = json.loads(to_file(save(FIELDS, stepped), stepped))
    assert (told["text"], told["finish_reason"], told["record"]) == ('"b', None, None)
    assert [(token["text"], token["forced"]) for token in told["tokens"]] == [('"', False), ("b", True)]


def test_what_is_too_long_for_a_link_is_for_a_file(stepped: Any) -> None:
    letters = "".join(chr(0x4E00 + (i * 7919) % 20_000) for i in range(6_000))
    long = save((*FIELDS[:2], letters, *FIELDS[3:]), stepped)
    with pytest.raises(SavedError, match="as a file instead"):
        to_link(long)
    assert from_file(to_file(long, stepped)).fields.prompt == letters


GOOD = {"playground": 1, "model": "toy", "token_ids": [], "forced": []}


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("", "damaged"),
        ("x", "damaged"),
        ("é", "damaged"),
        ("AAAA", "damaged"),
        ("../../etc/passwd", "damaged"),
        (packed(b"{}")[:-3], "damaged"),
        (packed(b" " * (MOST_BYTES + 1)), "damaged"),  # a bomb
        (packed(b"not JSON"), "no session of this playground"),
        (packed(b"[" * 50_000), "no session of this playground"),
        (packed(b"{}"), "playground: Field required"),
        (packed(json.dumps(GOOD | {"playground": 2}).encode()), "playground: Input should be 1"),
        (packed(json.dumps(GOOD | {"token_ids": [-1]}).encode()), "no session of this playground"),
    ],
)
def test_a_link_that_was_cut_or_forged_is_refused(link: str, says: str) -> None:
    with pytest.raises(SavedError, match=says):
        from_link(link)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"white_space": "<script>"}, "fields.white_space"),
        ({"kind": 5}, "fields.kind"),
        ({"temperature": "1"}, "fields.temperature"),
        ({"temperature": 1e400}, "fields.temperature"),
        ({"budget": 10**400}, "no session"),
        ({"more": 1}, "fields.more"),
    ],
)
def test_fields_of_another_type_are_refused(stepped: Any, changes: dict[str, Any], says: str) -> None:
    told = json.loads(to_file(save(FIELDS, stepped), stepped))
    told["fields"] |= changes
    with pytest.raises(SavedError, match=says):
        from_file(json.dumps(told))


def test_tokens_and_who_chose_them_go_together(stepped: Any) -> None:
    told = json.loads(to_file(save(FIELDS, stepped), stepped)) | {"forced": [True]}
    with pytest.raises(SavedError, match="equally long"):
        from_file(json.dumps(told))


@given(st.text())
def test_any_text_is_refused_or_read(text: str) -> None:
    for read in (from_link, from_file):
        with pytest.raises(SavedError):
            read(text)
