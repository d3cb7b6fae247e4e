"""xgrammar's own form of a grammar, read back into ours.

xgrammar turns regexes and JSON Schemas into grammars. Printed as EBNF they lose information;
`serialize_json` keeps all of it: rules that point into one array of expressions, each written as
`[type, length, …data]`. The type numbers are those of xgrammar 0.2.8. A rule's lookahead is left out: it
only helps xgrammar's cache and says nothing about which texts match.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from enum import IntEnum

from playground.grammar.model import (
    CharClass,
    Choice,
    Grammar,
    Literal,
    Node,
    Reference,
    Repeat,
    Rule,
    TokenSet,
)
from playground.grammar.model import Sequence as Concatenation


class Expression(IntEnum):
    """Types of expressions, and what their data holds."""

    BYTES = 0  # the bytes
    CLASS = 1  # negated, then low and high of each range
    CLASS_STAR = 2  # the same, any number of times
    EMPTY = 3
    RULE = 4  # rule
    SEQUENCE = 5  # expressions
    CHOICES = 6  # expressions
    TAG_DISPATCH = 7
    REPEAT = 8  # rule, minimum, maximum or -1
    TOKEN = 9  # token ids
    EXCLUDE_TOKEN = 10  # token ids
    TOKEN_TAG_DISPATCH = 11
    REGEX = 12  # whether inside a JSON string, then the bytes of the pattern


class UnsupportedGrammarError(ValueError):
    """The serialized grammar holds a part that this model of grammars has no place for."""


ReadPattern = Callable[[str], Node]
"""What a pattern inside a JSON string stands for."""


def grammar_from_serialized(json_text: str, read_pattern: ReadPattern | None = None) -> Grammar:
    """The grammar of `xgrammar.Grammar.serialize_json()`, rules named as they are there.

    `read_pattern` reads the patterns of JSON Schema, which xgrammar keeps as they were written. Raises
    UnsupportedGrammarError for what has no counterpart here: tag dispatch, and patterns without a reader.
    """
    return _Reader(json.loads(json_text), read_pattern).grammar()


class _Reader:
    def __init__(self, serialized: dict[str, list[int]], read_pattern: ReadPattern | None) -> None:
        self._data = serialized["grammar_expr_data"]
        self._starts = serialized["grammar_expr_indptr"]
        self._rules: list[tuple[str, int]] = [(rule[0], rule[1]) for rule in serialized["rules"]]  # type: ignore[index]
        self._root = serialized["root_rule_id"]
        self._read_pattern = read_pattern

    def grammar(self) -> Grammar:
        rules = tuple(Rule(name, self._node(body)) for name, body in self._rules)
        return Grammar(rules, rules[self._root].name)  # type: ignore[call-overload]

    def _node(self, expression: int) -> Node:
        start = self._starts[expression]
        data = self._data[start + 2 : start + 2 + self._data[start + 1]]
        match Expression(self._data[start]):
            case Expression.BYTES:
                # Bytes of a class with one character come as signed numbers.
                return Literal(bytes(byte & 0xFF for byte in data).decode())
            case Expression.CLASS:
                return _char_class(data)
            case Expression.CLASS_STAR:
                return Repeat(_char_class(data), 0, None)
            case Expression.EMPTY:
                return Concatenation(())
            case Expression.RULE:
                return self._reference(data[0])
            case Expression.SEQUENCE:
                return Concatenation(tuple(self._node(part) for part in data))
            case Expression.CHOICES:
                return Choice(tuple(self._node(part) for part in data))
            case Expression.REPEAT:
                rule, minimum, maximum = data
                return Repeat(self._reference(rule), minimum, None if maximum == -1 else maximum)
            case Expression.TOKEN:
                return TokenSet(tuple(data))
            case Expression.EXCLUDE_TOKEN:
                return TokenSet(tuple(data), negated=True)
            case Expression.REGEX if self._read_pattern is not None and data[0]:
                return self._read_pattern(bytes(byte & 0xFF for byte in data[1:]).decode())
            case other:
                kind = other.name.lower().replace("_", " ")
                raise UnsupportedGrammarError(f"this grammar holds a {kind}, which is not supported")

    def _reference(self, rule: int) -> Reference:
        return Reference(self._rules[rule][0])


def _char_class(data: Sequence[int]) -> CharClass:
    return CharClass(tuple(zip(data[1::2], data[2::2], strict=True)), negated=bool(data[0]))
