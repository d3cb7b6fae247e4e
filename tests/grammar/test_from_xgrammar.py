"""xgrammar's serialized grammars: every kind of expression, and what has no counterpart."""

import json

import pytest
import xgrammar as xgr

from playground.grammar.from_xgrammar import UnsupportedGrammarError, grammar_from_serialized
from playground.grammar.model import (
    CharClass,
    Choice,
    Literal,
    Node,
    Reference,
    Repeat,
    Sequence,
    TokenSet,
)


def read(ebnf: str) -> dict[str, Node]:
    grammar = grammar_from_serialized(xgr.Grammar.from_ebnf(ebnf).serialize_json())
    assert grammar.root == "root"
    return {rule.name: rule.body for rule in grammar.rules}


def only(*alternatives: Node) -> Choice:
    """xgrammar keeps the body of a rule as a choice of sequences."""
    return Choice(tuple(Sequence((part,)) for part in alternatives))


@pytest.mark.parametrize(
    ("body", "node"),
    [
        ('"a\\u00e9\\U0001f600"', only(Literal("aé😀"))),
        ("[a-cx]", only(CharClass(((0x61, 0x63), (0x78, 0x78))))),
        ("[^\\u000a]", only(CharClass(((0x0A, 0x0A),), negated=True))),
        ("[a-c]*", only(Repeat(CharClass(((0x61, 0x63),)), 0, None))),
        ('"a" | ""', Choice((Sequence(()), Sequence((Literal("a"),))))),
        ('"ab" "c" | "d"', Choice((Sequence((Literal("ab"), Literal("c"))), Sequence((Literal("d"),))))),
        ("other", only(Reference("other"))),
        ("other{2,5}", only(Repeat(Reference("other"), 2, 5))),
        ("other{2,}", only(Repeat(Reference("other"), 2, None))),
        ("Token(3, 1)", only(TokenSet((1, 3)))),
        ("ExcludeToken(7)", only(TokenSet((7,), negated=True))),
    ],
)
def test_every_kind_of_expression(body: str, node: Node) -> None:
    assert read(f'root ::= {body}\nother ::= "x"')["root"] == node


def test_rules_keep_their_names_and_order() -> None:
    rules = read('first ::= "a"\nroot ::= first second-rule\nsecond-rule ::= "b"')
    assert list(rules) == ["first", "root", "second-rule"]


def test_a_class_of_one_long_character_comes_in_signed_bytes() -> None:
    serialized = xgr.Grammar.from_regex("[é]").serialize_json()
    assert -61 in json.loads(serialized)["grammar_expr_data"]
    assert grammar_from_serialized(serialized).rules[0].body == only(Literal("é"))


def test_patterns_of_json_strings_are_handed_over() -> None:
    schema = '{"type": "string", "pattern": "^a+$"}'
    serialized = xgr.Grammar.from_json_schema(schema).serialize_json()
    seen = []

    def reader(pattern: str) -> Node:
        seen.append(pattern)
        return Literal("here")

    grammar = grammar_from_serialized(serialized, reader)
    assert seen == ["^a+$"]
    assert Literal("here") in [rule.body for rule in grammar.rules]
    with pytest.raises(UnsupportedGrammarError, match="holds a regex"):
        grammar_from_serialized(serialized)


def test_tag_dispatch_is_refused() -> None:
    ebnf = 'root ::= TagDispatch(("<tool>", inside))\ninside ::= "x"'
    with pytest.raises(UnsupportedGrammarError, match="holds a tag dispatch, which is not supported"):
        read(ebnf)
