"""The schema that the grammar follows, written as a JSON Schema again: what the engine was given.

Everything is written out: combined schemas are one, alternatives an `anyOf`, bounds of integers whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from playground.grammar.schema.compounds import ANYTHING, Arrays, Contains, Goal, Members, Objects
from playground.grammar.schema.keys import takes_no_others
from playground.grammar.schema.options import SchemaOptions
from playground.grammar.schema.scalars import Booleans, Null, Numbers, Strings
from playground.grammar.schema.shape import EVERYTHING, Atom
from playground.grammar.schema.shapes import Shapes

_Schema = dict[str, Any] | bool


@dataclass(frozen=True, slots=True)
class _Use:
    """A place in a written schema where that of a goal belongs."""

    goal: Goal


def given_schema(shapes: Shapes, rules: Mapping[Goal, str], root: Goal, options: SchemaOptions) -> Any:
    """The schema of `root`; schemas used more than once stand in `$defs` under the name of their rule.

    `rules` names the goals. Numbers are Fractions.
    """
    bodies: dict[Goal, Any] = {}
    uses: Counter[Goal] = Counter()

    def use(goal: Goal) -> _Use | bool:
        if goal == ANYTHING:
            return True
        uses[goal] += 1
        waiting.append(goal)
        return _Use(goal)

    waiting = [root]
    for goal in waiting:
        if goal not in bodies:
            bodies[goal] = _Writer(options, use).schema(shapes, goal)
    shared = [goal for goal in bodies if uses[goal] > 1 and goal != root]
    names = {goal: rules.get(goal) or f"part-{number}" for number, goal in enumerate(shared, 1)}
    places = {goal: f"#/$defs/{name}" for goal, name in names.items()} | ({root: "#"} if uses[root] else {})

    def put_in(part: Any) -> Any:
        if isinstance(part, _Use):
            return {"$ref": places[part.goal]} if part.goal in places else put_in(bodies[part.goal])
        if isinstance(part, dict):
            return {key: put_in(value) for key, value in part.items()}
        return [put_in(value) for value in part] if isinstance(part, list) else part

    schema = put_in(bodies[root])
    if not names or isinstance(schema, bool):
        return schema
    return {**schema, "$defs": {name: put_in(bodies[goal]) for goal, name in names.items()}}


@dataclass(frozen=True, slots=True)
class _Writer:
    options: SchemaOptions
    use: Callable[[Goal], _Use | bool]

    def schema(self, shapes: Shapes, goal: Goal) -> _Schema:
        shape = shapes.of_goal(goal)
        if shape == EVERYTHING:
            return True
        plain = [kind for kind, atoms in shape.items() if any(atom.is_free for atom in atoms)]
        written: list[_Schema] = [{"type": plain[0] if len(plain) == 1 else plain}] if plain else []
        written += [self._atom(atom) for kind, atoms in shape.items() if kind not in plain for atom in atoms]
        if not written:
            return False
        return written[0] if len(written) == 1 else {"anyOf": written}

    def _atom(self, atom: Atom) -> _Schema:
        if isinstance(atom, Null):
            return {"type": "null"}
        if isinstance(atom, Booleans):
            return {"enum": sorted(atom.values)}
        if isinstance(atom, Arrays | Objects) and atom.values is not None:
            return {"enum": [listed.value for listed in atom.values]}
        if isinstance(atom, Strings | Numbers) and atom.values is not None:
            return {"enum": list(atom.values)}
        match atom:
            case Strings():
                return {"type": "string", **_together(list(_string(atom)))}
            case Numbers():
                kind = "integer" if atom.integer else "number"
                return {"type": kind, **_together(list(_number(atom)))}
            case Arrays():
                return {"type": "array", **_together(list(self._array(atom)))}
            case Objects():
                return {"type": "object", **_together(list(self._object(atom)))}
        raise AssertionError(atom)

    def _array(self, atom: Arrays) -> Iterator[dict[str, Any]]:
        yield _counts("Items", atom.minimum, atom.maximum)
        if atom.layers:
            yield {"prefixItems": [self.use(atom.goal(i)) for i in range(atom.prefix)]} if atom.prefix else {}
            yield {"items": self.use(atom.goal(atom.prefix))} if atom.goal(atom.prefix) != ANYTHING else {}
        for contains in atom.contains:
            yield self._contains(contains)
        if atom.unique:
            yield {"uniqueItems": True}

    def _contains(self, contains: Contains) -> dict[str, Any]:
        if contains.start:
            # No keyword speaks of the items behind others alone, but the opposite of `items` does.
            before = {"prefixItems": [True] * contains.start, "items": {"not": self.use(contains.goal)}}
            return {"not": before}
        counts = {"minContains": contains.minimum} if contains.minimum != 1 else {}
        counts |= {"maxContains": contains.maximum} if contains.maximum is not None else {}
        return {"contains": self.use(contains.goal), **counts}

    def _object(self, atom: Objects) -> Iterator[dict[str, Any]]:
        yield _counts("Properties", atom.minimum, atom.maximum)
        if atom.required:
            yield {"required": list(atom.required)}
        if atom.names != ANYTHING:
            yield {"propertyNames": self.use(atom.names)}
        if len(atom.layers) > 1 and any(layer.patterns for layer in atom.layers):
            for layer in atom.layers:
                yield self._members(layer.properties, layer)
            return
        named = [name for layer in atom.layers for name, _ in layer.properties]
        properties = {name: atom.goal(name) for name in dict.fromkeys(named)}
        rests = [layer.rest for layer in atom.layers if layer.rest is not None]
        rest = frozenset().union(*rests) if rests else None
        patterns = tuple(pair for layer in atom.layers for pair in layer.patterns)
        members = self._members(tuple(properties.items()), Members((), patterns, rest))
        yield members | ({"additionalProperties": False} if takes_no_others(self.options, atom) else {})

    def _members(self, properties: tuple[tuple[str, Goal], ...], layer: Members) -> dict[str, Any]:
        written: dict[str, Any] = {}
        if properties:
            written["properties"] = {name: self.use(goal) for name, goal in properties}
        if layer.patterns:
            written["patternProperties"] = {texts.source: self.use(goal) for texts, goal in layer.patterns}
        if layer.rest is not None and layer.rest != ANYTHING:
            written["additionalProperties"] = self.use(layer.rest)
        return written


def _string(atom: Strings) -> Iterator[dict[str, Any]]:
    yield _counts("Length", atom.minimum, atom.maximum)
    for texts in sorted(atom.texts, key=lambda texts: (texts.name, texts.source)):
        said: dict[str, Any] = (
            {"enum": list(texts.words)} if texts.pattern is None else {texts.name: texts.source}
        )
        yield {"not": said} if texts.negated else said


def _number(atom: Numbers) -> Iterator[dict[str, Any]]:
    for name, exclusive, bound, is_open in (
        ("minimum", "exclusiveMinimum", atom.low, atom.low_open),
        ("maximum", "exclusiveMaximum", atom.high, atom.high_open),
    ):
        if bound is not None:
            yield {exclusive if is_open else name: bound}
    if atom.integer is False:
        yield {"not": {"type": "integer"}}
    for multiple in sorted(atom.multiples):
        yield {"multipleOf": multiple}
    for multiple in sorted(atom.not_multiples):
        yield {"not": {"multipleOf": multiple}}
    if atom.excluded:
        yield {"not": {"enum": sorted(atom.excluded)}}


def _counts(of: str, minimum: int, maximum: int | None) -> dict[str, Any]:
    return ({f"min{of}": minimum} if minimum else {}) | ({} if maximum is None else {f"max{of}": maximum})


def _together(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """The parts as one schema: keywords that come twice, and those that depend on others, in an `allOf`."""
    whole: dict[str, Any] = {}
    apart: list[dict[str, Any]] = []
    for part in parts:
        if part.keys() & whole.keys() or (part.keys() & _BOUND_TOGETHER and whole.keys() & _BOUND_TOGETHER):
            apart.append(part)
        else:
            whole |= part
    return {**whole, "allOf": apart} if apart else whole


_BOUND_TOGETHER = {"properties", "patternProperties", "additionalProperties"}
