"""What a text looks like inside a JSON string."""

from __future__ import annotations

import json

from playground.grammar.characters import characters_of, complement
from playground.grammar.model import CharClass, Literal, Node
from playground.grammar.rewrite import rewrite
from playground.grammar.simplify import choice

_ESCAPED = ((0x00, 0x1F), (0x22, 0x22), (0x5C, 0x5C))
"""Control characters, quote and backslash never stand for themselves inside a JSON string (RFC 8259)."""


def in_json_string(node: Node) -> Node:
    """The node with what it matches written as JSON writes it between quotes.

    A class gives up the characters that JSON escapes, as xgrammar has it, unless it has no others.
    """

    def change(part: Node) -> Node:
        match part:
            case Literal(text=text):
                return Literal(_escape(text))
            case CharClass():
                return _class(part)
            case _:
                return part

    return rewrite(node, change)


def _class(node: CharClass) -> Node:
    characters = characters_of(node)
    plain = complement((*complement(characters), *_ESCAPED))
    if plain:
        return CharClass(plain)
    return choice([Literal(_escape(chr(code))) for low, high in characters for code in range(low, high + 1)])


def _escape(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
