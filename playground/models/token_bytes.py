"""A transformers tokenizer's vocabulary as the bytes each token adds to the text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from playground.automaton.vocabulary import Vocabulary
from playground.models.protocol import ModelError

_BYTE_PIECE = re.compile(r"<0x([0-9A-Fa-f]{2})>")
_SIDE_EFFECT_FREE = {"Fuse", "Strip", "ByteFallback"}
"""Decoder steps that join tokens or trim the very start of a text, and change no token's bytes."""


def read_vocabulary(tokenizer: Any, width: int, end_ids: Sequence[int]) -> Vocabulary:
    """The vocabulary of a tokenizer that the `tokenizers` library runs.

    `width` is the number of scores the model gives, V. Reads byte-level BPE, and SentencePiece vocabularies
    with or without `<0x0A>` byte pieces. A SentencePiece token keeps its leading space, since it follows a
    prompt and is never the start of a text. Tokens marked special, end tokens, and ids that the tokenizer
    does not have never match as text. Raises ModelError for any other kind of tokenizer.
    """
    backend = getattr(tokenizer, "backend_tokenizer", None)
    if backend is None:
        raise ModelError(
            f"The bytes of the tokenizer's tokens cannot be read (it is a {type(tokenizer).__name__}); "
            "take a model that brings a tokenizer.json."
        )
    description = json.loads(backend.to_str())
    piece_bytes = _piece_reader(description)
    added = {token["id"]: token["special"] for token in description["added_tokens"]}
    silent = {token_id for token_id, special in added.items() if special}
    silent.update(tokenizer.all_special_ids, end_ids)

    tokens: list[bytes | None] = [None] * width
    names = [f"<unused {token_id}>" for token_id in range(width)]
    for piece, token_id in backend.get_vocab(with_added_tokens=True).items():
        if token_id >= width:
            continue
        if token_id in silent:
            names[token_id] = piece
        else:
            data = piece.encode() if token_id in added else piece_bytes(piece)
            tokens[token_id] = data or None
            names[token_id] = data.decode("utf-8", "replace")

    def tokenize(text: str) -> list[int]:
        token_ids: list[int] = tokenizer.encode(clean(text), add_special_tokens=False)
        return token_ids

    return Vocabulary(tuple(tokens), tuple(names), tuple(end_ids), tokenize)


def clean(text: str) -> str:
    """The text without lone surrogates, which no tokenizer takes."""
    return text.encode("utf-8", "replace").decode()


def _piece_reader(description: dict[str, Any]) -> Callable[[str], bytes]:
    """How to read a piece of the vocabulary, from the tokenizer's own decoder."""
    steps = list(_flatten(description["decoder"]))
    kinds = [step["type"] for step in steps]
    if "ByteLevel" in kinds:
        return _byte_level_bytes
    spaces = [space for step in steps if (space := _space_sign(step))]
    known = len(spaces) + sum(kind in _SIDE_EFFECT_FREE for kind in kinds)
    if len(spaces) != 1 or known != len(steps):
        decoder = ", ".join(kinds) or "no decoder"
        raise ModelError(
            f"The bytes of the tokenizer's tokens cannot be read: it is a {description['model']['type']} "
            f"tokenizer with {decoder}. Byte-level BPE and SentencePiece tokenizers can be."
        )
    space = spaces[0]
    byte_pieces = "ByteFallback" in kinds

    def sentence_piece_bytes(piece: str) -> bytes:
        if byte_pieces and (byte := _BYTE_PIECE.fullmatch(piece)):
            return bytes.fromhex(byte[1])
        return piece.replace(space, " ").encode()

    return sentence_piece_bytes


def _flatten(decoder: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
    if decoder is None:
        return
    if decoder["type"] == "Sequence":
        for step in decoder["decoders"]:
            yield from _flatten(step)
    else:
        yield decoder


def _space_sign(step: dict[str, Any]) -> str | None:
    """The sign that a decoder step turns into a space, if that is what it does."""
    if step["type"] == "Metaspace":
        return str(step["replacement"])
    if step["type"] == "Replace" and step["content"] == " ":
        pattern: str | None = step["pattern"].get("String")
        return pattern
    return None


def _byte_level_table() -> dict[str, int]:
    """The printable character that stands for each byte in byte-level BPE, as GPT-2 introduced it.

    Printable Latin-1 stands for itself; the other bytes, in order, for the characters from U+0100 on.
    """
    own = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in own]
    return {chr(byte): byte for byte in own} | {chr(0x100 + n): byte for n, byte in enumerate(others)}


_BYTE_OF = _byte_level_table()


def _byte_level_bytes(piece: str) -> bytes:
    # A piece that is not written in the table's characters stands for itself, as in the decoder.
    return bytes(_BYTE_OF[c] for c in piece) if all(c in _BYTE_OF for c in piece) else piece.encode()
