"""What became of every keyword of a schema: enforced, narrower or looser than the standard, or ignored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from playground.grammar.json_text import pointer
from playground.grammar.schema.document import Document, Schema
from playground.grammar.schema.keywords import ANNOTATIONS, ASSERTIONS, CONTAINERS, hint_for
from playground.grammar.schema.notes import Note, Status

_ONE = (
    *("additionalItems", "additionalProperties", "contains", "else", "if", "items", "not", "propertyNames"),
    *("then", "unevaluatedItems", "unevaluatedProperties"),
)
_GRAVITY = (Status.NO_CONSTRAINT, Status.ENFORCED, Status.NARROWER, Status.LOOSER, Status.IGNORED)
_LISTS = ("allOf", "anyOf", "items", "oneOf", "prefixItems")
_MAPS = ("$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties")


@dataclass(frozen=True, slots=True)
class Entry:
    """One keyword at its JSON pointer. `how` says what is different, in a clause; it may be empty."""

    where: str
    keyword: str
    status: Status
    how: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {"where": self.where, "keyword": self.keyword, "status": self.status.value, "how": self.how}


@dataclass(frozen=True, slots=True)
class Coverage:
    """All keywords in the order of the schema; one that differs in two ways has two entries."""

    entries: tuple[Entry, ...]

    def having(self, *statuses: Status) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.status in statuses)

    def counts(self) -> dict[Status, int]:
        """How many keywords have each status; one that differs in two ways counts as the graver of them."""
        gravest: dict[str, Status] = {}
        for entry in self.entries:
            known = gravest.setdefault(entry.where, entry.status)
            gravest[entry.where] = max(known, entry.status, key=_GRAVITY.index)
        found = list(gravest.values())
        return {status: found.count(status) for status in Status if status in found}

    @property
    def is_looser(self) -> bool:
        """Whether a text may follow the grammar and not the schema."""
        return bool(self.having(Status.LOOSER, Status.IGNORED))

    @property
    def is_narrower(self) -> bool:
        """Whether a value may follow the schema and have no text in the grammar."""
        return bool(self.having(Status.NARROWER))

    def to_dict(self) -> dict[str, Any]:
        return {"entries": [entry.to_dict() for entry in self.entries]}


def coverage_of(document: Document, notes: Iterable[Note], visited: frozenset[str]) -> Coverage:
    """The coverage of a document, from what was noted and the pointers of the places that were used."""
    by_keyword: dict[str, list[Note]] = {}
    for note in dict.fromkeys(notes):
        by_keyword.setdefault(note.where, []).append(note)
    entries: list[Entry] = []
    for where, schema in subschemas(document.schema):
        for keyword in schema:
            place = pointer(where, keyword)
            if keyword not in CONTAINERS:
                entries += _entries(
                    document, schema, place, keyword, by_keyword.pop(place, []), where in visited
                )
    # What is left was noted about whole schemas, or in a schema outside the document.
    entries += [
        _entry(note, note.where.rpartition("/")[2]) for notes in by_keyword.values() for note in notes
    ]
    return Coverage(tuple(entries))


def _entries(
    document: Document, schema: Mapping[str, Any], place: str, keyword: str, notes: list[Note], visited: bool
) -> Iterator[Entry]:
    if notes:
        yield from (_entry(note, keyword) for note in notes)
    elif keyword in ANNOTATIONS or keyword.startswith("x-"):
        yield Entry(place, keyword, Status.NO_CONSTRAINT)
    elif keyword not in document.asserted(schema):
        yield Entry(place, keyword, Status.IGNORED, _why_ignored(document, schema, keyword))
    elif visited:
        yield Entry(place, keyword, Status.ENFORCED)
    else:
        yield Entry(place, keyword, Status.NO_CONSTRAINT, "nothing that may be written leads here")


def _why_ignored(document: Document, schema: Mapping[str, Any], keyword: str) -> str:
    if document.is_old and "$ref" in schema and keyword in ASSERTIONS:
        return "up to draft 7, $ref hides what stands beside it"
    hint = hint_for(keyword)
    return f"not a keyword of this draft{': ' + hint if hint else ''}"


def _entry(note: Note, keyword: str) -> Entry:
    return Entry(note.where, keyword, note.status, note.how)


def subschemas(schema: Schema) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema that is an object, with its JSON pointer, the outermost first."""
    waiting: list[tuple[str, Any]] = [("", schema)]
    while waiting:
        where, current = waiting.pop()
        if isinstance(current, dict):
            yield where, current
            waiting.extend(reversed(list(_parts(where, current))))


def _parts(where: str, schema: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for keyword, said in schema.items():
        place = pointer(where, keyword)
        if keyword in _ONE and isinstance(said, dict | bool):
            yield place, said
        elif keyword in _LISTS and isinstance(said, list):
            yield from ((pointer(place, index), part) for index, part in enumerate(said))
        elif keyword in _MAPS and isinstance(said, dict):
            yield from ((pointer(place, name), part) for name, part in said.items())
