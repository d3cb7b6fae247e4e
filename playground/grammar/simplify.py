"""A converter's grammar made fit to be read, without changing which texts it matches.

xgrammar writes `x*` as a rule that ends with itself and every group as a rule of its own. Shown as a
stack, that is a new level for each character of a string. Here such rules become repetitions again, and
rules that only the converter needed are put where they are used.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from playground.grammar.model import Choice, Grammar, Literal, Node, Reference, Repeat, Rule, walk
from playground.grammar.model import Sequence as Concatenation
from playground.grammar.rewrite import rewrite

EMPTY = Concatenation(())
_INLINE_SIZE = 16
"""A rule that is used more than once is put in place of its name when it has no more parts than this."""


def simplify(grammar: Grammar, is_name: Callable[[str], bool]) -> Grammar:
    """The same language in fewer rules, root first; rules that `is_name` holds for keep their place.

    Rules that cannot be reached from the root are left out.
    """
    return _Simplifier(grammar, is_name).run()


class _Simplifier:
    def __init__(self, grammar: Grammar, is_name: Callable[[str], bool]) -> None:
        self._grammar = grammar
        self._is_name = is_name
        self._inlined: dict[str, Node] = {}
        self._needs: dict[str, set[str]] = {}
        """For the rules that were put in place, the rules that their bodies refer to."""
        self._bodies = self._without_aliases()
        self._order = list(_innermost_first(self._bodies, grammar.root))
        self._uses = Counter(name for rule in self._order for name in _references(self._bodies[rule]))
        self._kept: dict[str, Node] = {}
        self._pinned: set[str] = set()

    def _without_aliases(self) -> dict[str, Node]:
        """The rules, tail calls removed and rules that only choose between others put in place."""
        bodies = {
            rule.name: _without_tail_calls(rule.name, rewrite(rule.body, _tidy))
            for rule in self._grammar.rules
        }
        aliases = {
            name
            for name, body in bodies.items()
            if name != self._grammar.root
            and not self._is_name(name)
            and all(isinstance(part, Reference) for part in _alternatives(body))
        }
        self._inlined = {
            name: bodies[name] for name in aliases if not aliases & set(_references(bodies[name]))
        }
        self._needs = {name: set(_references(body)) for name, body in self._inlined.items()}
        return {name: self._expand(body) for name, body in bodies.items() if name not in self._inlined}

    def run(self) -> Grammar:
        for name in self._order:
            needs = self._all_needs(self._bodies[name])
            body = self._expand(self._bodies[name])
            if name in needs:
                body = _without_tail_calls(name, body)
                needs = set(_references(body))
            if self._may_inline(name, body, needs):
                self._inlined[name] = body
                self._needs[name] = needs
            else:
                self._kept[name] = body
                self._pinned |= needs
        # A rule may have been kept before a rule that it refers to was put in place.
        bodies = {name: self._expand(body) for name, body in self._kept.items()}
        root = self._grammar.root
        return Grammar(tuple(Rule(name, bodies[name]) for name in _in_order_of_use(bodies, root)), root)

    def _all_needs(self, body: Node) -> set[str]:
        """The rules that the body refers to once others are put in place."""
        needs: set[str] = set()
        for rule in _references(body):
            needs |= self._needs.get(rule, {rule})
        return needs

    def _expand(self, node: Node) -> Node:
        def change(part: Node) -> Node:
            if isinstance(part, Reference) and part.rule in self._inlined:
                body = self._inlined[part.rule]
                settled = self._needs[part.rule].isdisjoint(self._inlined)
                return body if settled else self._expand(body)
            return _tidy(part)

        return rewrite(node, change)

    def _may_inline(self, name: str, body: Node, needs: set[str]) -> bool:
        if name == self._grammar.root or name in self._pinned or self._is_name(name) or name in needs:
            return False
        return self._uses[name] == 1 or _is_small(body)


def sequence(items: Sequence[Node]) -> Node:
    """The items in order, without groups, empty texts and neighbouring literals among them."""
    parts: list[Node] = []
    for item in items:
        for part in item.items if isinstance(item, Concatenation) else (item,):
            if isinstance(part, Literal) and parts and isinstance(parts[-1], Literal):
                parts[-1] = Literal(parts[-1].text + part.text)
            elif part != Literal(""):
                parts.append(part)
    return parts[0] if len(parts) == 1 else Concatenation(tuple(parts))


def choice(alternatives: Sequence[Node]) -> Node:
    """One of the alternatives; optional when the empty text is among them."""
    flat = [part for item in alternatives for part in _alternatives(item)]
    parts = [part for part in dict.fromkeys(flat) if part != EMPTY]
    if not parts:
        return EMPTY if flat else Choice(())
    whole = _shared_end(parts) or (parts[0] if len(parts) == 1 else Choice(tuple(parts)))
    return repeat(whole, 0, 1) if EMPTY in flat else whole


def repeat(item: Node, minimum: int, maximum: int | None) -> Node:
    """A repetition, unless it is none."""
    if maximum == 0 or item == EMPTY:
        return EMPTY
    if (minimum, maximum) == (1, 1):
        return item
    if (minimum, maximum) == (0, 1) and isinstance(item, Repeat) and item.minimum == 0:
        return item
    return Repeat(item, minimum, maximum)


def _tidy(node: Node) -> Node:
    match node:
        case Concatenation(items=items):
            return sequence(items)
        case Choice(alternatives=alternatives):
            return choice(alternatives)
        case Repeat(item=item, minimum=minimum, maximum=maximum):
            return repeat(item, minimum, maximum)
        case Literal(text=""):
            return EMPTY
        case _:
            return node


def _alternatives(node: Node) -> Iterator[Node]:
    match node:
        case Choice(alternatives=alternatives):
            yield from alternatives
        case Repeat(item=item, minimum=0, maximum=1):
            yield EMPTY
            yield from _alternatives(item)
        case _:
            yield node


def _shared_end(parts: Sequence[Node]) -> Node | None:
    """`a | x a` as `x? a`: how xgrammar writes a property that may be left out."""
    if len(parts) != 2:
        return None
    rest, whole = parts
    if not isinstance(whole, Concatenation) or whole.items[-1] != rest:
        return None
    return sequence([repeat(sequence(whole.items[:-1]), 0, 1), rest])


def _without_tail_calls(name: str, body: Node) -> Node:
    """`r ::= x r | y` as `x* y` (Arden's lemma), when the rule refers to itself only at the end.

    An alternative that is the rule itself adds nothing: `r ::= r | y` is `y`.
    """
    prefixes: list[Node] = []
    others: list[Node] = []
    alternatives = list(_alternatives(body))
    useful = [part for part in alternatives if part != Reference(name)]
    for part in useful:
        if name not in _references(part):
            others.append(part)
            continue
        if not isinstance(part, Concatenation) or part.items[-1] != Reference(name):
            return body
        prefix = sequence(part.items[:-1])
        if name in _references(prefix):
            return body
        prefixes.append(prefix)
    if not others:
        return body
    if not prefixes:
        return body if len(useful) == len(alternatives) else choice(others)
    again, end = choice(prefixes), choice(others)
    return repeat(again, 1, None) if again == end else sequence([repeat(again, 0, None), end])


def _is_small(body: Node) -> bool:
    """Whether it may be written more than once; loops may not, for each costs an engine time to compile."""
    parts = list(itertools.islice(walk(body), _INLINE_SIZE + 1))
    return len(parts) <= _INLINE_SIZE and not any(isinstance(p, Repeat) and p.maximum is None for p in parts)


def _references(node: Node) -> list[str]:
    return [part.rule for part in walk(node) if isinstance(part, Reference)]


def _in_order_of_use(bodies: Mapping[str, Node], root: str) -> list[str]:
    """The rules that can be reached from the root, each where it is first needed, level by level."""
    names = [root]
    for name in names:
        names.extend(needed for needed in dict.fromkeys(_references(bodies[name])) if needed not in names)
    return names


def _innermost_first(bodies: Mapping[str, Node], root: str) -> Iterator[str]:
    """Rules that can be reached from the root, each after those it needs, as far as they are not circular."""
    seen = {root}
    waiting = [(root, iter(dict.fromkeys(_references(bodies[root]))))]
    while waiting:
        name, needs = waiting[-1]
        for needed in needs:
            if needed not in seen:
                seen.add(needed)
                waiting.append((needed, iter(dict.fromkeys(_references(bodies[needed])))))
                break
        else:
            waiting.pop()
            yield name
