"""A grammar as a small picture: the railroad diagram of its root, everything long left out."""

from __future__ import annotations

from dataclasses import replace

from playground.grammar.model import (
    CharClass,
    Choice,
    Grammar,
    Literal,
    Node,
    Reference,
    Repeat,
    Rule,
    Sequence,
    walk,
)
from playground.grammar.print_gbnf import print_node
from playground.grammar.railroad import railroad_svg

_ITEMS = 6
_ALTERNATIVES = 3
_DEPTH = 4
_LABEL = 11
_LEFT_OUT = Reference("…")


def picture_svg(grammar: Grammar) -> str:
    """An inline SVG element, as `railroad_svg` gives them. Rules of white space are left out."""
    rules = {rule.name: rule for rule in grammar.rules}
    white = {name for name, rule in rules.items() if _is_white(rule)}
    body = rules[grammar.root].body
    for _ in rules:  # no longer than without going round
        kept = [part for part in _parts(body) if not _goes(part, white)]
        if len(kept) != 1 or not isinstance(kept[0], Reference):
            break
        body = rules[kept[0].rule].body
    return railroad_svg(Rule(grammar.root, _small(body, white, _DEPTH)))


def _parts(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else (node,)


def _small(node: Node, white: set[str], depth: int) -> Node:
    if not depth:
        return _LEFT_OUT
    match node:
        case Sequence(items=items):
            kept = _joined([item for item in items if not _goes(item, white)])
            cut = [*kept[: _ITEMS - 1], _LEFT_OUT] if len(kept) > _ITEMS else kept
            return Sequence(tuple(_small(item, white, depth - 1) for item in cut))
        case Choice(alternatives=alternatives):
            some = alternatives[:_ALTERNATIVES]
            drawn = [_small(part, white, depth - 1) for part in some]
            return Choice((*drawn, _LEFT_OUT) if len(alternatives) > len(some) else tuple(drawn))
        case Repeat(item=item):
            return replace(node, item=_small(item, white, depth - 1))
        case Literal(text=text):
            return node if len(text) <= _LABEL else Literal(f"{text[: _LABEL - 1]}…")
        case _:
            label = print_node(node)
            return node if len(label) <= _LABEL else Reference(f"{label[: _LABEL - 1]}…")


def _joined(items: list[Node]) -> list[Node]:
    """Literals that stand side by side as one."""
    joined: list[Node] = []
    for item in items:
        last = joined[-1] if joined else None
        if isinstance(item, Literal) and isinstance(last, Literal):
            joined[-1] = Literal(last.text + item.text)
        else:
            joined.append(item)
    return joined


def _goes(node: Node, white: set[str]) -> bool:
    return isinstance(node, Reference) and node.rule in white


def _is_white(rule: Rule) -> bool:
    """Whether a rule writes nothing but white space."""
    for node in walk(rule.body):
        match node:
            case Literal(text=text) if text.strip():
                return False
            case CharClass(ranges=ranges, negated=negated):
                if negated or any(not chr(sign).isspace() for low, high in ranges for sign in (low, high)):
                    return False
            case Literal() | Sequence() | Choice() | Repeat():
                pass
            case _:
                return False
    return True
