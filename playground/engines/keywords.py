"""What an engine that reads a JSON Schema by itself makes of every keyword.

Such an engine looks at one keyword of a schema, the first of an order of its own, and reads a few others
beside it; the rest it passes over without a word. Its tables say which, measured with the installed packages
by the probes of the tests. A keyword that is in none of them is not known for the engine, which is a warning.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from playground.constraints import Constraint
from playground.grammar.json_text import pointer
from playground.grammar.schema import Entry, Status
from playground.grammar.schema.coverage import Coverage, subschemas
from playground.grammar.schema.keywords import ANNOTATIONS, ASSERTIONS, CONTAINERS

Schema = Mapping[str, Any]
Said = tuple[Status, str]
"""A status, and a clause that says what is different."""
Rule = Said | Callable[["Place"], Said | list[Said]]
"""What becomes of a keyword; where it depends, on its place."""

ENFORCED: Said = (Status.ENFORCED, "")
FORMAT: Said = (Status.NARROWER, "the text has to look like the format, which the standard leaves open")
ONE_WAY: Said = (Status.NARROWER, "each value is written in one way")
NO_FRACTION: Said = (Status.NARROWER, "integers are written without a fraction: 1, not 1.0")
TWICE: Said = (Status.LOOSER, "a key may be written twice, which counts as two")
NO_OTHER_KEYS = "no keys are written but those that are listed"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a keyword stands: the schema around it, what it says, and the whole schema."""

    schema: Schema
    said: Any
    root: Schema
    has_own_bases: bool
    """Whether an inner schema has an `$id`, so that references in it begin elsewhere."""

    @property
    def types(self) -> tuple[str, ...]:
        """The types that are asked for beside it; none when it is left open."""
        names = self.schema.get("type", ())
        return (names,) if isinstance(names, str) else tuple(names)


def enforced(keywords: str) -> dict[str, Rule]:
    """Rules for keywords that hold as the standard has it."""
    return dict.fromkeys(keywords.split(), ENFORCED)


def type_beside_values(place: Place) -> Said:
    """Of `type` beside enum or const, where the engine does not look at it."""
    values = place.schema["enum"] if "enum" in place.schema else [place.schema["const"]]
    if all(any(_is_of(value, name) for name in place.types) for value in values):
        return ENFORCED
    return Status.IGNORED, "the listed values are written, of whatever type they are"


def other_keys(place: Place) -> Said:
    """Of `additionalProperties` beside properties, where the engine writes no other keys."""
    return ENFORCED if place.said is False else (Status.NARROWER, NO_OTHER_KEYS)


def members(place: Place) -> Said:
    """Of `minProperties` and `maxProperties`, where the engine counts members."""
    return ENFORCED if place.said <= 1 else TWICE


def _is_of(value: Any, name: str) -> bool:
    match value:
        case bool():
            return name == "boolean"
        case int():
            return name in ("integer", "number")
        case float():
            return name == "number" or (name == "integer" and value.is_integer())
        case None:
            return name == "null"
        case str():
            return name == "string"
    return name == ("array" if isinstance(value, list) else "object")


@dataclass(frozen=True, slots=True)
class Decider:
    """A keyword that decides how a schema is read, and what becomes of it and of those read beside it."""

    keyword: str
    """Empty for an engine that reads every keyword wherever it stands."""
    reads: Mapping[str, Rule]
    of_type: str | None = None
    """It decides only in a schema of this one type, or with "" of none."""

    def decides(self, schema: Schema) -> bool:
        if not self.keyword:
            return True
        return self.keyword in schema and self.of_type in (None, schema.get("type", ""))


@dataclass(frozen=True, slots=True)
class Reading:
    """How one engine reads schemas. `deciders` come in the order in which it looks for them."""

    engine: str
    deciders: tuple[Decider, ...]
    anything: Said | None = None
    """What becomes of an inner schema `{}`, when that is worth a word."""

    def coverage(self, constraint: Constraint) -> Coverage:
        """What becomes of every keyword of a JSON Schema."""
        assert constraint.schema is not None
        unknown = {entry.where: entry for entry in constraint.schema.coverage.having(Status.IGNORED)}
        root = json.loads(constraint.text)
        parts = list(subschemas(root))
        has_own_bases = any("$id" in schema for where, schema in parts if where)
        entries: list[Entry] = []
        passed_over: set[str] = set()
        for where, schema in parts:
            reached = passed_over.isdisjoint(_above(where))
            if not schema and where and reached and self.anything:
                entries.append(Entry(where, "", *self.anything))
            for keyword, said in schema.items():
                place = pointer(where, keyword)
                if keyword in CONTAINERS:
                    continue
                if keyword in ANNOTATIONS or keyword.startswith("x-"):
                    found = [(Status.NO_CONSTRAINT, "")]
                elif keyword not in ASSERTIONS and place in unknown:
                    found = [(Status.IGNORED, unknown[place].how)]
                elif not reached:
                    found = [(Status.NO_CONSTRAINT, f"{self.engine} reads nothing that leads here")]
                else:
                    found = self._said(keyword, Place(schema, said, root, has_own_bases))
                entries += [Entry(place, keyword, status, how) for status, how in found]
                if found[0][0] == Status.IGNORED:
                    passed_over.add(place)
        return Coverage(tuple(entries))

    def _said(self, keyword: str, place: Place) -> list[Said]:
        if not any(keyword in decider.reads for decider in self.deciders):
            return [(Status.IGNORED, f"{self.engine} does not know it")]
        decider = next((decider for decider in self.deciders if decider.decides(place.schema)), None)
        if decider is None:
            how = f"{self.engine} breaks down where nothing beside it says of which type a value is"
            return [(Status.NARROWER, how)]
        if keyword not in decider.reads:
            how = f"{self.engine} does not read it beside {_named(decider, place.schema)}"
            return [(Status.IGNORED, how)]
        rule = decider.reads[keyword]
        found = rule(place) if callable(rule) else rule
        return found if isinstance(found, list) else [found]


def _above(where: str) -> Iterator[str]:
    """A JSON pointer and all that lead to it."""
    while where:
        yield where
        where = where.rpartition("/")[0]


def _named(decider: Decider, schema: Schema) -> str:
    if decider.keyword != "type":
        return decider.keyword
    return f"the type {schema['type']}" if isinstance(schema["type"], str) else "a list of types"
