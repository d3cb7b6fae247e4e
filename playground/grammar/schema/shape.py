"""A shape: for each JSON type, the alternatives a schema leaves of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from playground.grammar.schema.compounds import Arrays, Objects
from playground.grammar.schema.scalars import Booleans, Null, Numbers, Strings
from playground.grammar.schema.values import TYPES

Atom = Null | Booleans | Numbers | Strings | Arrays | Objects
Shape = Mapping[str, tuple[Atom, ...]]
"""Alternatives by type; a type that is missing, or has none, is not allowed."""

FREE: Mapping[str, Atom] = {
    "null": Null(),
    "boolean": Booleans(),
    "number": Numbers(),
    "string": Strings(),
    "array": Arrays(),
    "object": Objects(),
}
EVERYTHING: Shape = {name: (atom,) for name, atom in FREE.items()}
NOTHING: Shape = {}


def only(kind: str, *atoms: Atom) -> Shape:
    """The atoms of one type, and everything of the others: what a keyword for one type says."""
    return {**EVERYTHING, kind: atoms}


def just(kind: str, *atoms: Atom) -> Shape:
    """The atoms, and nothing of the other types."""
    return {kind: atoms}


def union(shapes: Iterable[Shape], absorb: bool = True) -> Shape:
    """What any of the shapes allows.

    With `absorb`, what allows everything of a type takes the place of all else; without, all alternatives
    stay, with what they looked at.
    """
    found: dict[str, list[Atom]] = {}
    for shape in shapes:
        for kind, atoms in shape.items():
            found.setdefault(kind, []).extend(atoms)
    return {kind: tuple(_merged(found[kind], absorb)) for kind in TYPES if found.get(kind)}


def meet_atoms(left: Atom, right: Atom) -> Atom:
    """What both allow; they are of one type."""
    return left.meet(right)  # type: ignore[arg-type]


def not_evaluating(shape: Shape) -> Shape:
    """The shape, with `unevaluated…` told that its schemas looked at nothing."""
    return {kind: tuple(_not_evaluating(atom) for atom in atoms) for kind, atoms in shape.items()}


def _not_evaluating(atom: Atom) -> Atom:
    if isinstance(atom, Arrays):
        return replace(atom, layers=tuple(replace(layer, evaluates=False) for layer in atom.layers))
    if isinstance(atom, Objects):
        return replace(atom, layers=tuple(replace(layer, evaluates=False) for layer in atom.layers))
    return atom


def _merged(atoms: list[Atom], absorb: bool) -> Iterator[Atom]:
    """Without repetitions, listed values in one atom, and nothing beside what allows everything."""
    free = next((atom for atom in atoms if atom.is_free), None)
    if free is not None and absorb:
        yield free
        return
    listed = [atom for atom in atoms if _values(atom) is not None]
    values = tuple(dict.fromkeys(value for atom in listed for value in _values(atom)))
    first = listed[0] if listed else None
    for atom in dict.fromkeys(atoms):
        if atom is first:
            yield replace(atom, values=frozenset(values) if isinstance(atom, Booleans) else values)  # type: ignore[arg-type]
        elif _values(atom) is None:
            yield atom


def _values(atom: Atom) -> Any:
    if isinstance(atom, Null):
        return None
    if isinstance(atom, Strings | Numbers):
        return atom.values
    if isinstance(atom, Booleans):
        return atom.values
    return atom.values if _only_listed(atom) else None


def _only_listed(atom: Arrays | Objects) -> bool:
    """Whether nothing but its list limits it."""
    bare = Arrays(values=atom.values) if isinstance(atom, Arrays) else Objects(values=atom.values)
    return atom.values is not None and atom == bare
