"""A grammar written in llguidance's dialect of Lark, so that it means there what it means here.

llguidance 1.9.1 cuts a text into lexemes first, each as long as it can be, and its own converter from
GBNF turns rules of terminals into such lexemes: `[a-z]+ "x"` then never matches. So every terminal
written here is one character, which leaves all choices to its Earley parser.
"""

from __future__ import annotations

from collections.abc import Mapping

from playground.grammar.characters import Ranges, characters_of, is_character
from playground.grammar.model import (
    CharClass,
    Choice,
    Grammar,
    Literal,
    Node,
    Reference,
    Repeat,
    Sequence,
    TokenSet,
    TokenText,
)

_EMPTY = '""'
_NOTHING = "/[a&&b]/"
"""A class of two characters that have nothing in common."""


def print_lark(grammar: Grammar) -> str:
    """The grammar with `start` as the rule that a text must match.

    Token sets must hold ids only: raises ValueError for a `TokenText`, and KeyError for a reference to
    a rule that is not there.
    """
    names = {rule.name: f"r{index}" for index, rule in enumerate(grammar.rules)}
    lines = [f"start: {names[grammar.root]}"]
    lines += [f"{names[rule.name]}: {_print(rule.body, names)}" for rule in grammar.rules]
    return "\n".join(lines) + "\n"


def _print(node: Node, names: Mapping[str, str]) -> str:
    """One node, in brackets where its neighbours could otherwise take part of it."""
    match node:
        case Literal(text=text):
            return _print_literal(text)
        case CharClass():
            return _print_class(characters_of(node))
        case TokenSet(ids=ids, negated=negated):
            return _print_tokens(ids, negated)
        case TokenText(text=text):
            raise ValueError(f"token {text} has not been looked up in a vocabulary")
        case Reference(rule=rule):
            return names[rule]
        case Repeat(item=item, minimum=minimum, maximum=maximum):
            return _print_repeat(f"({_print(item, names)})", minimum, maximum)
        case Sequence(items=items):
            return "(" + " ".join(_print(item, names) for item in items) + ")" if items else _EMPTY
        case Choice(alternatives=alternatives):
            if not alternatives:
                return _NOTHING
            return "(" + " | ".join(_print(item, names) for item in alternatives) + ")"


def _print_literal(text: str) -> str:
    if not all(is_character(ord(character)) for character in text):
        return _NOTHING
    if not text:
        return _EMPTY
    return "(" + " ".join(_print_class(((ord(c), ord(c)),)) for c in text) + ")"


def _print_class(ranges: Ranges) -> str:
    if not ranges:
        return _NOTHING
    return "/[" + "".join(_print_range(low, high) for low, high in ranges) + "]/"


def _print_range(low: int, high: int) -> str:
    return _print_character(low) if low == high else f"{_print_character(low)}-{_print_character(high)}"


def _print_character(code_point: int) -> str:
    if code_point < 0x80 and chr(code_point).isalnum():
        return chr(code_point)
    return f"\\x{{{code_point:x}}}"


def _print_tokens(ids: tuple[int, ...], negated: bool) -> str:
    if not ids:
        return "<[*]>" if negated else _NOTHING
    return f"<[{'^' if negated else ''}{','.join(map(str, ids))}]>"


def _print_repeat(item: str, minimum: int, maximum: int | None) -> str:
    match minimum, maximum:
        case _, 0:
            return _EMPTY
        case 0, None:
            return f"{item}*"
        case 1, None:
            return f"{item}+"
        case 0, 1:
            return f"{item}?"
        case 1, 1:
            return item
        case _, None:
            return f"{item}{{{minimum},}}"
        case _:
            return f"{item}{{{minimum},{maximum}}}"
