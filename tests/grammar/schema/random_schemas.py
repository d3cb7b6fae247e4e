"""Schemas, instances and texts at random, the same for the same seed."""

from __future__ import annotations

import random
from typing import Any

from playground.grammar.characters import characters_of
from playground.grammar.model import CharClass, Choice, Grammar, Literal, Node, Reference, Repeat, Sequence

NAMES = ("a", "b", "ab", "c")
STRINGS = ("", "a", "b", "ab", "abc", "bab", "é", "a-1")
NUMBERS = (-3, -1, 0, 0.5, 1, 2, 2.5, 3, 7, 10)
SCALARS = (None, True, False, *NUMBERS, *STRINGS)
PATTERNS = ("^a", "b$", "^a*$", "^[ab]{1,2}$", "^(?!ab)", "[0-9]", "^.{2}$", "é|c")
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")


class Maker:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def schema(self) -> dict[str, Any]:
        """A schema of one to four keywords, its parts up to three levels deep, with one shared definition."""
        return {**self._object(3), "$defs": {"r": self._object(1)}}

    def instance(self, depth: int = 2) -> Any:
        choose = self.random.random() if depth else 0.0
        if choose < 0.4:
            return self.random.choice(SCALARS)
        if choose < 0.7:
            return [self.instance(depth - 1) for _ in range(self.random.randint(0, 3))]
        names = self.random.sample(NAMES, self.random.randint(0, 3))
        return {name: self.instance(depth - 1) for name in names}

    def _schema(self, depth: int) -> Any:
        choose = self.random.random()
        if depth <= 0 or choose < 0.15:
            return self.random.choice(
                ({"type": self.random.choice(TYPES)}, True, False, {"const": self._scalar()})
            )
        return {"$ref": "#/$defs/r"} if choose < 0.3 else self._object(depth)

    def _object(self, depth: int) -> dict[str, Any]:
        kind = self.random.choice(("any", "number", "string", "array", "array", "object", "object", "object"))
        keywords = [*_KEYWORDS[kind], *(_KEYWORDS["any"] if self.random.random() < 0.4 else ())]
        chosen = self.random.sample(keywords, min(len(keywords), self.random.randint(1, 4)))
        schema = {keyword: self._value(keyword, depth - 1) for keyword in chosen}
        if kind != "any" and self.random.random() < 0.7:
            schema["type"] = kind
        return schema

    def _scalar(self) -> Any:
        return self.random.choice(SCALARS)

    def _value(self, keyword: str, depth: int) -> Any:
        small = self.random.randint(0, 3)
        names = self.random.sample(NAMES, self.random.randint(1, 2))
        match keyword:
            case "type":
                return self.random.sample(TYPES, self.random.randint(1, 3))
            case "enum":
                return [self.instance() for _ in range(self.random.randint(1, 4))]
            case "const":
                return self.instance()
            case "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum":
                return self.random.choice(NUMBERS)
            case "multipleOf":
                return self.random.choice((1, 2, 3, 0.5))
            case "pattern":
                return self.random.choice(PATTERNS)
            case "uniqueItems":
                return True
            case "required":
                return names
            case "dependentRequired":
                return {self.random.choice(NAMES): names}
            case "properties" | "dependentSchemas":
                return {name: self._schema(depth) for name in names}
            case "patternProperties":
                return {self.random.choice(PATTERNS): self._schema(depth)}
            case "prefixItems" | "allOf" | "anyOf" | "oneOf":
                return [self._schema(depth) for _ in range(self.random.randint(1, 3))]
            case _ if keyword.startswith(("min", "max")):
                return small
            case _:
                return self._schema(depth)


_KEYWORDS = {
    "any": ("type", "enum", "const", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "enum", "not"),
    "string": ("minLength", "maxLength", "pattern", "enum", "not"),
    "array": (
        *("items", "prefixItems", "contains", "minContains", "maxContains", "minItems", "maxItems"),
        *("uniqueItems", "unevaluatedItems"),
    ),
    "object": (
        *("properties", "patternProperties", "additionalProperties", "propertyNames", "required"),
        *("minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties"),
    ),
}


def random_text(grammar: Grammar, choose: random.Random, size: int = 60) -> str | None:
    """A text of the grammar; None when it became too long."""
    parts: list[str] = []
    waiting: list[Node] = [Reference(grammar.root)]
    steps = 0
    while waiting:
        steps += 1
        node = waiting.pop()
        if len(parts) > size or steps > 40 * size:
            return None
        match node:
            case Literal(text=text):
                parts.append(text)
            case CharClass():
                low, high = choose.choice(characters_of(node)[:3])
                parts.append(chr(choose.randint(low, min(high, low + 40))))
            case Reference(rule=rule):
                waiting.append(grammar.by_name[rule].body)
            case Sequence(items=items):
                waiting.extend(reversed(items))
            case Choice(alternatives=alternatives):
                waiting.append(choose.choice(alternatives))
            case Repeat(item=item, minimum=minimum, maximum=maximum):
                most = minimum + 2 if maximum is None else min(maximum, minimum + 2)
                waiting.extend([item] * choose.randint(minimum, most))
    return "".join(parts)
