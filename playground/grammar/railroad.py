"""Railroad diagrams of rules, drawn by the library of that name; their looks are in static/railroad.css."""

from __future__ import annotations

import unicodedata
from typing import Any

import railroad as library

from playground.grammar.model import (
    CharClass,
    Choice,
    Literal,
    Node,
    Reference,
    Repeat,
    Rule,
    Sequence,
    children,
    walk,
)
from playground.grammar.print_gbnf import print_node

MAX_PARTS = 300
MAX_DEPTH = 24
MAX_LABEL = 40
# Width in pixels at which a long sequence goes on in the next line.
_LINE_WIDTH = 800
_PADDING = 20

# A drawing of the library. It gives no types of its own that mypy could follow.
Drawing = Any


def railroad_svg(rule: Rule, open: bool = False) -> str:
    """An inline SVG element with the diagram of a rule; `open` marks the rule the current position is in.

    It holds no style and no script; every text in it is escaped. A rule that is too large to be drawn
    gives a diagram that says so.
    """
    diagram = library.Diagram(_draw_rule(rule))
    diagram.attrs["class"] = "railroad-diagram open" if open else "railroad-diagram"
    diagram.attrs["role"] = "img"
    diagram.attrs["aria-label"] = f"Diagram of the rule {rule.name}" + (", open now" if open else "")
    pieces: list[str] = []
    diagram.writeSvg(pieces.append)
    return "".join(pieces)


def _draw_rule(rule: Rule) -> Drawing:
    parts = sum(1 for _ in walk(rule.body))
    if parts > MAX_PARTS:
        return library.Comment(f"{parts:,} parts: too many to draw")
    if _depth(rule.body) > MAX_DEPTH:
        return library.Comment("nested too deep to draw")
    body = rule.body
    if isinstance(body, Sequence):
        return _stack([_draw(item) for item in body.items])
    return _draw(body)


def _depth(body: Node) -> int:
    depth = 0
    level = [body]
    while level:
        level = [part for node in level for part in children(node)]
        depth += 1
    return depth


def _draw(node: Node) -> Drawing:
    match node:
        case Literal(text=""):
            return library.Skip()
        case Reference(rule=name):
            return _box(library.NonTerminal, name, "")
        case Sequence(items=items):
            return library.Sequence(*map(_draw, items)) if items else library.Skip()
        case Choice(alternatives=()):
            return _terminal(node, "class")
        case Choice(alternatives=alternatives):
            return library.Choice(0, *map(_draw, alternatives))
        case Repeat():
            return _draw_repeat(node)
        case CharClass():
            return _terminal(node, "class")
        case Literal():
            return _terminal(node, "literal")
        case _:
            return _terminal(node, "token")


def _draw_repeat(node: Repeat) -> Drawing:
    if node.maximum == 0:
        return library.Skip()
    item = _draw(node.item)
    if node.maximum != 1:
        times = _times(node)
        item = library.OneOrMore(item, library.Comment(times)) if times else library.OneOrMore(item)
    return library.Optional(item) if node.minimum == 0 else item


def _times(node: Repeat) -> str:
    """What a loop says about its bounds; nothing where its shape says it all."""
    if node.maximum is None:
        return f"at least {node.minimum} times" if node.minimum > 1 else ""
    if node.minimum == node.maximum:
        return f"{node.minimum} times"
    return f"{node.minimum} to {node.maximum} times" if node.minimum > 1 else f"up to {node.maximum} times"


def _terminal(node: Node, kind: str) -> Drawing:
    return _box(library.Terminal, print_node(node), kind)


def _box(shape: Any, text: str, kind: str) -> Drawing:
    label = text if len(text) <= MAX_LABEL else text[: MAX_LABEL - 1] + "…"
    box = shape(label, title=text if label != text else None, cls=kind)
    wide = sum(1 for character in label if unicodedata.east_asian_width(character) in "WF")
    box.width += wide * library.CHAR_WIDTH
    return box


def _stack(items: list[Drawing]) -> Drawing:
    """The items in one line, or in as many as keep the diagram readable."""
    if not items:
        return library.Skip()
    lines: list[list[Drawing]] = [[]]
    width = 0.0
    for item in items:
        if lines[-1] and width + item.width > _LINE_WIDTH:
            lines.append([])
            width = 0.0
        lines[-1].append(item)
        width += item.width + _PADDING
    drawn = [library.Sequence(*line) for line in lines]
    return drawn[0] if len(drawn) == 1 else library.Stack(*drawn)
