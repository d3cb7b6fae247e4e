"""The automaton and xgrammar allow the same tokens at every position, whatever the grammar.

A hundred grammars made up from seeds, each read along a text chosen at random, on the bundled tokenizer
and on a SentencePiece one with byte fallback.
"""

import json
import random

import numpy as np
import pytest
from tokenizers import Tokenizer, decoders, models, normalizers, trainers
from transformers import PreTrainedTokenizerFast

from playground.automaton import Automaton, Trie, Vocabulary, judge
from playground.engines import compile_constraint
from playground.engines.protocol import unpack
from playground.models.token_bytes import read_vocabulary
from tests.engines.generated import GrammarMaker

GRAMMARS = 100
STEPS = 6
SPECIAL = ("<unk>", "<s>", "</s>")
CORPUS = [
    "the quick brown fox jumps over the lazy dog",
    "a theory of the heathen, 12 and 120 and 1200",
    '{"ab": [12, 120, "the"], "é": "€x"}',
]


@pytest.fixture(scope="module")
def sentencepiece() -> Vocabulary:
    """BPE over a few lines as SentencePiece does it: ▁ for a space, and bytes for what has no piece."""
    trained = Tokenizer(models.BPE())
    trained.normalizer = normalizers.Replace(" ", "▁")
    trained.train_from_iterator(CORPUS, trainers.BpeTrainer(vocab_size=300, show_progress=False))
    learned = json.loads(trained.to_str())["model"]
    byte_pieces = [f"<0x{byte:02X}>" for byte in range(256)]
    pieces = [*SPECIAL, *byte_pieces, *learned["vocab"]]
    merges = [tuple(merge) for merge in learned["merges"]]
    ids = {piece: i for i, piece in enumerate(pieces)}
    backend = Tokenizer(models.BPE(ids, merges, unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    backend.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    steps = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    backend.decoder = decoders.Sequence(steps)
    backend.add_special_tokens(list(SPECIAL))
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, unk_token="<unk>", eos_token="</s>")
    return read_vocabulary(tokenizer, len(pieces) + 5, (2,))


@pytest.fixture(scope="module")
def bundled_trie(smollm2) -> Trie:
    return Trie(smollm2.vocabulary)


@pytest.fixture(scope="module")
def sentencepiece_trie(sentencepiece: Vocabulary) -> Trie:
    return Trie(sentencepiece)


@pytest.mark.weights
@pytest.mark.parametrize("seed", range(GRAMMARS))
def test_on_the_bundled_tokenizer(seed: int, bundled_trie: Trie) -> None:
    compare(seed, bundled_trie)


@pytest.mark.parametrize("seed", range(GRAMMARS))
def test_on_a_sentencepiece_tokenizer(seed: int, sentencepiece_trie: Trie) -> None:
    compare(seed, sentencepiece_trie)


def compare(seed: int, trie: Trie) -> None:
    """Read a random text under a random grammar and hold the two masks against each other on the way."""
    vocabulary = trie.vocabulary
    chooser = random.Random(seed)
    named = [*chooser.sample(range(len(vocabulary)), 6), vocabulary.end_ids[0]]
    constraint = GrammarMaker(seed, named).constraint()
    automaton = Automaton(constraint.grammar)
    matcher = compile_constraint("xgrammar", constraint, vocabulary).matcher()
    state, read = automaton.start, list[int]()
    for _ in range(STEPS):
        allowed = judge(automaton, trie, state).allowed
        differ = np.flatnonzero(unpack(matcher.mask(), len(vocabulary)) != allowed)
        assert not len(differ), (constraint.text, read, [vocabulary.names[i] for i in differ[:10]])
        assert matcher.may_end() == automaton.may_end(state)
        ways = np.setdiff1d(np.flatnonzero(allowed), vocabulary.end_ids)
        if not len(ways):
            break
        token = choose(chooser, ways.tolist(), vocabulary)
        assert matcher.accept(token)
        state = automaton.feed_token(state, token, vocabulary.tokens[token])
        read.append(token)


def choose(chooser: random.Random, ways: list[int], vocabulary: Vocabulary) -> int:
    """Any token half of the time, else a short one, so that texts end within characters and go on."""
    if chooser.random() < 0.5:
        return chooser.choice(ways)
    some = chooser.sample(ways, min(12, len(ways)))
    return min(some, key=lambda token: len(vocabulary.tokens[token] or b"special"))
