"""Text made visible."""

import pytest

from playground.automaton.vocabulary import Vocabulary
from playground.decoding.visible import hexadecimal, visible, visible_token


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (b"", ""),
        (b"plain", "plain"),
        (b" the", "␣the"),
        (b"a b\n\tc", "a␣b⏎⇥c"),
        (b"\r\n", "␍⏎"),
        (b"\x00\x1b\x7f", "␀␛␡"),
        ("é€😀".encode(), "é€😀"),
        ("\u200b".encode(), "⟨U+200B⟩"),
        ("\u00a0".encode(), "⟨U+00A0⟩"),
        ("\u202e".encode(), "⟨U+202E⟩"),
        ("\u0085".encode(), "⟨U+0085⟩"),
        (b"\xe2\x82", "⟨E2 82⟩"),
        (b"\x82", "⟨82⟩"),
        (b"a\xe2\x82 b", "a⟨E2 82⟩␣b"),
        (b"\xff\xe2\x82\xac", "⟨FF⟩€"),
        (b"\xed\xa0\x80", "⟨ED A0 80⟩"),
        (b"\xc0\xaf", "⟨C0 AF⟩"),
    ],
)
def test_visible(data: bytes, shown: str) -> None:
    assert visible(data) == shown


def test_tokens_are_called_by_text_or_name() -> None:
    vocabulary = Vocabulary((b" a", b"\xe2", b"", None), (" a", "?", "", "<|im_end|>"), (3,), lambda text: [])
    assert [visible_token(vocabulary, i) for i in range(4)] == ["␣a", "⟨E2⟩", "⟨empty⟩", "<|im_end|>"]


def test_hexadecimal() -> None:
    assert hexadecimal(b"\xe2\x82") == "E2 82"
    assert hexadecimal(b"") == ""
