"""How to say a set of characters in few words."""

from __future__ import annotations

from playground.grammar.characters import Ranges, complement
from playground.grammar.model import MAX_CODE_POINT

_NAMED: dict[Ranges, str] = {
    ((0x30, 0x39),): "a digit",
    ((0x61, 0x7A),): "a letter a–z",
    ((0x41, 0x5A),): "a letter A–Z",
    ((0x41, 0x5A), (0x61, 0x7A)): "a letter",
    ((0x30, 0x39), (0x41, 0x46), (0x61, 0x66)): "a hexadecimal digit",
    ((0x09, 0x0A), (0x0D, 0x0D), (0x20, 0x20)): "white space",
}
_SIGNS = {0x20: "␣", 0x0A: "⏎", 0x09: "⇥", 0x0D: "␍"}
_SHOWN = 8


def describe(ranges: Ranges) -> str:
    """The set in words or as a class: `a digit`, `[a-z_]`, `any character but " or \\`."""
    if ranges in _NAMED:
        return _NAMED[ranges]
    left_out = complement(ranges)
    if not left_out:
        return "any character"
    if not ranges:
        return "nothing"
    if ranges[-1][1] == MAX_CODE_POINT:
        return f"any character but {_listed(left_out)}"
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return _quoted(ranges[0][0])
    shown = "".join(_range(low, high) for low, high in ranges[:_SHOWN])
    return f"[{shown}{'…' if len(ranges) > _SHOWN else ''}]"


def _listed(ranges: Ranges) -> str:
    shown = [_quoted(low) if low == high else _range(low, high) for low, high in ranges[:_SHOWN]]
    if len(ranges) > _SHOWN:
        return ", ".join(shown) + " …"
    return " or ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


def _quoted(code: int) -> str:
    return "'\"'" if code == 0x22 else f'"{_character(code)}"'


def _range(low: int, high: int) -> str:
    if low == high:
        return _character(low)
    return f"{_character(low)}-{_character(high)}"


def _character(code: int) -> str:
    if code in _SIGNS:
        return _SIGNS[code]
    character = chr(code)
    if character.isprintable():
        return character
    return f"\\x{code:02X}" if code < 0x80 else f"U+{code:04X}"
