"""Names for the rules of a schema, after the place each stands for."""

from __future__ import annotations

import re

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")
_LONGEST = 48

# What a keyword adds to the name of the schema it stands in; None: the key below it starts a new name.
_ADDED = {
    "items": "item",
    "additionalItems": "item",
    "unevaluatedItems": "item",
    "contains": "found",
    "additionalProperties": "extra",
    "unevaluatedProperties": "extra",
    "propertyNames": "key",
    "not": "not",
    "if": "if",
    "then": "then",
    "else": "else",
    "allOf": "",
    "$ref": "",
}
_NUMBERED = frozenset(("anyOf", "oneOf", "prefixItems"))
_NAMED = frozenset(("properties", "patternProperties", "dependentSchemas", "dependencies"))
_FRESH = frozenset(("$defs", "definitions"))


class Names:
    """Hands out names that GBNF can spell, none of them twice."""

    def __init__(self, reserved: tuple[str, ...]) -> None:
        self._taken = set(reserved)

    def new(self, wanted: str) -> str:
        base = wanted[:_LONGEST].strip("-") or "part"
        name, count = base, 1
        while name in self._taken:
            count += 1
            name = f"{base}-{count}"
        self._taken.add(name)
        return name


def name_of(pointer: str) -> str:
    """What to call the rule of a place: `/properties/address/properties/city` is `address-city`."""
    parts: list[str] = []
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    place = 0
    while place < len(steps):
        keyword, following = steps[place], steps[place + 1] if place + 1 < len(steps) else ""
        place += 1
        if keyword in _FRESH:
            parts = [following]
            place += 1
        elif keyword in _NAMED:
            parts.append(following)
            place += 1
        elif keyword in _NUMBERED or (keyword == "items" and following.isdecimal()):
            parts.append(str(int(following) + 1) if following.isdecimal() else following)
            place += 1
        elif keyword == "allOf":
            place += 1
        else:
            parts.append(_ADDED.get(keyword, keyword))
    cleaned = (_NOT_IN_NAMES.sub("-", part).strip("-") for part in parts)
    return "-".join(part for part in cleaned if part) or "root-value"
