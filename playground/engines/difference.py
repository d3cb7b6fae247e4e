"""The known kinds of difference between the masks of two engines, and which of them a token shows."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from playground.constraints import Constraint
from playground.engines.json_place import WHITE_SPACE, JsonPlace
from playground.engines.schema_part import keywords_at, parts_at
from playground.grammar.json_text import MARK
from playground.grammar.model import TokenSet, TokenText, walk

Kind = Literal[
    "forced_text",
    "white_space",
    "key_order",
    "other_keys",
    "control_characters",
    "escapes",
    "minus_zero",
    "exponent",
    "bounds",
    "lengths",
    "patterns",
    "formats",
    "values",
    "items",
    "alternatives",
    "not_json",
    "unicode_classes",
    "split_characters",
    "tokens_by_id",
    "end_of_text",
    "unnamed",
]

EXPLANATIONS: Mapping[Kind, str] = {
    "forced_text": "Where only one text can follow, the tokenizer's own next token alone is offered.",
    "white_space": "White space between the parts of JSON is free, one space, or up to twelve in a row.",
    "key_order": "Keys come as they are declared, or in any order; commas and the end follow from that.",
    "other_keys": "Keys that the schema does not declare are left out, or come last, as the standard has it.",
    "control_characters": "DEL and other control characters are refused, or let through.",
    "escapes": "Some engines know fewer escapes: no \\u or \\/, or none over a token's border.",
    "minus_zero": "-0 is a number of JSON; some engines leave it out of integers.",
    "exponent": "An exponent needs a sign, or may stand in an integer, or is not known at all.",
    "bounds": "minimum, maximum or multipleOf is enforced by some engines and dropped by others.",
    "lengths": "minLength or maxLength is counted differently, or dropped.",
    "patterns": "A pattern has to match the whole string, or any part of it, as the standard has it.",
    "formats": "A format stands for other texts, or for any text at all.",
    "values": "enum and const: the same value is spelled in other ways, or only some types are read.",
    "items": "How many items an array may have, or of which kinds, is read differently or limited unasked.",
    "alternatives": "anyOf, oneOf, allOf and lists of types are read differently.",
    "not_json": "The engine lets through what no JSON text holds, such as a comma before the closing brace.",
    "unicode_classes": "\\d, \\w and \\s mean ASCII alone, or the characters of all scripts.",
    "split_characters": "An engine that thinks in characters goes astray at one written with several tokens.",
    "tokens_by_id": "A token named by its id is read by its id alone, even where its text would fit as well.",
    "end_of_text": "One engine takes the text for complete where the other wants more.",
    "unnamed": "This difference is of no known kind.",
}

FORCING = ("guidance-forcing", "guidance-native")
BY_CHARACTERS = ("lm-format-enforcer",)


@dataclass(frozen=True, slots=True)
class Deviation:
    """One token that an engine treats differently from the engine it is compared with."""

    engine: str
    adds: bool
    """The engine allows the token and the other one does not, or the other way round."""
    text: bytes
    """What was read before."""
    token: bytes
    """Empty for a token without text."""
    offset: int | None
    """The index of the first byte of the token that the refusing engine refuses as text; None when it
    refuses the token alone."""
    ends: bool = False
    """Whether it is a token that ends the text."""
    forced: bool = False
    """Whether the engine allows one token at most."""
    split: bool = False
    """Whether some character of the text was written with several tokens."""


class Namer:
    """Names the differences that one constraint gives rise to."""

    def __init__(self, constraint: Constraint) -> None:
        self._constraint = constraint
        self._schema = _schema(constraint)
        nodes = (node for rule in constraint.grammar.rules for node in walk(rule.body))
        self._names_tokens = any(isinstance(node, TokenSet | TokenText) for node in nodes)

    def name(self, deviation: Deviation) -> Kind:
        by_characters = deviation.engine in BY_CHARACTERS
        if self._names_tokens:
            return "tokens_by_id"
        if by_characters and (deviation.split or not is_whole(deviation.token)):
            return "split_characters"
        if deviation.ends:
            return "end_of_text"
        if deviation.offset is None:
            return _of_the_token_alone(deviation)
        data = deviation.text + deviation.token
        start, character = character_at(data, len(deviation.text) + deviation.offset)
        if not character:
            return "unnamed"
        if self._constraint.kind == "regex":
            return _class_or(self._constraint.text, character, _control(character) or "unnamed")
        if self._schema is None:
            return "unnamed"
        place = JsonPlace().after(data[:start].decode(errors="replace"))
        return self._in_json(place, character, deviation.adds)

    def _in_json(self, place: JsonPlace, character: str, adds: bool) -> Kind:
        if place.where == "string":
            return self._in_key(place, character, adds) if place.is_key else self._in_string(place, character)
        if character in WHITE_SPACE:
            return "white_space"
        if place.where == "number" and (number := _in_any_number(place, character)):
            return number
        if adds and place.after(character).where == "broken":
            return "not_json"
        if character in ",}]" or place.where == "key":
            return self._between(place.after(" "), character)
        return self._at_value(place)

    def _in_key(self, place: JsonPlace, character: str, adds: bool) -> Kind:
        declared = self._declared(place)
        if adds and any(key.startswith(place.part + character) for key in declared - _used(place)):
            return "key_order"
        if adds and declared:
            return "other_keys"
        return _in_any_string(place, character) or "other_keys"

    def _in_string(self, place: JsonPlace, character: str) -> Kind:
        keywords = keywords_at(self._schema, place.path)
        if "pattern" in keywords:
            patterns = "".join(part.get("pattern", "") for part in parts_at(self._schema, place.path))
            return _class_or(patterns, character, "patterns")
        if "format" in keywords:
            return "formats"
        return _in_any_string(place, character) or _first(keywords, _IN_STRINGS)

    def _between(self, place: JsonPlace, character: str) -> Kind:
        """Before a key, or after a value: at a comma or a closing bracket, or at the quote of a key."""
        if not place.open:
            return "unnamed"
        if not place.open[-1].is_object:
            return "items"
        left = self._declared(place) - _used(place)
        return "key_order" if left or character == "}" else "other_keys"

    def _at_value(self, place: JsonPlace) -> Kind:
        kind = _first(keywords_at(self._schema, place.path), _AT_VALUES)
        in_array = bool(place.open) and not place.open[-1].is_object
        if kind == "unnamed" and in_array and keywords_at(self._schema, place.path[:-1]) & _ITEMS:
            return "items"
        return kind

    def _declared(self, place: JsonPlace) -> set[str]:
        parts = parts_at(self._schema, place.path[:-1])
        return {key for part in parts for key in part.get("properties", {})}


_IN_STRINGS: Mapping[Kind, frozenset[str]] = {
    "lengths": frozenset({"minLength", "maxLength"}),
    "values": frozenset({"enum", "const"}),
}
_AT_VALUES: Mapping[Kind, frozenset[str]] = {
    "values": _IN_STRINGS["values"],
    "bounds": frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}),
    "alternatives": frozenset({"anyOf", "oneOf", "allOf"}),
}
_ITEMS = frozenset({"prefixItems", "additionalItems", "minItems", "maxItems"})
_CLASSES = re.compile(r"\\[dwsDWS]")


def _of_the_token_alone(deviation: Deviation) -> Kind:
    """The kind where all of the token's text would fit."""
    if deviation.engine in FORCING and deviation.forced and not deviation.adds:
        return "forced_text"
    if deviation.engine in BY_CHARACTERS and b"\\" in deviation.token:
        return "escapes"
    return "unnamed"


