"""A grammar written in xgrammar's EBNF, so that it means there what it means here.

xgrammar 0.2.8 reads a dialect of its own. Rule names may be macros (`Token`, `Regex`), masks are too
narrow when `root` refers to itself, `\\x` takes as many digits as follow, and a class counts surrogates
as characters. So every rule gets a new name, `root` is a rule that nothing refers to, every character
but letters and digits is written as `\\uHHHH`, and every class as its ranges, without surrogates.
"""

from __future__ import annotations

from collections.abc import Mapping

from playground.grammar.characters import characters_of, is_character
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
_NOTHING = "[]"
"""A class without ranges, which xgrammar accepts and which matches no character."""


def print_ebnf(grammar: Grammar) -> str:
    """The grammar as EBNF whose rule `root` nothing refers to.

    The rules must be free of left recursion (xgrammar crashes on some). Token sets must hold ids only:
    raises ValueError for a `TokenText`, and KeyError for a reference to a rule that is not there.
    """
    names = {rule.name: f"r{index}" for index, rule in enumerate(grammar.rules)}
    lines = [f"root ::= {names[grammar.root]}"]
    lines += [f"{names[rule.name]} ::= {_print(rule.body, names)}" for rule in grammar.rules]
    return "\n".join(lines) + "\n"


def _print(node: Node, names: Mapping[str, str]) -> str:
    """One node, in brackets where its neighbours could otherwise take part of it."""
    match node:
        case Literal(text=text):
            return _print_literal(text)
        case CharClass():
            ranges = characters_of(node)
            return "[" + "".join(_print_range(low, high) for low, high in ranges) + "]"
        case TokenSet(ids=ids, negated=negated):
            return _print_tokens(ids, negated)
        case TokenText(text=text):
            raise ValueError(f"token {text} has not been looked up in a vocabulary")
        case Reference(rule=rule):
            return names[rule]
        case Repeat(item=item, minimum=minimum, maximum=maximum):
            printed = f"({_print(item, names)})" if isinstance(item, Repeat) else _print(item, names)
            return _print_repeat(printed, minimum, maximum)
        case Sequence(items=items):
            return "(" + " ".join(_print(item, names) for item in items) + ")" if items else _EMPTY
        case Choice(alternatives=alternatives):
            if not alternatives:
                return _NOTHING
            return "(" + " | ".join(_print(item, names) for item in alternatives) + ")"


def _print_literal(text: str) -> str:
    if not all(is_character(ord(character)) for character in text):
        return _NOTHING
    return '"' + "".join(_print_character(ord(character)) for character in text) + '"'


def _print_range(low: int, high: int) -> str:
    return _print_character(low) if low == high else f"{_print_character(low)}-{_print_character(high)}"


def _print_character(code_point: int) -> str:
    if code_point < 0x80 and chr(code_point).isalnum():
        return chr(code_point)
    return f"\\u{code_point:04x}" if code_point <= 0xFFFF else f"\\U{code_point:08x}"


def _print_tokens(ids: tuple[int, ...], negated: bool) -> str:
    if not ids:
        if negated:
            raise ValueError("a set of all tokens has no form in this EBNF: leave out at least one id")
        return _NOTHING
    return f"{'ExcludeToken' if negated else 'Token'}({', '.join(map(str, ids))})"


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
