"""What the browser gets for the map of the vocabulary."""

import base64
import json
import zlib

import numpy as np

from playground.decoding.vocabulary_map import VocabularyMap
from playground.models.toy import ToyModel
from playground.page.vocabulary_map import render_map, token_names
from tests.page.views import position, view

MAP = VocabularyMap(np.array([0, 32, 5], dtype=np.uint8), np.array([2, 255, 255], dtype=np.uint8))


def test_levels_then_offsets_are_sent_as_bytes() -> None:
    sent = json.loads(render_map(view(position(1), map=MAP, is_map_open=True)))
    assert list(zlib.decompress(base64.b64decode(sent["data"]))) == [0, 32, 5, 2, 255, 255]
    # The token that was chosen at step 1.
    assert (sent["step"], sent["chosen"]) == (1, 12)
    assert sent["words"] == "Map of all tokens: 11 allowed, 49,141 masked. The table lists them."


def test_after_the_end_there_is_nothing_to_draw() -> None:
    sent = json.loads(render_map(view(position(3, finish_reason="stop"), is_map_open=True)))
    assert (sent["data"], sent["chosen"], sent["words"]) == ("", None, "No token follows.")


def test_names_and_first_bytes_of_all_tokens(toy: ToyModel) -> None:
    sent = json.loads(token_names(toy.vocabulary))
    size = len(toy.vocabulary)
    assert (len(sent["names"]), len(sent["first"])) == (size, size)
    space, end = toy.vocabulary.tokens.index(b" "), toy.vocabulary.end_ids[0]
    assert (sent["names"][space], sent["first"][space]) == ("␣", 0x20)
    assert (sent["names"][end], sent["first"][end]) == (toy.vocabulary.names[end], -1)
