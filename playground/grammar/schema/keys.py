"""The keys of an object: those that are named, and the kinds of all others, with what they may hold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import TYPE_CHECKING

from playground.grammar.json_text import pointer
from playground.grammar.model import Literal, Node, Reference
from playground.grammar.regular import Dfa, TooLarge, combine, node_of, of_words
from playground.grammar.regular.dfa import complement, intersection, of_lengths
from playground.grammar.schema.compounds import ANYTHING, Goal, Members, Objects
from playground.grammar.schema.membership import has_value
from playground.grammar.schema.notes import Status
from playground.grammar.schema.options import SchemaOptions
from playground.grammar.schema.scalars import Strings, Texts
from playground.grammar.simplify import sequence

if TYPE_CHECKING:
    from playground.grammar.schema.writer import Writer

_MOST_PATTERNS = 5
"""Patterns for keys of which every combination is told apart."""


@dataclass(frozen=True, slots=True)
class NamedKey:
    name: str
    required: bool
    goal: Goal


@dataclass(frozen=True, slots=True)
class OtherKeys:
    """Keys that are not named: their texts (every text when None), and what their values have to be."""

    texts: Dfa | None
    goal: Goal


def named_keys(writer: Writer, atom: Objects) -> list[NamedKey]:
    """The names that may be used, in the order in which they are written."""
    keys = []
    writer.shape(atom.names)
    for name in atom.declared:
        goal = atom.goal(name)
        if has_value(writer.shapes, atom.names, name) and not writer.shapes.is_empty(goal):
            keys.append(NamedKey(name, name in atom.required, goal))
    if writer.options.key_order == "required_first":
        keys.sort(key=lambda key: not key.required)
    return keys


def other_keys(writer: Writer, atom: Objects, where: str) -> list[OtherKeys]:
    """The kinds of keys that are not named, as far as they are allowed."""
    patterns = tuple(dict.fromkeys(texts for layer in atom.layers for texts, _ in layer.patterns))
    closed = _is_closed(writer, atom)
    try:
        kinds = _kinds(writer, atom, patterns, closed, where)
    except TooLarge:
        keyword = "patternProperties" if patterns else "additionalProperties"
        writer.note(
            pointer(where, keyword), Status.LOOSER, "other keys may hold anything: too many to tell apart"
        )
        kinds = [OtherKeys(None, ANYTHING)]
    return [kind for kind in kinds if not writer.shapes.is_empty(kind.goal)]


def write_key(writer: Writer, kind: OtherKeys, name: str, where: str) -> Node:
    """A key that is not named, with its quotes."""
    if kind.texts is None:
        return Reference("string")
    helper = writer.helper(f"{name}-other-key", where)
    text = node_of(kind.texts, writer.helper(f"{name}-key-text", where))
    return helper.add_rule(sequence([Literal('"'), text, Literal('"')]))


def takes_no_others(options: SchemaOptions, atom: Objects) -> bool:
    """Whether an object that lists properties and says nothing of others takes none, by the options."""
    if options.additional_properties or any(layer.rest is not None for layer in atom.layers):
        return False
    return any(layer.declares and layer.properties for layer in atom.layers)


def _is_closed(writer: Writer, atom: Objects) -> bool:
    closed = takes_no_others(writer.options, atom)
    for layer in atom.layers if closed else ():
        if layer.declares and layer.properties:
            how = "no other keys are allowed: additionalProperties, absent here, counts as false"
            writer.note(layer.where, Status.NARROWER, how)
    return closed


def _kinds(
    writer: Writer, atom: Objects, patterns: tuple[Texts, ...], closed: bool, where: str
) -> list[OtherKeys]:
    if len(patterns) > _MOST_PATTERNS:
        raise TooLarge("patterns for keys")
    known = atom.declared
    allowed = _names_automaton(writer, atom.names)
    if not patterns and not known and allowed is None:
        return [] if closed else [OtherKeys(None, _goal(atom, frozenset()))]
    unnamed = complement(of_words(known))
    if allowed is not None:
        unnamed = intersection(unnamed, allowed)
    for pattern in patterns:
        differing = combine(pattern.wide, pattern.automaton, lambda wide, narrow: wide and not narrow)
        if not intersection(unnamed, differing).is_empty:
            unnamed = intersection(unnamed, complement(differing))
            how = "no key is allowed in which Python's re finds the pattern and ECMA-262 does not"
            writer.note(pointer(where, "patternProperties"), Status.NARROWER, how)
    found: dict[Goal, Dfa] = {}
    for chosen in product((True, False), repeat=len(patterns)):
        matched = frozenset(texts for texts, is_in in zip(patterns, chosen, strict=True) if is_in)
        if closed and not matched:
            continue
        texts = reduce(
            intersection,
            (p.automaton if p in matched else complement(p.automaton) for p in patterns),
            unnamed,
        )
        goal = _goal(atom, matched)
        if not texts.is_empty:
            found[goal] = combine(found[goal], texts, lambda a, b: a or b) if goal in found else texts
    return [OtherKeys(texts, goal) for goal, texts in found.items()]


def _goal(atom: Objects, matched: frozenset[Texts]) -> Goal:
    return frozenset().union(*(_goal_in(layer, matched) for layer in atom.layers))


def _goal_in(layer: Members, matched: frozenset[Texts]) -> Goal:
    goals = [goal for texts, goal in layer.patterns if texts in matched]
    return frozenset().union(*goals) if goals else layer.rest or ANYTHING


def _names_automaton(writer: Writer, names: Goal) -> Dfa | None:
    """The texts a key may have; None when it may have any. Raises TooLarge."""
    atoms = writer.shape(names).get("string", ())
    if any(atom.is_free for atom in atoms):
        return None
    found = [_automaton(atom) for atom in atoms if isinstance(atom, Strings)]
    return reduce(lambda a, b: combine(a, b, lambda x, y: x or y), found, of_words(()))


def _automaton(atom: Strings) -> Dfa:
    if atom.values is not None:
        return of_words(atom.values)
    return atom.automaton if atom.texts else of_lengths(atom.minimum, atom.maximum)
