"""Vocabularies as bytes: byte-level BPE, SentencePiece, and what cannot be read."""

import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import AutoTokenizer, PreTrainedTokenizerFast

from playground.models import ModelError
from playground.models.bundled import bundled_model
from playground.models.token_bytes import read_vocabulary
from tests.models.tiny import byte_level_tokenizer, sentencepiece_tokenizer, word_piece_tokenizer

TEXTS = [
    "the heathen",
    " two  spaces\t\n",
    "naïve €5 日本語",
    "😀👩‍👩‍👧",
    "\x00\x1f\x7f\xa0\xad",
    '{"a": [1, "b\\n"]}',
]


@pytest.fixture(scope="module")
def byte_level():
    return read_vocabulary(byte_level_tokenizer(), 270, (260,))


@pytest.fixture(scope="module")
def sentencepiece():
    return read_vocabulary(sentencepiece_tokenizer(), 270, (2,))


@pytest.mark.parametrize("text", TEXTS)
def test_byte_level_text_comes_back(byte_level, text):
    assert byte_level.decode(byte_level.tokenize(text)) == text.encode()


@pytest.mark.parametrize("text", TEXTS)
def test_sentencepiece_text_comes_back_behind_its_leading_space(sentencepiece, text):
    assert sentencepiece.decode(sentencepiece.tokenize(text)) == b" " + text.encode()


@pytest.mark.weights
@pytest.mark.parametrize("text", TEXTS)
def test_bundled_text_comes_back(smollm2, text):
    vocabulary = smollm2.vocabulary
    assert vocabulary.decode(vocabulary.tokenize(text)) == text.encode()


def test_byte_level_has_every_byte_once(byte_level):
    assert sorted(token for token in byte_level.tokens[:256]) == [bytes([byte]) for byte in range(256)]
    assert byte_level.tokens[256:259] == (b" t", b"he", b" the")


def test_sentencepiece_pieces(sentencepiece):
    assert sentencepiece.tokens[3 + 0xE2] == b"\xe2"
    assert sentencepiece.tokens[259:] == (b" ", b"t", b"h", b"e", b" t", b"he", b" the", *[None] * 4)
    assert sentencepiece.names[3 + 0xE2] == "\N{REPLACEMENT CHARACTER}"


def test_broken_characters_stay_bytes(sentencepiece):
    ids = sentencepiece.tokenize("😀")
    assert [sentencepiece.tokens[i] for i in ids] == [b" ", b"\xf0", b"\x9f", b"\x98", b"\x80"]
    assert sentencepiece.decode(ids[:3]) == b" \xf0\x9f"


def test_special_tokens_ends_and_unused_ids_have_no_text(byte_level, sentencepiece):
    assert byte_level.tokens[259:] == (None, None, b"<call>", *[None] * 8)
    assert byte_level.names[259:263] == ("<|start|>", "<|end|>", "<call>", "<unused 262>")
    assert sentencepiece.tokens[:3] == (None, None, None)
    assert read_vocabulary(byte_level_tokenizer(), 262, (257,)).tokens[257] is None


def test_tokenize_knows_special_tokens(byte_level, sentencepiece):
    assert byte_level.tokenize("<|end|>he") == [260, 257]
    assert sentencepiece.tokenize("</s>") == [2]
    assert byte_level.tokenize("") == []


def test_a_vocabulary_cut_to_the_width_of_the_scores():
    assert len(read_vocabulary(byte_level_tokenizer(), 200, ()).tokens) == 200


def test_metaspace_decoder():
    pieces = [("<unk>", 0.0), ("▁a", -1.0), ("b", -2.0), ("<0x41>", -3.0)]
    backend = Tokenizer(models.Unigram(pieces, unk_id=0))
    backend.pre_tokenizer = pre_tokenizers.Metaspace()
    backend.decoder = decoders.Metaspace()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, unk_token="<unk>")
    # Without byte fallback in the decoder, <0x41> is six characters of text.
    assert read_vocabulary(tokenizer, 4, ()).tokens == (None, b" a", b"b", b"<0x41>")


def test_other_tokenizers_are_refused():
    with pytest.raises(ModelError, match="WordPiece tokenizer with WordPiece"):
        read_vocabulary(word_piece_tokenizer(), 3, ())
    without_decoder = word_piece_tokenizer()
    without_decoder.backend_tokenizer.decoder = None
    with pytest.raises(ModelError, match="no decoder"):
        read_vocabulary(without_decoder, 3, ())
    with pytest.raises(ModelError, match=r"tokenizer\.json"):
        read_vocabulary(object(), 3, ())


@pytest.mark.weights
def test_every_bundled_token_decodes_as_its_tokenizer_says(smollm2):
    tokenizer = AutoTokenizer.from_pretrained(bundled_model())
    silent = [i for i, token in enumerate(smollm2.vocabulary.tokens) if token is None]
    assert silent == list(range(17))
    for token_id, token in enumerate(smollm2.vocabulary.tokens[17:], start=17):
        assert token.decode("utf-8", "replace") == tokenizer.decode([token_id])


@pytest.mark.weights
def test_bundled_digits_stand_alone(smollm2):
    ids = smollm2.vocabulary.tokenize("a  42")
    assert [smollm2.vocabulary.names[i] for i in ids] == ["a", "  ", "4", "2"]
