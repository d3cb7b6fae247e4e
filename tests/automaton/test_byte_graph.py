"""The graph over UTF-8 bytes against Python's own encoder and decoder."""

import random

import pytest

from playground.automaton.byte_graph import ACCEPT, NOTHING, ByteGraph
from playground.grammar.characters import characters_of
from playground.grammar.model import CharClass

BORDERS = [0, 0x1F, 0x20, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF]


def reads(graph: ByteGraph, start: int, data: bytes) -> bool:
    node = start
    for byte in data:
        if node in (ACCEPT, NOTHING):
            return False
        node = graph.step(node, byte)
    return node == ACCEPT


@pytest.mark.parametrize("seed", range(40))
def test_a_class_reads_exactly_the_encodings_of_its_characters(seed):
    random_ = random.Random(seed)
    ranges = []
    for _ in range(random_.randint(1, 4)):
        low = max(0, min(0x10FFFF, random_.choice(BORDERS) + random_.randint(-3, 3)))
        ranges.append((low, min(0x10FFFF, low + random_.choice([0, 1, 70, 5_000, 200_000]))))
    negated = random_.random() < 0.5
    graph = ByteGraph()
    start = graph.character(characters_of(CharClass(tuple(ranges), negated)))
    near = [code + d for pair in ranges for code in pair for d in (-1, 0, 1)] + BORDERS
    for code in near:
        if 0 <= code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF:
            wanted = any(low <= code <= high for low, high in ranges) != negated
            assert reads(graph, start, chr(code).encode()) == wanted, hex(code)


@pytest.mark.parametrize(
    "data",
    [
        *(b"\xc0\x80", b"\xc1\xbf", b"\xe0\x80\x80", b"\xe0\x9f\xbf", b"\xf0\x80\x80\x80"),
        *(b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\x80", b"\xff"),
    ],
)
def test_overlong_forms_surrogates_and_stray_bytes_have_no_path(data):
    with pytest.raises(UnicodeDecodeError):
        data.decode()
    graph = ByteGraph()
    assert not reads(graph, graph.character(characters_of(CharClass((), negated=True))), data)


def test_any_character_needs_few_nodes():
    graph = ByteGraph()
    graph.character(characters_of(CharClass((), negated=True)))
    # The start; one, two and three bytes to go; after E0, ED, F0 and F4; and the end.
    assert len(graph.edges) == 9


def test_equal_texts_are_one_node_and_the_rest_of_a_literal_is_known():
    graph = ByteGraph()
    true = graph.text("true")
    assert graph.text("true") == true
    inside = graph.step(true, ord("t"))
    assert graph.rest(inside, 10) == b"rue"
    assert graph.rest(inside, 2) == b"ru"
    assert graph.left(inside) == 3
    assert graph.left(ACCEPT) == 0
    choice = graph.character(((0x61, 0x62),))
    assert graph.rest(choice, 10) is graph.left(choice) is None
    assert graph.text("\ud800") == NOTHING
