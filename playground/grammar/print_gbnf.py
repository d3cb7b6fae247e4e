"""Writing a grammar as GBNF."""

from __future__ import annotations

from playground.grammar.model import (
    CharClass,
    Choice,
    Grammar,
    Literal,
    Node,
    Reference,
    Repeat,
    Sequence,
    TokenSet,
    TokenText,
)

_WIDTH = 100
_INDENT = "    "
# Where a node stands: as a whole right-hand side, as an alternative, or as an item of a sequence.
_BODY, _ALTERNATIVE, _ITEM = range(3)
_SIGNS = {(0, None): "*", (1, None): "+", (0, 1): "?"}
_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}
_IN_LITERAL = _NAMED | {'"': '\\"'}
_IN_CLASS = _NAMED | {"[": "\\[", "]": "\\]", "-": "\\-"}
# A ^ that would be read as a negation; GBNF has no \^.
_FIRST_CARET = "\\x5E"
_NEVER = r"[\x01-\x00]"


def print_gbnf(grammar: Grammar) -> str:
    """The grammar as GBNF, one rule a line; a choice too long for its line goes on in the next ones.

    A grammar that was parsed from GBNF is parsed from this text again as an equal one. The root rule of
    any other grammar gets the name GBNF wants, `root`, by a rule that refers to it.
    """
    lines = [] if grammar.root == "root" else [f"root ::= {grammar.root}"]
    for rule in grammar.rules:
        body = rule.body
        text = print_node(body)
        if len(rule.name) + len(text) > _WIDTH and isinstance(body, Choice) and len(body.alternatives) > 1:
            text = f" |\n{_INDENT}".join(_write(part, _ALTERNATIVE) for part in body.alternatives)
        lines.append(f"{rule.name} ::= {text}")
    return "\n".join(lines) + "\n"


def print_node(node: Node) -> str:
    """The right-hand side of a rule, or any part of one, as GBNF in one line.

    A set of several excluded tokens, which GBNF cannot say, is written `!<[1,2]>`.
    """
    return _write(node, _BODY)


def _write(node: Node, level: int) -> str:
    written: list[str] = []
    waiting: list[str | tuple[Node, int]] = [(node, level)]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            written.append(part)
        else:
            waiting.extend(reversed(_parts(*part)))
    return "".join(written)


def _parts(node: Node, level: int) -> list[str | tuple[Node, int]]:
    """The text of a node as its own signs and the nodes between them, each with the level it stands on."""
    match node:
        case Choice(alternatives=()) | CharClass(ranges=(), negated=False) | TokenSet(ids=(), negated=False):
            return [_NEVER]
        case Choice(alternatives=alternatives):
            parts = _join(" | ", alternatives, _ALTERNATIVE)
            return parts if level == _BODY and len(alternatives) > 1 else ["(", *parts, ")"]
        case Sequence(items=items):
            parts = _join(" ", items, _ITEM) if items else ['""']
            return parts if level < _ITEM else ["(", *parts, ")"]
        case Repeat(item=item):
            grouped = _needs_group(node)
            repeated: list[str | tuple[Node, int]] = ["(", (item, _BODY), ")"] if grouped else [(item, _ITEM)]
            return [*repeated, _sign(node)]
        case _:
            return [_terminal(node)]


def _join(sign: str, nodes: tuple[Node, ...], level: int) -> list[str | tuple[Node, int]]:
    parts: list[str | tuple[Node, int]] = []
    for node in nodes:
        parts += [sign, (node, level)] if parts else [(node, level)]
    return parts


def _needs_group(repeat: Repeat) -> bool:
    """True where llama.cpp takes the repetition of an item only when the item is a group."""
    item = repeat.item
    if item == Literal(""):
        return True
    return isinstance(item, Repeat) and (item.maximum == 0 or (item.minimum == 0 and repeat.maximum is None))


def _sign(repeat: Repeat) -> str:
    bounds = (repeat.minimum, repeat.maximum)
    if bounds in _SIGNS:
        return _SIGNS[bounds]
    if repeat.minimum == repeat.maximum:
        return f"{{{repeat.minimum}}}"
    return f"{{{repeat.minimum},{'' if repeat.maximum is None else repeat.maximum}}}"


def _terminal(node: Node) -> str:
    match node:
        case Literal(text=text):
            return '"' + "".join(_character(ord(c), _IN_LITERAL) for c in text) + '"'
        case CharClass(ranges=(), negated=True):
            return "."
        case CharClass(ranges=ranges, negated=negated):
            written = "".join(_range(*bounds) for bounds in ranges)
            if written[0] == "^" and not negated:
                written = _FIRST_CARET + written[1:]
            return f"[{'^' if negated else ''}{written}]"
        case TokenSet(ids=ids, negated=False) if len(ids) > 1:
            return "(" + " | ".join(f"<[{token_id}]>" for token_id in ids) + ")"
        case TokenSet(ids=ids, negated=negated):
            return f"{'!' if negated else ''}<[{','.join(map(str, ids))}]>"
        case TokenText(text=text, negated=negated):
            return ("!" if negated else "") + text
        case Reference(rule=rule):
            return rule
        case _:
            raise TypeError(f"{type(node).__name__} is not a terminal")


def _range(first: int, last: int) -> str:
    lower = _character(first, _IN_CLASS)
    return lower if first == last else f"{lower}-{_character(last, _IN_CLASS)}"


def _character(code_point: int, named: dict[str, str]) -> str:
    character = chr(code_point)
    if character in named:
        return named[character]
    if character.isprintable():
        return character
    if code_point < 0x100:
        return f"\\x{code_point:02X}"
    return f"\\u{code_point:04X}" if code_point < 0x10000 else f"\\U{code_point:08X}"
