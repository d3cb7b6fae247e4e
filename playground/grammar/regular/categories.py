"""Sets of characters that a pattern names: by an escape such as `\\d`, or by a Unicode property.

`\\d`, `\\w` and `\\s` are ASCII for ECMA-262, which JSON Schema refers to, and Unicode for Python's `re`,
which most validators use. Both readings are kept here, so that a text can be held to both at once.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache

from playground.grammar.characters import Ranges, characters_of, complement
from playground.grammar.model import MAX_CODE_POINT, CharClass

LINE_ENDS: Ranges = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))

_NARROW: dict[str, Ranges] = {
    "d": ((0x30, 0x39),),
    "w": ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)),
    "s": (
        *((0x09, 0x0D), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A)),
        *((0x2028, 0x2029), (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000)),
    ),
}
_WIDE: dict[str, Callable[[str], bool]] = {
    "d": str.isdecimal,
    "w": lambda character: character.isalnum() or character == "_",
    "s": lambda character: character.isspace() or character == "\ufeff",
}

# Long names of general categories (Unicode Standard Annex 44), without spaces, in lower case.
_CATEGORY_NAMES = {
    "letter": "L",
    "uppercase_letter": "Lu",
    "lowercase_letter": "Ll",
    "titlecase_letter": "Lt",
    "modifier_letter": "Lm",
    "other_letter": "Lo",
    "mark": "M",
    "nonspacing_mark": "Mn",
    "spacing_mark": "Mc",
    "enclosing_mark": "Me",
    "number": "N",
    "decimal_number": "Nd",
    "digit": "Nd",
    "letter_number": "Nl",
    "other_number": "No",
    "punctuation": "P",
    "connector_punctuation": "Pc",
    "dash_punctuation": "Pd",
    "open_punctuation": "Ps",
    "close_punctuation": "Pe",
    "initial_punctuation": "Pi",
    "final_punctuation": "Pf",
    "other_punctuation": "Po",
    "symbol": "S",
    "math_symbol": "Sm",
    "currency_symbol": "Sc",
    "modifier_symbol": "Sk",
    "other_symbol": "So",
    "separator": "Z",
    "space_separator": "Zs",
    "line_separator": "Zl",
    "paragraph_separator": "Zp",
    "other": "C",
    "control": "Cc",
    "format": "Cf",
    "private_use": "Co",
    "unassigned": "Cn",
}
_CATEGORIES = frozenset(_CATEGORY_NAMES.values())


@cache
def escape_class(letter: str, wide: bool) -> Ranges:
    """The characters of `\\d`, `\\w`, `\\s`, `\\D`, `\\W` or `\\S`.

    Those in which both readings agree, or with `wide` those of either.
    """
    lower = letter.lower()
    if letter != lower:
        return complement(escape_class(lower, not wide))
    if not wide:
        return _NARROW[lower]
    return _where(_WIDE[lower])


@cache
def property_class(name: str) -> Ranges | None:
    """The characters of a general category, by its short or long name; None for any other property."""
    name = name.removeprefix("General_Category=").removeprefix("gc=")
    short = _CATEGORY_NAMES.get(name.lower(), name)
    if short == "Any":
        return complement(())
    if short not in _CATEGORIES:
        return None
    return _where(lambda character: unicodedata.category(character).startswith(short))


def union(*sets: Ranges) -> Ranges:
    return characters_of(CharClass(tuple(pair for ranges in sets for pair in ranges)))


def _where(holds: Callable[[str], bool]) -> Ranges:
    ranges: list[tuple[int, int]] = []
    start = None
    for code_point in range(MAX_CODE_POINT + 2):
        inside = code_point <= MAX_CODE_POINT and holds(chr(code_point))
        if inside and start is None:
            start = code_point
        elif not inside and start is not None:
            ranges.append((start, code_point - 1))
            start = None
    return characters_of(CharClass(tuple(ranges)))
