"""How characters are written inside a JSON string, and the rules every JSON grammar needs."""

from __future__ import annotations

from functools import cache

from playground.grammar.characters import Ranges, complement, intersection
from playground.grammar.model import CharClass, Literal, Node, Reference, Repeat
from playground.grammar.regular.syntax import ANYTHING
from playground.grammar.schema.integers import integer_range
from playground.grammar.schema.options import WhiteSpace
from playground.grammar.schema.values import quoted
from playground.grammar.simplify import choice, repeat, sequence

_ESCAPED: Ranges = ((0x00, 0x1F), (0x22, 0x22), (0x5C, 0x5C))
"""What never stands for itself inside a JSON string (RFC 8259)."""
_BEYOND_ASCII: Ranges = ((0x80, 0xD7FF), (0xE000, 0x10FFFF))
_SHORT = {0x08: "b", 0x09: "t", 0x0A: "n", 0x0C: "f", 0x0D: "r", 0x22: '"', 0x5C: "\\"}

_HEX = CharClass(((0x30, 0x39), (0x41, 0x46), (0x61, 0x66)))


def _of(characters: str) -> CharClass:
    return CharClass(tuple((ord(character), ord(character)) for character in characters))


def _ranges(text: str) -> CharClass:
    """`09AFaf` as the class [0-9A-Fa-f]."""
    return CharClass(tuple((ord(low), ord(high)) for low, high in zip(text[::2], text[1::2], strict=True)))


def _sequence(*items: Node) -> Node:
    return sequence(items)


_NOT_SURROGATE = choice(
    [
        _sequence(_ranges("09ACacEFef"), Repeat(_HEX, 3, 3)),
        _sequence(_ranges("DDdd"), _ranges("07"), Repeat(_HEX, 2, 2)),
    ]
)
_PAIR = _sequence(
    *(_ranges("DDdd"), _ranges("89ABab"), Repeat(_HEX, 2, 2), Literal("\\u")),
    *(_ranges("DDdd"), _ranges("CFcf"), Repeat(_HEX, 2, 2)),
)
_UNICODE = _sequence(Literal("u"), choice([_NOT_SURROGATE, _PAIR]))
_NOT_ASCII = choice(
    [
        _sequence(Literal("00"), _ranges("89AFaf"), _HEX),
        _sequence(Literal("0"), _ranges("19AFaf"), Repeat(_HEX, 2, 2)),
        _sequence(_ranges("19ACacEFef"), Repeat(_HEX, 3, 3)),
        _sequence(_ranges("DDdd"), _ranges("07"), Repeat(_HEX, 2, 2)),
    ]
)

_STRING = _sequence(Literal('"'), Repeat(Reference("char"), 0, None), Literal('"'))
_NUMBER = _sequence(
    Repeat(Literal("-"), 0, 1),
    choice([Literal("0"), _sequence(_ranges("19"), Repeat(_ranges("09"), 0, None))]),
    Repeat(_sequence(Literal("."), Repeat(_ranges("09"), 1, None)), 0, 1),
    Repeat(_sequence(_ranges("EEee"), Repeat(_ranges("++--"), 0, 1), Repeat(_ranges("09"), 1, None)), 0, 1),
)

CHAR = "char"
"""One character of a string, written in any way; never half of a surrogate pair."""
UNICODE_ESCAPE = "unicode-escape"
"""A character beyond ASCII, written as an escape."""
ESCAPE = "escape"
"""A character that JSON escapes, or one beyond ASCII, written as an escape."""


def basic_rules(white_space: WhiteSpace) -> dict[str, Node]:
    """The rules of JSON itself, by name."""
    gap = gap_of(white_space)
    comma = sequence([*gap, Literal(","), *gap])
    member = sequence([Reference("string"), *gap, Literal(":"), *gap, Reference("value")])
    kinds = ("object", "array", "string", "number", "boolean")
    rules = {
        "value": choice([*map(Reference, kinds), Literal("null")]),
        "object": brackets("{}", listed(member, comma), gap),
        "array": brackets("[]", listed(Reference("value"), comma), gap),
        "string": _STRING,
        "number": _NUMBER,
        "integer": integer_range(None, None),
        "boolean": choice([Literal("true"), Literal("false")]),
        CHAR: choice(
            [
                CharClass(_ESCAPED, negated=True),
                _sequence(Literal("\\"), choice([_of('"\\/bfnrt'), _UNICODE])),
            ]
        ),
        ESCAPE: choice([*_escapes(_codes(_ESCAPED)), Reference(UNICODE_ESCAPE)]),
        UNICODE_ESCAPE: _sequence(Literal("\\u"), choice([_NOT_ASCII, _PAIR])),
    }
    if white_space == "any":
        rules["ws"] = Repeat(_of(" \t\n\r"), 0, None)
    elif white_space == "one":
        rules["ws"] = Repeat(Literal(" "), 0, 1)
    return rules


def gap_of(white_space: WhiteSpace) -> tuple[Node, ...]:
    """What may stand between two parts of the text."""
    return () if white_space == "none" else (Reference("ws"),)


def listed(item: Node, comma: Node) -> Node:
    """One or more items."""
    return sequence([item, repeat(sequence([comma, item]), 0, None)])


def brackets(pair: str, inside: Node | None, gap: tuple[Node, ...], optional: bool = True) -> Node:
    """Brackets around what stands inside, which may be left out, or around nothing."""
    middle = None if inside is None else sequence([inside, *gap])
    if middle is not None and optional:
        middle = repeat(middle, 0, 1)
    return sequence([Literal(pair[0]), *gap, *(() if middle is None else (middle,)), Literal(pair[1])])


@cache
def spelled(ranges: Ranges) -> Node:
    """One character of a set inside a JSON string: as itself where JSON allows that, else by its escape.

    A set that holds all characters may be written in any way, one that holds all beyond ASCII lets those
    be escaped.
    """
    if ranges == ANYTHING:
        return Reference(CHAR)
    plain = intersection(ranges, complement(_ESCAPED))
    escaped = intersection(ranges, _ESCAPED)
    beyond_ascii = intersection(ranges, _BEYOND_ASCII) == _BEYOND_ASCII
    if beyond_ascii and escaped == _ESCAPED:
        return choice([CharClass(plain), Reference(ESCAPE)])
    parts = [_character_or_class(plain)] if plain else []
    parts += _escapes(_codes(escaped))
    return choice([*parts, Reference(UNICODE_ESCAPE)] if beyond_ascii else parts)


def _character_or_class(ranges: Ranges) -> Node:
    low = ranges[0][0]
    return Literal(chr(low)) if ranges == ((low, low),) else CharClass(ranges)


def _codes(ranges: Ranges) -> list[int]:
    return [code for low, high in ranges for code in range(low, high + 1)]


def _escapes(codes: list[int]) -> list[Node]:
    if len(codes) == 1:
        return [Literal(quoted(chr(codes[0]))[1:-1])]
    short = "".join(_SHORT[code] for code in codes if code in _SHORT)
    long = [code for code in codes if code not in _SHORT]
    parts: list[Node] = []
    if short:
        parts.append(sequence([Literal("\\"), _of(short)]))
    for high in (0, 1):
        digits = "".join(f"{code & 15:x}" for code in long if code >> 4 == high)
        if digits:
            both_cases = "".join(dict.fromkeys(digits + digits.upper()))
            parts.append(sequence([Literal(f"\\u00{high}"), _of(both_cases)]))
    return parts
