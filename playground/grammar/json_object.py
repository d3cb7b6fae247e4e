"""Any JSON object (RFC 8259) as a grammar.

White space as where a JSON Schema becomes a grammar: free between the parts of the object, none around it.
"""

from __future__ import annotations

from playground.grammar.diagnostics import Diagnostic, Span, diagnose
from playground.grammar.gbnf import parse_gbnf
from playground.grammar.model import Parsed

GRAMMAR = r"""
root ::= object
object ::= "{" ws (member (ws "," ws member)* ws)? "}"
member ::= string ws ":" ws value
array ::= "[" ws (value (ws "," ws value)* ws)? "]"
value ::= object | array | string | number | "true" | "false" | "null"
string ::= "\"" ([^"\\\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4}))* "\""
number ::= "-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)? ([eE] [-+]? [0-9]+)?
ws ::= [ \t\n\r]*
"""


def json_object_to_grammar(text: str) -> Parsed:
    """The grammar of any JSON object. It takes no text beside white space; never raises."""
    if text.strip():
        error: Diagnostic = diagnose(
            text,
            Span(0, len(text)),
            "json-object-text",
            "any JSON object is meant here, which takes no text",
            "To say what the object must hold, choose JSON Schema.",
        )
        return Parsed(None, (error,))
    return parse_gbnf(GRAMMAR)
