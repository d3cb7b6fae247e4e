"""Texts as tokens that write exactly them."""

import pytest

from playground.automaton.vocabulary import Vocabulary
from playground.engines.spelling import spell
from playground.models.token_bytes import read_vocabulary
from tests.engines.vocabularies import byte_level, sentencepiece
from tests.models.tiny import sentencepiece_tokenizer

TEXTS = ["", "a", '{"name": "é日😀"}', "the heathen", " two  spaces\n", "\x00\x7f"]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    "vocabulary",
    [byte_level(), sentencepiece(), read_vocabulary(sentencepiece_tokenizer(), 270, (2,))],
    ids=["byte-level", "sentencepiece", "with a space before each text"],
)
def test_they_come_back(vocabulary: Vocabulary, text: str) -> None:
    assert vocabulary.decode(spell(vocabulary, text)) == text.encode()


def test_the_tokenizers_own_tokens_come_first() -> None:
    vocabulary = byte_level()
    assert spell(vocabulary, "red wood") == vocabulary.tokenize("red wood")


def test_the_longest_token_otherwise() -> None:
    tokens = (b"a", b"ab", b"abc", b"c", b"ab", b"abca", None)
    vocabulary = Vocabulary(tokens, ("",) * 7, (5,), lambda text: [6])
    assert spell(vocabulary, "abcabac") == [2, 1, 0, 3], "4 is written like 1, and 5 ends the text"


def test_a_text_that_cannot_be_written() -> None:
    vocabulary = Vocabulary((b"a", None), ("a", ""), (1,), lambda text: [])
    with pytest.raises(ValueError, match="no token to write 'ba' with"):
        spell(vocabulary, "aba")
