"""A schema document: its places, and where its references lead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from jsonschema import Draft4Validator, Draft7Validator, Draft201909Validator, Draft202012Validator
from jsonschema.validators import validator_for
from jsonschema_specifications import REGISTRY
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DynamicAnchor, lookup_recursive_ref, specification_with

from playground.grammar.json_text import pointer
from playground.grammar.schema.keywords import REFERENCES, in_draft
from playground.grammar.schema.refused import SchemaRefused

Schema = dict[str, Any] | bool

MAX_PLACES = 2_000
"""Schemas inside a schema, each counted once."""

_OLDER = ("additionalItems", "dependencies")
_NEWER = ("prefixItems", "$dynamicRef", "$dynamicAnchor", "dependentRequired", "dependentSchemas", "$anchor")


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One schema of the document. `pointer` is its JSON pointer, for another document behind its address."""

    number: int
    pointer: str
    schema: Schema
    resolver: Any
    goals: tuple[Any, ...] = ()
    """For a place that is not in the document: goals of which one has to be reached."""


class Document:
    """A schema and the places in it that were visited. `draft` is the validator that reads it."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.draft = draft_of(schema)
        self._specification = specification_with(self.draft.META_SCHEMA["$schema"])
        self._places: list[Place] = []
        self._numbers: dict[Any, int] = {}
        self._pointers: dict[int, str] = {}
        self._known_anchors: dict[tuple[str, str], bool] = {}
        self._anchors = tuple(sorted({"meta", *_dynamic_anchors(schema)}))  # "meta" is the metaschema's
        self.has_unevaluated = uses(schema, "unevaluatedItems") or uses(schema, "unevaluatedProperties")
        self._note_pointers("", schema)
        resource = self._specification.create_resource(schema)
        base = (resource.id() or "").rstrip("#")
        self.registry = REGISTRY.with_resource(base, resource).crawl()
        self._resolver = self.registry.resolver(base)
        self.root = self._place("", schema, self._resolver)
        self.nothing = self._place("", False, self._resolver)

    @property
    def is_old(self) -> bool:
        """Whether `$ref` hides what stands beside it, as up to draft 7."""
        return self.draft not in (Draft201909Validator, Draft202012Validator)

    @property
    def contains_evaluates(self) -> bool:
        """Whether `unevaluatedItems` leaves out the items that `contains` matched."""
        return self.draft is Draft202012Validator

    def either(self, goals: tuple[Any, ...], where: str) -> Place:
        """A place whose schema is matched by reaching one of the goals."""
        if goals not in self._numbers:
            self._numbers[goals] = len(self._places)
            self._places.append(Place(len(self._places), where, True, self._resolver, goals))
        return self._places[self._numbers[goals]]

    def asserted(self, schema: Mapping[str, Any]) -> frozenset[str]:
        """The keywords of a schema that say something about values."""
        if self.is_old and "$ref" in schema:
            return frozenset(("$ref",))
        return frozenset(keyword for keyword in schema if in_draft(keyword, self.draft.VALIDATORS))

    def reference(self, place: Place) -> str | None:
        """The JSON pointer of a reference that a place has beside other keywords or alone."""
        asserted = () if isinstance(place.schema, bool) else self.asserted(place.schema)
        return next((pointer(place.pointer, keyword) for keyword in REFERENCES if keyword in asserted), None)

    def place(self, number: int) -> Place:
        return self._places[number]

    def child(self, place: Place, *steps: str | int) -> Place:
        """The schema below a place, reached by keys and indexes."""
        where, schema = place.pointer, place.schema
        for step in steps:
            where, schema = pointer(where, step), schema[step]  # type: ignore[index]
        resolver = place.resolver.in_subresource(self._specification.create_resource(schema))
        return self._place(where, schema, resolver)

    def target(self, place: Place, keyword: str) -> Place:
        """Where a reference leads. Raises SchemaRefused."""
        assert isinstance(place.schema, dict)
        reference = place.schema[keyword]
        try:
            if keyword == "$recursiveRef":
                resolved = lookup_recursive_ref(place.resolver)
            else:
                resolved = place.resolver.lookup(reference)
        except (Unresolvable, ValueError) as error:
            raise self._unresolved(place, keyword, reference) from error
        schema = resolved.contents
        if not isinstance(schema, dict | bool):
            message = f"{keyword} {reference!r} points at something that is not a schema"
            raise SchemaRefused(pointer(place.pointer, keyword), "schema-missing-ref", message)
        return self._place(self._pointer_of(resolved, reference, place), schema, resolved.resolver)

    def _unresolved(self, place: Place, keyword: str, reference: str) -> SchemaRefused:
        where = pointer(place.pointer, keyword)
        if reference.startswith("#"):
            message = f"{keyword} {reference!r} points at nothing"
            names = [
                f"#/{group}/{name}"
                for group in ("$defs", "definitions")
                for name in _named(self.schema, group)
            ]
            hint = f"There is {', '.join(names[:6])}{', …' if len(names) > 6 else ''}." if names else ""
            return SchemaRefused(where, "schema-missing-ref", message, hint)
        message = f"{keyword} {reference!r} points outside this schema, and nothing is fetched"
        return SchemaRefused(where, "schema-remote-ref", message, "Copy what it points at into $defs.")

    def _place(self, where: str, schema: Schema, resolver: Any) -> Place:
        key = (where, schema if isinstance(schema, bool) else None, self._scope(resolver))
        if key not in self._numbers:
            if len(self._places) >= MAX_PLACES:
                message = f"the schema has more than {MAX_PLACES:,} schemas inside"
                raise SchemaRefused("", "schema-too-large", message, "Paste a smaller part of it.")
            self._numbers[key] = len(self._places)
            self._places.append(Place(len(self._places), where, schema, resolver))
        return self._places[self._numbers[key]]

    def _scope(self, resolver: Any) -> tuple[str, ...]:
        """For each dynamic anchor, the outermost resource on the way here that has it."""
        on_the_way = [resolver._base_uri, *(uri for uri, _ in resolver.dynamic_scope())]
        uris = list(dict.fromkeys(reversed(on_the_way)))
        return tuple(next((uri for uri in uris if self._has_anchor(uri, name)), "") for name in self._anchors)

    def _has_anchor(self, uri: str, name: str) -> bool:
        key = (uri, name)
        if key not in self._known_anchors:
            try:
                found = self.registry.anchor(uri, name).value
            except (Unresolvable, KeyError):
                found = None
            self._known_anchors[key] = isinstance(found, DynamicAnchor)
        return self._known_anchors[key]

    def _note_pointers(self, base: str, schema: Any) -> None:
        waiting = [(base, schema)]
        while waiting:
            where, part = waiting.pop()
            if isinstance(part, dict):
                self._pointers.setdefault(id(part), where)
                waiting.extend((pointer(where, key), value) for key, value in part.items())
            elif isinstance(part, list):
                waiting.extend((pointer(where, index), value) for index, value in enumerate(part))

    def _pointer_of(self, resolved: Any, reference: str, place: Place) -> str:
        if isinstance(resolved.contents, dict):
            if id(resolved.contents) not in self._pointers:
                address = resolved.resolver._base_uri
                self._note_pointers(f"{address}#", self.registry.contents(address))
            return self._pointers[id(resolved.contents)]
        return reference[1:] if reference.startswith("#/") else f"{place.pointer}/$ref"


def draft_of(schema: Schema) -> Any:
    """The validator class of the draft that `$schema` names, else of the one whose keywords are used.

    A schema that names no draft is Draft 2020-12, unless it uses what only older drafts have.
    """
    named = schema.get("$schema") if isinstance(schema, dict) else None
    if isinstance(named, str):
        return validator_for({"$schema": named}, default=Draft202012Validator)
    found = set(_keywords(schema))
    if "exclusive-boolean" in found:
        return Draft4Validator
    if found & {*_OLDER, "items-list"} and not found & set(_NEWER):
        return Draft7Validator
    return Draft202012Validator


def uses(schema: Any, keyword: str) -> bool:
    """Whether an object somewhere in the document has this key."""
    return keyword in set(_keywords(schema))


def _keywords(schema: Any) -> Iterator[str]:
    for part in _objects(schema):
        yield from part
        if isinstance(part.get("items"), list):
            yield "items-list"
        if isinstance(part.get("exclusiveMinimum", part.get("exclusiveMaximum")), bool):
            yield "exclusive-boolean"


def _dynamic_anchors(schema: Any) -> Iterator[str]:
    for part in _objects(schema):
        if isinstance(part.get("$dynamicAnchor"), str):
            yield part["$dynamicAnchor"]


def _objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Every object in the document, schema or not."""
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield part
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)


def _named(schema: Schema, group: str) -> list[str]:
    found = schema.get(group) if isinstance(schema, dict) else None
    return list(found) if isinstance(found, dict) else []
