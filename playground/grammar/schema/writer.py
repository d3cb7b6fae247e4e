"""From shapes to a grammar: one rule for each place, in the order in which a text meets them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from playground.grammar.model import Grammar, Literal, Node, Reference, Rule
from playground.grammar.regular import Spelling
from playground.grammar.schema.compounds import ANYTHING, Arrays, Goal, Objects
from playground.grammar.schema.facts import Endless, EndlessKind, Facts, Keys
from playground.grammar.schema.names import Names, name_of
from playground.grammar.schema.notes import Note, Status
from playground.grammar.schema.options import SchemaOptions
from playground.grammar.schema.prune import without_endless
from playground.grammar.schema.refused import SchemaRefused
from playground.grammar.schema.scalars import Booleans, Null, Numbers, Strings
from playground.grammar.schema.shape import EVERYTHING, Atom, Shape
from playground.grammar.schema.shapes import Shapes
from playground.grammar.schema.spelling import basic_rules, gap_of, spelled
from playground.grammar.schema.write_arrays import write_array
from playground.grammar.schema.write_objects import write_object
from playground.grammar.schema.write_scalars import write_boolean, write_number, write_string
from playground.grammar.simplify import choice, sequence

MAX_RULES = 2_000
ROOT = "root"


@dataclass(frozen=True, slots=True)
class Written:
    """A grammar, the JSON pointer of the place each rule stands for, and what writing it changed.

    The rules of JSON itself (`string`, `ws`, …) stand for no place. `rules` are the goals
    that have a rule, `read` all that were looked at.
    """

    grammar: Grammar
    pointers: dict[str, str]
    notes: tuple[Note, ...]
    rules: dict[Goal, str]
    read: tuple[Goal, ...]
    facts: Facts


class Writer:
    """Writes one schema; the functions for each JSON type call back here for what is inside."""

    def __init__(self, shapes: Shapes, options: SchemaOptions) -> None:
        self.shapes = shapes
        self.options = options
        self.gap = gap_of(options.white_space)
        self.comma = sequence([*self.gap, Literal(","), *self.gap])
        self.colon = sequence([*self.gap, Literal(":"), *self.gap])
        self._basic = basic_rules(options.white_space)
        self._names = Names((ROOT, *self._basic))
        self._bodies: dict[str, Node] = {}
        self._pointers: dict[str, str | None] = {}
        self._rules: dict[Goal, Reference] = {}
        self._shared: dict[str, Reference] = {}
        self._waiting: deque[Goal] = deque()
        self._read: dict[Goal, None] = {}
        self._notes: dict[Note, None] = {}
        self._endless: dict[Endless, None] = {}
        self.keys: list[Keys] = []

    def write(self) -> Written:
        """Raises SchemaRefused, also when no text matches."""
        root = self.shapes.document.root
        goal = self.shapes.goal(root)
        self._bodies[ROOT], self._pointers[ROOT] = choice([]), self._pointer(goal) or root.pointer
        self._rules[goal] = Reference(ROOT)
        self._waiting.append(goal)
        while self._waiting:
            self._fill(self._waiting.popleft())
        bodies = (*self._bodies.items(), *self._basic.items())
        grammar = without_endless(Grammar(tuple(Rule(name, body) for name, body in bodies), ROOT))
        if grammar is None:
            raise self._nothing(goal)
        kept = grammar.by_name
        pointers = {
            name: where for name, where in self._pointers.items() if name in kept and where is not None
        }
        rules = {goal: rule.rule for goal, rule in self._rules.items()}
        facts = Facts(tuple(self._endless), tuple(self.keys))
        return Written(grammar, pointers, tuple(self._notes), rules, tuple(self._read), facts)

    def _nothing(self, root: Goal) -> SchemaRefused:
        if self.shapes.is_empty(root):
            message = "no JSON value matches this schema"
            return SchemaRefused(
                "", "schema-nothing", message, "Look for keywords that contradict one another."
            )
        message = "no finite value matches this schema: it needs itself again inside itself"
        hint = "Leave the property out of required, or allow null in its place."
        return SchemaRefused("", "schema-endless", message, hint)

    def value(self, goal: Goal, where: str) -> Node:
        """A value that reaches a goal; `where` is the place that asks for it."""
        if goal == ANYTHING:
            self.endless(where, "value")
            return Reference("value")
        if goal not in self._rules:
            pointer = self._pointer(goal) or where
            self._rules[goal] = self._add(name_of(pointer), pointer)
            self._waiting.append(goal)
        return self._rules[goal]

    def shape(self, goal: Goal) -> Shape:
        """The shape of a goal that the grammar depends on."""
        self._read.setdefault(goal)
        return self.shapes.of_goal(goal)

    def helper(self, wanted: str, pointer: str | None) -> Spelling:
        """Makes rules for parts of one place, called `wanted` and so on."""

        def add(body: Node | None) -> Reference:
            reference = self._add(wanted, pointer)
            if body is not None:
                self._bodies[reference.rule] = body
            return reference

        def fill(reference: Reference, body: Node) -> None:
            self._bodies[reference.rule] = body

        return Spelling(spelled, add, fill)

    def shared(self, name: str, make: Callable[[Spelling], Node]) -> Reference:
        """A rule that stands for no place, written when it is first asked for."""
        if name not in self._shared:
            self._shared[name] = self._add(name, None)
            self._bodies[self._shared[name].rule] = make(self.helper(name, None))
        return self._shared[name]

    def endless(self, where: str, kind: EndlessKind) -> None:
        """Note that the texts of a place have no longest one."""
        self._endless.setdefault(Endless(where, kind))

    def note(self, where: str, status: Status, how: str) -> None:
        self._notes.setdefault(Note(where, status, how))

    def _add(self, wanted: str, pointer: str | None) -> Reference:
        if len(self._bodies) >= MAX_RULES:
            message = f"the schema becomes a grammar of more than {MAX_RULES:,} rules"
            raise SchemaRefused("", "schema-too-large", message, "Paste a smaller part of it.")
        name = self._names.new(wanted)
        self._bodies[name], self._pointers[name] = choice([]), pointer
        return Reference(name)

    def _pointer(self, goal: Goal) -> str:
        places = [self.shapes.document.place(claim.place) for claim in sorted(goal) if claim.holds]
        return places[0].pointer if places else ""

    def _fill(self, goal: Goal) -> None:
        self.shapes.spend(1)
        name = self._rules[goal].rule
        shape = self.shape(goal)
        if shape == EVERYTHING:
            self._bodies[name] = Reference("value")
            self.endless(self._pointers[name] or "", "value")
            return
        atoms = [atom for kind in shape for atom in shape[kind]]
        several = sum(_has_inside(atom) for atom in atoms) > 1
        pointer = self._pointers[name] or ""
        parts: list[Node] = []
        for atom in atoms:
            where = atom.origin or pointer
            if _has_inside(atom) and (several or (len(atoms) > 1 and where != pointer)):
                own = self._add(name_of(where) if atom.origin else name, where)
                self._bodies[own.rule] = self._write(atom, own.rule, where)
                parts.append(own)
            else:
                parts.append(self._write(atom, name, where))
        self._bodies[name] = choice(parts)

    def _write(self, atom: Atom, name: str, where: str) -> Node:
        match atom:
            case Null():
                return Literal("null")
            case Booleans():
                return write_boolean(atom)
            case Numbers():
                return write_number(self, atom, name, where)
            case Strings():
                return write_string(self, atom, name, where)
            case Arrays():
                return write_array(self, atom, name, where)
            case Objects():
                return write_object(self, atom, name, where)


def _has_inside(atom: Atom) -> bool:
    """Whether an array or object has parts that the schema speaks of."""
    return isinstance(atom, Arrays | Objects) and atom.values is None and not atom.is_free
