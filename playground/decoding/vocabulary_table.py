"""The whole vocabulary at one position as a table: searched, filtered, and a page at a time."""

from __future__ import annotations

import re
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from playground.automaton import Verdicts, Vocabulary, phrase
from playground.decoding.distribution import highest, probabilities
from playground.decoding.position import MaskedGroup, VocabularyPage, VocabularyRow, WalkCost
from playground.decoding.visible import hexadecimal, visible_token

Show = Literal["all", "allowed", "masked"]
_GROUPS = 20
_ESCAPES = {"n": b"\n", "t": b"\t", "r": b"\r", "\\": b"\\", '"': b'"'}
_ESCAPE = re.compile(r"(\\(?:[ntr\\\"]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}))")
_BYTES = re.compile("0x[0-9A-Fa-f]{2}(?: [0-9A-Fa-f]{2})*|[0-9A-F]{2}(?: [0-9A-F]{2})*")
_TYPED = str.maketrans({"␣": " ", "⏎": "\n", "⇥": "\t", "␍": "\r"})


def vocabulary_page(
    vocabulary: Vocabulary,
    scores: NDArray[np.float32],
    allowed: NDArray[np.bool_],
    verdicts: Verdicts | None,
    query: str,
    show: Show,
    page: int,
    page_size: int,
    rejected_at: int | None = None,
) -> VocabularyPage:
    """One page of the tokens that match, the most probable first.

    A query finds tokens whose text holds it, upper or lower case (␣ ⏎ ⇥ stand for what they show), the
    token whose id it is, and tokens that hold the bytes it writes as escapes (`\\n`, `\\xE2`) or in
    hexadecimal (`0A`, `E2 82`, `0x20`). `rejected_at` keeps the tokens whose first rejected character has
    that index, none without the automaton's verdict.

    Raises ValueError for a filter that there is not, or a page below 0.
    """
    if show not in get_args(Show):
        raise ValueError(f"show is one of {', '.join(get_args(Show))}, not {show!r}.")
    if page < 0 or page_size < 1:
        raise ValueError("Pages count from 0, and a page has at least one row.")
    before, after = probabilities(scores, allowed)
    kept = _matching(vocabulary, query)
    if show != "all":
        kept &= allowed if show == "allowed" else ~allowed
    if rejected_at is not None:
        kept &= verdicts.offsets == rejected_at if verdicts else np.zeros_like(kept)
    found = np.flatnonzero(kept)
    shown = found[highest(scores[found], (page + 1) * page_size)]
    rows = tuple(
        VocabularyRow(
            token_id=token_id,
            text=visible_token(vocabulary, token_id),
            bytes=hexadecimal(vocabulary.tokens[token_id] or b""),
            before=float(before[token_id]),
            after=float(after[token_id]),
            allowed=bool(allowed[token_id]),
            reason="" if allowed[token_id] else reason(token_id, verdicts),
        )
        for token_id in shown[page * page_size :].tolist()
    )
    largest = verdicts.groups(_GROUPS) if verdicts else ()
    groups = tuple(MaskedGroup(group.character, phrase(group.expected), group.count) for group in largest)
    walk = WalkCost(verdicts.bytes_read, verdicts.bytes_naive, verdicts.seconds) if verdicts else None
    return VocabularyPage(rows, len(found), page, page_size, groups, walk)


def reason(token_id: int, verdicts: Verdicts | None) -> str:
    """Why the engine masks a token, in a sentence."""
    if verdicts is None:
        return "the engine masks it; the automaton cannot say why here"
    return (
        verdicts.reason(token_id)
        or "the engine masks it, although the grammar as the automaton reads it allows it"
    )


def _matching(vocabulary: Vocabulary, query: str) -> NDArray[np.bool_]:
    wanted = query.translate(_TYPED).lower()
    if not wanted:
        return np.ones(len(vocabulary), dtype=np.bool_)
    matching = np.array([wanted in name for name in vocabulary.lowered], dtype=np.bool_)
    if query.strip().isdecimal() and int(query) < len(vocabulary):
        matching[int(query)] = True
    for data in (_escaped(query), _written_in_hexadecimal(query)):
        if data:
            matching |= np.array([data in (token or b"") for token in vocabulary.tokens], dtype=np.bool_)
    return matching


def _escaped(query: str) -> bytes:
    """What a query with escapes stands for; empty without any."""
    if not _ESCAPE.search(query):
        return b""
    return b"".join(
        _escape(part[1:]) if part.startswith("\\") else part.encode("utf-8", "replace")
        for part in _ESCAPE.split(query)
    )


def _escape(written: str) -> bytes:
    if written[0] == "x":
        return bytes.fromhex(written[1:])
    if written[0] == "u":
        return chr(int(written[1:], 16)).encode("utf-8", "replace")
    return _ESCAPES[written]


def _written_in_hexadecimal(query: str) -> bytes:
    """The bytes of `0A`, `E2 82` or `0x20`; empty for a word, and for digits alone, which are an id."""
    written = query.strip()
    if _BYTES.fullmatch(written) and not written.isdecimal():
        return bytes.fromhex(written.removeprefix("0x"))
    return b""
