"""Grammars for these tests, from GBNF, and a vocabulary from a list of texts."""

from playground.automaton.automaton import Automaton
from playground.automaton.vocabulary import Vocabulary
from playground.grammar.gbnf import parse_gbnf
from playground.grammar.model import Grammar


def grammar(text: str) -> Grammar:
    parsed = parse_gbnf(text)
    assert parsed.grammar is not None, parsed.errors
    return parsed.grammar


def automaton(text: str) -> Automaton:
    return Automaton(grammar(text))


def vocabulary(texts: list[str | bytes], special: tuple[str, ...] = ("<eos>",)) -> Vocabulary:
    """Tokens with these texts, then the special ones, of which the first ends a text."""
    data = [text if isinstance(text, bytes) else text.encode() for text in texts]
    names = [text.decode(errors="replace") for text in data]
    return Vocabulary(
        (*data, *([None] * len(special))), (*names, *special), (len(data),), lambda text: [names.index(text)]
    )


JSON = r"""
root    ::= value
value   ::= object | array | string | number | ("true" | "false" | "null") ws
object  ::= "{" ws (member ("," ws member)*)? "}" ws
member  ::= string ":" ws value
array   ::= "[" ws (value ("," ws value)*)? "]" ws
string  ::= "\"" ([^"\\\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4}))* "\"" ws
number  ::= "-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)? ([eE] [-+]? [0-9]+)? ws
ws      ::= [ \t\n]*
"""
