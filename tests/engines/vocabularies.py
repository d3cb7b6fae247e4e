"""Two small vocabularies of the two great families, trained on a few lines, padded, with two end tokens."""

import json
from functools import cache

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from playground.automaton.vocabulary import Vocabulary
from playground.models.token_bytes import read_vocabulary

LINES = [
    '{"name": "Ada", "age": 36, "tags": ["x", "yy"], "ok": true, "note": null}',
    '{"file":"Parser.java","line":88,"severity":"high"}',
    '{\n  "a": -12.50,\n  "b": [1, 2.5e+10, -0.25],\n\t"c": {}\n}',
    '{"text": "caf\\u00e9 \\n \\"quoted\\" café 日本 😀"}',
    "red redwood green blue yes no none maybe 2024-02-29 +1 (555) 010-9999",
    "SELECT name FROM people WHERE age >= 18 AND ok = true;",
]
SPECIALS = ["<unk>", "<s>", "</s>", "<|end|>", "<think>", "</think>"]
SIZE = 420
PADDING = 7


@cache
def byte_level() -> Vocabulary:
    """Byte-level BPE, as GPT-2's, Llama 3's and SmolLM2's."""
    backend = Tokenizer(models.BPE())
    backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    backend.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=SIZE, special_tokens=SPECIALS, initial_alphabet=alphabet, show_progress=False
    )
    backend.train_from_iterator(LINES * 2, trainer)
    return _vocabulary(backend)


@cache
def sentencepiece() -> Vocabulary:
    """SentencePiece with byte fallback, as Llama 2's and Gemma's."""
    trained = Tokenizer(models.BPE())
    trained.normalizer = normalizers.Replace(" ", "▁")
    trainer = trainers.BpeTrainer(vocab_size=SIZE - 256, show_progress=False)
    trained.train_from_iterator(LINES * 2, trainer)
    model = json.loads(trained.to_str())["model"]
    byte_pieces = [f"<0x{byte:02X}>" for byte in range(256)]
    pieces = [*SPECIALS, *byte_pieces, *sorted(model["vocab"], key=model["vocab"].get)]
    ids = {piece: token_id for token_id, piece in enumerate(pieces)}
    merges = [tuple(pair) for pair in model["merges"]]
    backend = Tokenizer(models.BPE(ids, merges, unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    backend.normalizer = trained.normalizer
    backend.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()]
    )
    backend.add_special_tokens(SPECIALS)
    return _vocabulary(backend)


def _vocabulary(backend: Tokenizer) -> Vocabulary:
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, unk_token="<unk>", eos_token="</s>")
    ends = tuple(backend.token_to_id(name) for name in ("</s>", "<|end|>"))
    return read_vocabulary(tokenizer, len(tokenizer) + PADDING, ends)
