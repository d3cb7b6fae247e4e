"""A grammar written in xgrammar's EBNF, so that it means there what it means here.

xgrammar 0.2.8 reads a dialect of its own. Rule names may be macros (`Token`, `Regex`), masks are too
narrow when `root` refers to itself, `\\x` takes as many digits as follow, and a class counts surrogates
as characters. So every rule gets a new name, `root` is a rule that nothing refers to, every character
but letters and digits is written as `\\uHHHH`, and every class as its ranges, without surrogates.
"""

from __future__ import annotations

from playground.grammar.characters import Ranges, characters_of, is_character
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
    walk,
)

_EMPTY = '""'
_NOTHING = "[]"
"""A class without ranges, which xgrammar accepts and which matches no character."""


def print_ebnf(grammar: Grammar) -> str:
    """The grammar as EBNF whose rule `root` nothing refers to.

    The rules must be free of left recursion (xgrammar crashes on some). Token sets must hold ids only:
    raises ValueError for a `TokenText`, and KeyError for a reference to a rule that is not there.
    """
    return _Printer(grammar).print()


class _Printer:
    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._names = {rule.name: f"r{index}" for index, rule in enumerate(grammar.rules)}
        self._classes: dict[str, str] = {}
        """Classes that are rules of their own, with their names."""
        tokens = [node for rule in grammar.rules for node in walk(rule.body) if isinstance(node, TokenSet)]
        self._excluded = sorted({i for node in tokens if node.negated for i in node.ids})

    def print(self) -> str:
        lines = [f"root ::= {self._names[self._grammar.root]}"]
        lines += [f"{self._names[rule.name]} ::= {self._node(rule.body)}" for rule in self._grammar.rules]
        lines += [f"{name} ::= {written}" for written, name in self._classes.items()]
        return "\n".join(lines) + "\n"

    def _node(self, node: Node) -> str:
        """One node, in brackets where its neighbours could otherwise take part of it."""
        match node:
            case Literal(text=text):
                return _literal(text)
            case CharClass():
                return self._char_class(characters_of(node))
            case TokenSet(ids=ids, negated=negated):
                return self._other_tokens(ids) if negated else _tokens(ids)
            case TokenText(text=text):
                raise ValueError(f"token {text} has not been looked up in a vocabulary")
            case Reference(rule=rule):
                return self._names[rule]
            case Repeat(item=item, minimum=minimum, maximum=maximum):
                written = f"({self._node(item)})" if isinstance(item, Repeat) else self._node(item)
                return _repeat(written, minimum, maximum)
            case Sequence(items=items):
                return "(" + " ".join(self._node(item) for item in items) + ")" if items else _EMPTY
            case Choice(alternatives=alternatives):
                return f"({' | '.join(self._alternatives(alternatives))})" if alternatives else _NOTHING

    def _alternatives(self, nodes: tuple[Node, ...]) -> list[str]:
        """The alternatives of a choice, those that match one character made one."""
        characters = [ranges for node in nodes if (ranges := _one_character(node)) is not None]
        others = [self._node(node) for node in nodes if _one_character(node) is None]
        together = CharClass(tuple(pair for ranges in characters for pair in ranges))
        return [self._node(together), *others] if characters else others

    def _char_class(self, ranges: Ranges) -> str:
        written = "[" + "".join(_range(low, high) for low, high in ranges) + "]"
        if not ranges or ranges[-1][1] < 0x80:
            return written
        # Where a class of longer characters follows a repetition, xgrammar's masks let tokens through
        # that its matcher refuses; not so when the class is a rule.
        return self._classes.setdefault(written, f"c{len(self._classes)}")

    def _other_tokens(self, ids: tuple[int, ...]) -> str:
        """Any token but these. xgrammar takes what two different exclusions leave out together, where it
        should take what either lets through; so all of them are written as the same exclusion.
        """
        if not self._excluded:
            raise ValueError("a set of all tokens has no form in this EBNF: leave out at least one id")
        excluded = f"ExcludeToken({', '.join(map(str, self._excluded))})"
        others = tuple(i for i in self._excluded if i not in ids)
        return f"({excluded} | {_tokens(others)})" if others else excluded


def _one_character(node: Node) -> Ranges | None:
    """The characters of a node that matches exactly one, None for any other node."""
    match node:
        case CharClass():
            return characters_of(node)
        case Literal(text=text) if len(text) == 1:
            return characters_of(CharClass(((ord(text), ord(text)),)))
        case _:
            return None


def _literal(text: str) -> str:
    if not all(is_character(ord(character)) for character in text):
        return _NOTHING
    return '"' + "".join(_character(ord(character)) for character in text) + '"'


def _range(low: int, high: int) -> str:
    return _character(low) if low == high else f"{_character(low)}-{_character(high)}"


def _character(code_point: int) -> str:
    if code_point < 0x80 and chr(code_point).isalnum():
        return chr(code_point)
    return f"\\u{code_point:04x}" if code_point <= 0xFFFF else f"\\U{code_point:08x}"


def _tokens(ids: tuple[int, ...]) -> str:
    return f"Token({', '.join(map(str, ids))})" if ids else _NOTHING


def _repeat(item: str, minimum: int, maximum: int | None) -> str:
    match minimum, maximum:
        case _, 0:
            return _EMPTY
        case 0, None:
            return f"{item}*"
        case 1, None:
            return f"{item}+"
        case 0, 1:
            return f"{item}?"
        case 1, 1:
            return item
        case _, None:
            return f"{item}{{{minimum},}}"
        case _:
            return f"{item}{{{minimum},{maximum}}}"
