"""The terminals of GBNF: literals, character classes and tokens."""

from __future__ import annotations

import re

from playground.grammar.diagnostics import Span
from playground.grammar.gbnf_cursor import Cursor, end_of_match
from playground.grammar.model import (
    MAX_CODE_POINT,
    CharClass,
    Literal,
    Node,
    Sequence,
    TokenSet,
    TokenText,
)

# A range without a character: what stands for a code point that no UTF-8 text can hold.
NEVER = (1, 0)
MAX_TOKEN_ID = 2**32 - 1

_LITERAL_RUN = re.compile(r'[^"\\]+')
_TOKEN_ID = re.compile(r"<\[([0-9]+)\]>")
_TOKEN_TEXT = re.compile(r"<([^>\r\n]*)>")


def read_literal(cursor: Cursor) -> Node:
    """A literal whose opening quote is at the position."""
    text, start = cursor.text, cursor.position
    cursor.position += 1
    pieces: list[Node] = []
    characters: list[str] = []
    while (character := cursor.peek()) != '"':
        if not character:
            span = cursor.rest_of_line(start)
            message = "This literal has no closing quote."
            cursor.stop(span, "unterminated_literal", message, 'End it with `"`.')
        if character != "\\":
            begin = cursor.position
            cursor.position = end_of_match(_LITERAL_RUN, text, begin)
            characters.append(text[begin : cursor.position])
            continue
        begin = cursor.position
        code_point = cursor.read_character()
        if not _is_unmatchable(code_point):
            characters.append(chr(code_point))
            continue
        _warn_unmatchable(cursor, Span(begin, cursor.position), code_point)
        if characters:
            pieces.append(Literal("".join(characters), Span(start, cursor.position)))
        pieces.append(CharClass((NEVER,), span=Span(begin, cursor.position)))
        characters = []
    cursor.position += 1
    span = Span(start, cursor.position)
    if characters or not pieces:
        pieces.append(Literal("".join(characters), span))
    return pieces[0] if len(pieces) == 1 else Sequence(tuple(pieces), span)


def read_class(cursor: Cursor) -> Node:
    """A character class whose opening bracket is at the position; an empty one is the empty literal."""
    start = cursor.position
    cursor.position += 1
    negated = cursor.peek() == "^"
    if negated:
        cursor.position += 1
    ranges: list[tuple[int, int]] = []
    while cursor.peek() != "]":
        begin = cursor.position
        first = last = _read_class_character(cursor, start)
        if cursor.peek() == "-" and cursor.peek(1) != "]":
            cursor.position += 1
            last = _read_class_character(cursor, start)
        ranges.append(_checked_range(cursor, Span(begin, cursor.position), first, last))
    cursor.position += 1
    span = Span(start, cursor.position)
    if ranges:
        return CharClass(tuple(ranges), negated, span)
    cursor.warn(
        span,
        "empty_class",
        "This class has no characters: it matches the empty text, as in llama.cpp.",
        'Write `""` for the empty text, `.` for any character.',
    )
    return Literal("", span)


def _read_class_character(cursor: Cursor, start: int) -> int:
    if cursor.at_end():
        span = cursor.rest_of_line(start)
        hint = "End it with `]`; a bracket that belongs to the class is written \\]."
        cursor.stop(span, "unterminated_class", "This character class has no closing bracket.", hint)
    return cursor.read_character()


def _checked_range(cursor: Cursor, span: Span, first: int, last: int) -> tuple[int, int]:
    if first > MAX_CODE_POINT or (first == last and _is_unmatchable(first)):
        _warn_unmatchable(cursor, span, first)
        return NEVER
    if first > last:
        written = cursor.text[span.start : span.end]
        message = f"The range `{written}` runs backwards: no character is in it."
        cursor.warn(span, "reversed_range", message, "Put the lower character first.")
    return first, min(last, MAX_CODE_POINT)


def _is_unmatchable(code_point: int) -> bool:
    return 0xD800 <= code_point <= 0xDFFF or code_point > MAX_CODE_POINT


def _warn_unmatchable(cursor: Cursor, span: Span, code_point: int) -> None:
    if code_point > MAX_CODE_POINT:
        message = "This number is beyond Unicode: no text holds it."
        hint = r"The last character is \U0010FFFF."
    else:
        message = "This is half of a surrogate pair: no text holds it on its own."
        hint = r"Write the whole character as \UHHHHHHHH, for example \U0001F600."
    cursor.warn(span, "unmatchable", message, hint)


def read_token(cursor: Cursor) -> TokenSet | TokenText:
    """`<[1000]>`, `<think>`, or either after `!`."""
    start = cursor.position
    negated = cursor.peek() == "!"
    if negated:
        cursor.position += 1
        if cursor.peek() != "<":
            hint = "`!` negates a token, as in `!<[1000]>`; for characters write a class such as `[^a-z]`."
            cursor.stop(Span(start, start + 1), "token", "Expected a token after `!`.", hint)
    if cursor.peek(1) == "[":
        return _read_token_id(cursor, start, negated)
    match = _TOKEN_TEXT.match(cursor.text, cursor.position)
    if not match:
        span = cursor.rest_of_line(start)
        message = "This token has no closing `>`."
        cursor.stop(span, "unterminated_token", message, "Write `<think>` or `<[1000]>`.")
    cursor.position = match.end()
    span = Span(start, match.end())
    if not match.group(1):
        cursor.error(span, "token", "`<>` names no token.", "Write `<think>` or `<[1000]>`.")
    return TokenText(match.group(), negated, span)


def _read_token_id(cursor: Cursor, start: int, negated: bool) -> TokenSet:
    match = _TOKEN_ID.match(cursor.text, cursor.position)
    if not match:
        span = cursor.rest_of_line(start)
        hint = "A token is named by its id, `<[1000]>`, or by its text, `<think>`."
        cursor.stop(span, "token", "Expected digits and `]>` after `<[`.", hint)
    cursor.position = match.end()
    span = Span(start, match.end())
    digits = match.group(1).lstrip("0") or "0"
    if len(digits) > len(str(MAX_TOKEN_ID)) or int(digits) > MAX_TOKEN_ID:
        cursor.error(span, "token", "This token id is too large: ids go up to 4294967295.")
        return TokenSet((0,), negated, span)
    return TokenSet((int(digits),), negated, span)
