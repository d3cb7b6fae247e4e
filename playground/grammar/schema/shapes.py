"""From places to shapes: every keyword turned into what it leaves of each JSON type.

A goal (claims that all hold) becomes the meeting of its claims, each claim the meeting of what its
keywords say; a claim that a schema does not match becomes the union of the opposites of its keywords.
Where the opposite or the combination of keywords is out of reach, more is allowed than the schema says,
never less, and a note says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playground.grammar.json_text import pointer
from playground.grammar.regular import TooLarge
from playground.grammar.schema.compounds import ANYTHING, Arrays, Claim, Goal, Objects
from playground.grammar.schema.document import Document, Place
from playground.grammar.schema.groups import Closing, Group
from playground.grammar.schema.keywords import alias_of
from playground.grammar.schema.membership import in_shape
from playground.grammar.schema.notes import UNTOLD, Note, Status
from playground.grammar.schema.refused import SchemaRefused, circular
from playground.grammar.schema.shape import (
    EVERYTHING,
    FREE,
    NOTHING,
    Atom,
    Shape,
    meet_atoms,
    not_evaluating,
    union,
)

MAX_ALTERNATIVES = 300
"""Alternatives of one JSON type at one place."""
MAX_WORK = 250_000
"""Steps for one schema, of about 10 µs: a state of an automaton is one, a pair of alternatives `_PAIR`."""
_PAIR = 5
MAX_STEPS = 50
"""References and combinations that lead to one another without a value in between."""
_NO_SUCH_TEXT = "no text has it and follows the other keywords too, and the standard leaves formats open"
_LOOK_DEPTH = 10
"""Levels of required values that are looked into to find out that no value is possible."""


@dataclass(slots=True)
class _Expanded:
    """A shape, the notes made on the way, and the claims it was made of."""

    shape: Shape = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    used: list[Claim] = field(default_factory=list)


class _Unknown(Exception):  # noqa: N818 - it is an answer: look no further
    """A question led to a claim that is still being worked out."""


class Shapes:
    """The shapes of one document, each worked out once. Every method may raise SchemaRefused."""

    def __init__(self, document: Document, groups: tuple[Group, ...], closings: tuple[Closing, ...]) -> None:
        self.document = document
        self.aliases: set[int] = set()
        """Places that say no more than what their reference points at."""
        self.partial = False
        """Whether some anyOf left out combinations of its schemas, which `unevaluated…` has to know."""
        self._groups = {keyword: group for group in groups for keyword in group.keywords}
        self._closings = closings
        self._claims: dict[Claim, _Expanded] = {}
        self._goals: dict[Goal, _Expanded] = {}
        self._empty: dict[Goal, bool] = {}
        self._open: list[list[Claim]] = [[]]
        self._stack: list[_Expanded] = [_Expanded()]
        self._work = 0

    def goal(self, place: Place, holds: bool = True) -> Goal:
        """The claim on a place as a goal, behind references that stand alone."""
        seen = set()
        while (keyword := alias_of(place.schema)) is not None and keyword in self.document.draft.VALIDATORS:
            if place.number in seen:
                raise circular(pointer(place.pointer, keyword))
            seen.add(place.number)
            self.aliases.add(place.number)
            place = self.document.target(place, keyword)
        if holds and place.schema is True:
            return ANYTHING
        return frozenset((Claim(place.number, holds),))

    def either(self, goals: Iterable[Goal], where: str) -> Goal:
        """Reaching one of the goals, as a goal."""
        listed = tuple(dict.fromkeys(goals))
        if ANYTHING in listed:
            return ANYTHING
        if len(listed) == 1:
            return listed[0]
        return frozenset((Claim(self.document.either(listed, where).number),))

    def of_goal(self, goal: Goal) -> Shape:
        if goal not in self._goals:
            expanded = _Expanded()
            self._stack.append(expanded)
            try:
                shape = EVERYTHING
                for claim in sorted(goal):
                    place = self.document.place(claim.place)
                    shape = self.meet(shape, self.of_claim(place, claim.holds), place.pointer)
                expanded.shape = self._with_listed(shape)
            finally:
                self._stack.pop()
            self._goals[goal] = expanded
        return self._goals[goal].shape

    def of_claim(self, place: Place, holds: bool = True) -> Shape:
        claim = Claim(place.number, holds)
        self._stack[-1].used.append(claim)
        if claim not in self._claims:
            self._check_open(claim, place)
            expanded = _Expanded()
            self._open[-1].append(claim)
            self._stack.append(expanded)
            try:
                expanded.shape = self._expand(place) if holds else not_evaluating(self._opposite(place))
            finally:
                self._open[-1].pop()
                self._stack.pop()
            self._claims[claim] = expanded
        return self._claims[claim].shape

    def meet(self, left: Shape, right: Shape, where: str) -> Shape:
        """What both allow; `left` alone, with a note at `where`, when the combination has too many parts."""
        found: dict[str, tuple[Atom, ...]] = {}
        for kind in FREE:
            atoms = self._meet_kind(left.get(kind, ()), right.get(kind, ()))
            if len(atoms) > MAX_ALTERNATIVES:
                note = Note(where, Status.LOOSER, "it combines with the rest in too many ways")
                self._stack[-1].notes.append(note)
                return left
            if atoms:
                found[kind] = atoms
        return found

    def union(self, parts: Iterable[Shape]) -> Shape:
        """What any of the shapes allows."""
        return union(parts, absorb=not self.document.has_unevaluated)

    def is_empty(self, goal: Goal) -> bool:
        """Whether no value can reach the goal, as far as that is seen without looking too deep."""
        if goal not in self._empty:
            with self._aside() as possible:
                if possible:
                    self._empty[goal] = not self.of_goal(goal)
        return self._empty.get(goal, False)

    def spend(self, work: int) -> None:
        """Count steps for this schema. Raises SchemaRefused when they are too many."""
        self._work += work
        if self._work > MAX_WORK:
            message = (
                f"this schema takes more than {MAX_WORK:,} steps to become a grammar: its alternatives or "
                "its patterns combine in too many ways"
            )
            hint = "Use fewer anyOf, oneOf, not and if in one another, and fewer patterns at one place."
            raise SchemaRefused("", "schema-too-complex", message, hint)

    def note(self, place: Place, keyword: str, status: Status, how: str) -> None:
        self._stack[-1].notes.append(Note(pointer(place.pointer, keyword), status, how))

    def notes(self, goals: Iterable[Goal]) -> Iterator[Note]:
        """The notes made for these goals and the claims they were made of."""
        expanded = [self._goals[goal] for goal in goals if goal in self._goals]
        expanded += [self._claims[claim] for claim in sorted(self.places(goals))]
        for each in expanded:
            yield from each.notes

    def places(self, goals: Iterable[Goal]) -> frozenset[Claim]:
        """The claims that these goals were made of."""
        seen: set[Claim] = set()
        waiting = [claim for goal in goals for claim in goal]
        while waiting:
            claim = waiting.pop()
            if claim not in seen and claim in self._claims:
                seen.add(claim)
                waiting.extend(self._claims[claim].used)
        return frozenset(seen)

    def _expand(self, place: Place) -> Shape:
        if place.goals:
            return self.union(self._part(goal) for goal in place.goals)
        if isinstance(place.schema, bool):
            return EVERYTHING if place.schema else NOTHING
        shape = EVERYTHING
        asserted = self.document.asserted(place.schema)
        done: set[Group] = set()
        # In the order of the schema, which is the order of its keys in a text; what may give way is last.
        for keyword in sorted(place.schema, key=lambda keyword: keyword == "format"):
            group = self._groups.get(keyword)
            if keyword in asserted and group is not None and group not in done:
                done.add(group)
                before, noted = shape, len(self._stack[-1].notes)
                shape = self.meet(shape, group.holds(self, place), pointer(place.pointer, keyword))
                if keyword == "format" and before.get("string") and not shape.get("string"):
                    shape = before
                    del self._stack[-1].notes[noted:]
                    self.note(place, keyword, Status.LOOSER, _NO_SUCH_TEXT)
        for closing in self._closings:
            if closing.keyword not in asserted:
                continue
            if self.partial:
                how = "an anyOf has too many schemas to tell what they looked at"
                self.note(place, closing.keyword, Status.LOOSER, how)
            else:
                shape = closing.close(self, place, shape)
        return shape

    def _opposite(self, place: Place) -> Shape:
        if place.goals:
            self._stack[-1].notes.append(Note(place.pointer, Status.LOOSER, UNTOLD))
            return EVERYTHING
        if isinstance(place.schema, bool):
            return NOTHING if place.schema else EVERYTHING
        asserted = self.document.asserted(place.schema)
        groups = dict.fromkeys(group for keyword, group in self._groups.items() if keyword in asserted)
        closings = [closing for closing in self._closings if closing.keyword in asserted]
        return self.union(
            [*(g.fails(self, place) for g in groups), *(c.fails(self, place) for c in closings)]
        )

    def _part(self, goal: Goal) -> Shape:
        self._stack[-1].used.extend(goal)
        return self.of_goal(goal)

    def _meet_kind(self, left: tuple[Atom, ...], right: tuple[Atom, ...]) -> tuple[Atom, ...]:
        if len(left) == 1 and left[0].is_free:
            return right
        if len(right) == 1 and right[0].is_free:
            return left
        self.spend(_PAIR * len(left) * len(right))
        met = (meet_atoms(a, b) for a in left for b in right)
        return tuple(dict.fromkeys(atom for atom in met if not self._is_empty_atom(atom)))

    def _is_empty_atom(self, atom: Atom) -> bool:
        try:
            if isinstance(atom, Objects):
                return self._has_no_members(atom)
            if isinstance(atom, Arrays):
                return self._has_no_items(atom)
            return atom.is_empty
        except TooLarge:
            return False

    def _has_no_members(self, atom: Objects) -> bool:
        if atom.values is not None:
            return not atom.values
        if atom.maximum is not None and atom.maximum < max(atom.minimum, len(atom.required)):
            return True
        return any(self.is_empty(atom.goal(name)) for name in atom.required)

    def _has_no_items(self, atom: Arrays) -> bool:
        if atom.values is not None:
            return not atom.values
        if atom.maximum is not None and atom.maximum < atom.minimum:
            return True
        return any(self.is_empty(atom.goal(index)) for index in range(min(atom.minimum, atom.prefix + 1)))

    def _with_listed(self, shape: Shape) -> Shape:
        """The shape with arrays and objects that are listed looked at one by one."""
        found = {}
        for kind, atoms in shape.items():
            kept = tuple(self._kept(shape, atom) for atom in atoms)
            left = tuple(atom for atom in kept if not self._is_empty_atom(atom))
            if left:
                found[kind] = left
        return self.union([found])

    def _kept(self, shape: Shape, atom: Atom) -> Atom:
        if not isinstance(atom, Arrays | Objects) or atom.values is None:
            return atom
        self._open.append([])
        try:
            values = tuple(value for value in atom.values if in_shape(self, shape, value.value))
        finally:
            self._open.pop()
        return type(atom)(values=values, origin=atom.origin)

    def _check_open(self, claim: Claim, place: Place) -> None:
        if claim in self._open[-1]:
            waiting = [self.document.place(each.place) for each in reversed(self._open[-1])]
            raise circular(next(filter(None, map(self.document.reference, waiting)), place.pointer))
        if any(claim in claims for claims in self._open):
            raise _Unknown
        if len(self._open[-1]) >= MAX_STEPS:
            message = f"more than {MAX_STEPS} references and combinations follow one another here"
            raise SchemaRefused(place.pointer, "schema-too-deep", message, "Write the schemas as one.")

    @contextmanager
    def _aside(self) -> Iterator[bool]:
        """Look into another value; a question that leads back to what is open ends without an answer."""
        self._open.append([])
        try:
            yield len(self._open) <= _LOOK_DEPTH
        except _Unknown:
            pass
        finally:
            self._open.pop()
