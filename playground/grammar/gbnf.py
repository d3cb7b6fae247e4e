"""GBNF, the grammar language of llama.cpp: a pasted text becomes a grammar, or is told what is wrong with it.

The language is llama.cpp's own, refusals included (src/llama-grammar.cpp in its repository), with two
leniencies that warn: `_` in rule names and a byte order mark.
"""

from __future__ import annotations

import re

from playground.grammar.diagnostics import Diagnostic, Span, diagnose
from playground.grammar.gbnf_checks import check_rules
from playground.grammar.gbnf_rules import RuleReader
from playground.grammar.lints import lint
from playground.grammar.model import Grammar, Parsed
from playground.grammar.remarks import Remark, Remarks

MAX_LENGTH = 500_000

_NOT_TEXT = re.compile("[\0\ud800-\udfff]")
_BYTE_ORDER_MARK = "\N{BYTE ORDER MARK}"


def parse_gbnf(text: str) -> Parsed:
    """Parse a GBNF text, whatever it holds; never raises.

    Errors and warnings come in the order of the text, at most 20 of each and a note on the rest.
    """
    unreadable = _unreadable(text)
    if unreadable:
        return Parsed(None, (unreadable,))
    remarks = Remarks(text)
    reader = RuleReader(text, remarks)
    grammar = Grammar(tuple(reader.read().values()))
    check_rules(grammar, reader.defined, remarks)
    _warn_of_leniencies(text, reader.defined, remarks)
    errors = remarks.diagnostics("error")
    if not errors:
        remarks.warnings += lint(grammar)
    return Parsed(None if errors else grammar, errors, remarks.diagnostics("warning"))


def _unreadable(text: str) -> Diagnostic | None:
    if len(text) > MAX_LENGTH:
        message = f"The text has {len(text):,} characters; more than {MAX_LENGTH:,} take too long to read."
        return Diagnostic("too_long", message)
    broken = _NOT_TEXT.search(text)
    if not broken:
        return None
    message = "This is not a text: it holds a NUL character or half of a surrogate pair."
    hint = r"In a literal a NUL character is written \x00."
    return diagnose(text, Span(*broken.span()), "not_text", message, hint)


def _warn_of_leniencies(text: str, defined: dict[str, Span], remarks: Remarks) -> None:
    if text.startswith(_BYTE_ORDER_MARK):
        message = "The text begins with a byte order mark, which llama.cpp refuses."
        hint = "Save the file as UTF-8 without it."
        remarks.warnings.append(Remark(Span(0, 1), "byte_order_mark", message, hint))
    names = [name for name in defined if "_" in name]
    if names:
        listed = ", ".join(f"`{name}`" for name in names[:5]) + (", …" if len(names) > 5 else "")
        message = f"llama.cpp refuses `_` in rule names: {listed}."
        hint = f"Write `-` instead, as in {names[0].replace('_', '-')}."
        remarks.warnings.append(Remark(defined[names[0]], "underscore", message, hint, names[0]))
