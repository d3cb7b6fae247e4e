"""A regex as a grammar: what matches the whole text, as Python's `re` reads it with its ASCII flag."""

from __future__ import annotations

import re
import warnings

from playground.grammar.analysis import left_recursion
from playground.grammar.converters import ConverterError, convert_regex
from playground.grammar.diagnostics import Diagnostic, Span, diagnose
from playground.grammar.from_xgrammar import grammar_from_serialized
from playground.grammar.model import Parsed
from playground.grammar.regex_parts import Parts, cut
from playground.grammar.simplify import simplify

_ASCII = "(?a)"


def regex_to_grammar(pattern: str) -> Parsed:
    """The grammar of a pattern, or what is wrong with it; never raises.

    A leading `^` and a trailing `$` say what holds anyway. Named groups may be written `(?P<name>…)` or
    `(?<name>…)`; their names do not reach the grammar.
    """
    errors = check_pattern(pattern)
    if errors:
        return Parsed(None, errors)
    parts = cut(pattern)
    try:
        serialized = convert_regex("".join(part.engine for part in parts.parts))
    except ConverterError as error:
        return Parsed(None, (Diagnostic("regex-engine", f"xgrammar refuses this pattern: {error}"),))
    grammar = simplify(grammar_from_serialized(serialized), is_name=lambda _: False)
    if left_recursion(grammar):
        hint = "Repeat something that is not empty."
        return Parsed(None, (Diagnostic("regex-loop", "a repetition here repeats the empty text", hint),))
    return Parsed(grammar, (), _warnings(pattern, parts))


def check_pattern(pattern: str) -> tuple[Diagnostic, ...]:
    """What keeps a pattern from becoming a grammar, without converting it."""
    parts = cut(pattern)
    return tuple(parts.errors or _python_errors(pattern, parts))


def python_pattern(pattern: str) -> str:
    """The pattern for Python's `re`, meaning there what it means here; for patterns that have a grammar."""
    return _ASCII + "".join(part.python for part in cut(pattern).parts)


def _python_errors(pattern: str, parts: Parts) -> list[Diagnostic]:
    """What Python says against the pattern, at its place in the pattern as it was written."""
    rest = "" if parts.broken is None else pattern[parts.broken :]
    source = "".join(part.python for part in parts.parts) + rest
    try:
        with warnings.catch_warnings():
            # What cannot be read is tried as it was written, and may hold what Python warns of first.
            warnings.simplefilter("ignore")
            re.compile(source, re.ASCII)
    except re.error as error:
        offset = _offset_in_pattern(pattern, parts, error.pos or 0)
        return [diagnose(pattern, Span(offset, offset + 1), "regex-syntax", error.msg, _hint(error.msg))]
    except (OverflowError, RecursionError) as error:
        return [Diagnostic("regex-too-large", f"Python cannot read this pattern: {error}")]
    if parts.broken is not None:
        span = Span(parts.broken, parts.broken + 1)
        return [diagnose(pattern, span, "regex-syntax", "this part of the pattern cannot be read here")]
    return []


def _offset_in_pattern(pattern: str, parts: Parts, position: int) -> int:
    """Where a position in the Python form of the pattern stands in the pattern itself."""
    passed = 0
    for part in parts.parts:
        if position < passed + len(part.python):
            return min(part.span.start + position - passed, part.span.end - 1)
        passed += len(part.python)
    start = len(pattern) if parts.broken is None else parts.broken
    return min(start + position - passed, max(len(pattern) - 1, 0))


def _hint(message: str) -> str:
    hints = {
        "nothing to repeat": "Put what is to be repeated before the quantifier, or escape it with \\.",
        "multiple repeat": "Put the first repetition in a group: (?:a*)*.",
        "missing )": "Close the group, or write \\( for the character.",
        "unbalanced parenthesis": "Open the group, or write \\) for the character.",
        "unterminated character set": "Close the class with ], or write \\[ for the character.",
        "bad character range": "Write the smaller character first, or put - at the end of the class.",
        "bad escape": "A backslash needs a letter that has a meaning, or a character that is not a letter.",
        "min repeat greater": "Write the smaller count first.",
    }
    return next((hint for start, hint in hints.items() if message.startswith(start)), "")


def _warnings(pattern: str, parts: Parts) -> tuple[Diagnostic, ...]:
    if not parts.ascii_categories:
        return ()
    first = parts.ascii_categories[0]
    written = sorted({pattern[span.start : span.end] for span in parts.ascii_categories})
    look = "looks" if len(written) == 1 else "look"
    message = (
        f"{', '.join(written)} {look} at ASCII alone: digits 0-9, letters A-Z and a-z, ASCII white space"
    )
    hint = "For other alphabets list the characters, such as [\\wÀ-ÿ]."
    return (diagnose(pattern, first, "regex-ascii", message, hint, severity="warning"),)
