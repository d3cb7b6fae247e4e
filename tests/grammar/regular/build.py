"""Automata written as grammars, so that a second machine can read the same texts."""

from playground.automaton import Automaton
from playground.grammar.characters import Ranges
from playground.grammar.model import CharClass, Choice, Grammar, Literal, Node, Reference, Rule
from playground.grammar.regular import Spelling


class Rules:
    """Collects the rules that writing an automaton makes; characters are written as themselves."""

    def __init__(self) -> None:
        self.bodies: dict[str, Node] = {}
        self.spelling = Spelling(self._spell, self._add, self._set)

    def grammar(self, root: Node) -> Grammar:
        rules = [Rule("root", root), *(Rule(name, body) for name, body in self.bodies.items())]
        return Grammar(tuple(rules))

    def _spell(self, ranges: Ranges) -> Node:
        low, high = ranges[0]
        return Literal(chr(low)) if len(ranges) == 1 and low == high else CharClass(ranges)

    def _add(self, body: Node | None) -> Reference:
        name = f"part-{len(self.bodies)}"
        self.bodies[name] = Choice(()) if body is None else body
        return Reference(name)

    def _set(self, reference: Reference, body: Node) -> None:
        self.bodies[reference.rule] = body


def matches(automaton: Automaton, text: str) -> bool:
    return automaton.may_end(automaton.feed(automaton.start, text.encode()))
