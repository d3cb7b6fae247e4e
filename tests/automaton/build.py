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

C_LIKE = r"""
root       ::= (function | global)+
function   ::= type ws name ws "(" ws (param (ws "," ws param)*)? ws ")" ws block ws
global     ::= type ws name (ws "=" ws expr)? ws ";" ws
type       ::= ("unsigned ")? ("int" | "long" | "char" | "double") " " "*"{0,3}
param      ::= type ws name ("[" [0-9]{0,6} "]")?
block      ::= "{" ws (statement ws)* "}"
statement  ::= block | assign ";" | "return" (" " ws expr)? ";" | loop | branch | comment
assign     ::= (type ws)? name ("[" expr "]")? ws [-+*/%]? "=" ws expr | call
loop       ::= "while" ws "(" cond ")" ws statement | "for" ws "(" for ")" ws statement
for        ::= assign? ";" ws cond ";" ws assign?
branch     ::= "if" ws "(" cond ")" ws statement (ws "else" ws statement)?
cond       ::= ws compare (ws ("&&" | "||") ws compare)* ws
compare    ::= "!"? expr (ws ("==" | "!=" | "<=" | ">=" | "<" | ">") ws expr)?
expr       ::= product (ws [-+] ws product)*
product    ::= factor (ws [*/%] ws factor)*
factor     ::= call | name ("[" expr "]")? | number | string | "-" factor | "(" ws expr ws ")"
call       ::= name "(" ws (expr (ws "," ws expr)*)? ws ")"
name       ::= [A-Za-z_] [A-Za-z0-9_]{0,30}
number     ::= [0-9]{1,12} ("." [0-9]{1,12})?
string     ::= "\"" ([^"\\\n] | "\\" [nt0"\\])* "\""
comment    ::= "/*" ([^*] | "*" [^/])* "*/"
ws         ::= [ \t\n]*
"""