def _first(keywords: frozenset[str], kinds: Mapping[Kind, frozenset[str]]) -> Kind:
    return next((kind for kind, of_kind in kinds.items() if keywords & of_kind), "unnamed")


def _in_any_string(place: JsonPlace, character: str) -> Kind | None:
    if place.escape or character == "\\":
        return "escapes"
    return _control(character)


def _control(character: str) -> Kind | None:
    return "control_characters" if character < " " or "\x7f" <= character <= "\x9f" else None


def _in_any_number(place: JsonPlace, character: str) -> Kind | None:
    if place.part == "-0" or (place.part == "-" and character == "0"):
        return "minus_zero"
    return "exponent" if "e" in place.part.lower() or character in "eE" else None


def _class_or(pattern: str, character: str, otherwise: Kind) -> Kind:
    return "unicode_classes" if character > "\x7f" and _CLASSES.search(pattern) else otherwise


def _used(place: JsonPlace) -> set[str]:
    return set(place.open[-1].keys)


def _schema(constraint: Constraint) -> Any:
    """The schema that a text has to fit; None when the constraint is of another kind."""
    match constraint.kind:
        case "json_schema":
            return json.loads(constraint.text.removeprefix(MARK))
        case "json_object":
            return {"type": "object"}
    return None


def character_at(data: bytes, index: int) -> tuple[int, str]:
    """Where the character that a byte belongs to begins, and that character.

    Of a character that is cut off, one that begins so; "" for bytes that belong to none.
    """
    start = index
    while start > 0 and index - start < 3 and data[start] & 0xC0 == 0x80:
        start -= 1
    lead = data[start]
    width = 1 if lead < 0x80 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
    if index >= start + width:
        return start, ""
    begun = data[start : start + width]
    for rest in (b"\xbf\xbf\xbf", b"\x80\x80\x80"):
        try:
            return start, (begun + rest)[:width].decode()
        except UnicodeDecodeError:
            continue
    return start, ""


def is_whole(token: bytes) -> bool:
    """Whether the bytes of a token are whole characters."""
    try:
        token.decode()
    except UnicodeDecodeError:
        return False
    return True
