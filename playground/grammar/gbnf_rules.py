"""Reading the rules of a GBNF text, one after the other, by recursive descent over code points.

The nodes follow the text exactly: a group that is the only item of an alternative stays a sequence of
one item, stacked repetitions stay nested, an empty alternative, `""` and `[]` are the empty literal.
llama.cpp tells `(w)*` from `w*`, so a tidier tree could not be printed back faithfully.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from typing import NamedTuple

from playground.grammar import gbnf_hints as hints
from playground.grammar.diagnostics import Span, line_and_column
from playground.grammar.gbnf_checks import has_no_elements
from playground.grammar.gbnf_cursor import Cursor, end_of_match, show
from playground.grammar.gbnf_repetition import MAX_REPETITIONS, Bounds, read_bounds
from playground.grammar.gbnf_terminals import read_class, read_literal, read_token
from playground.grammar.model import CharClass, Choice, Literal, Node, Reference, Repeat, Rule, Sequence
from playground.grammar.remarks import Remark, Remarks, Stop

# Groups within groups, and repetitions stacked on one item. It keeps every walk over a node shallow.
MAX_NESTING = 64

_NAME = re.compile(r"[A-Za-z0-9_-]*")
_HEAD = re.compile(r"(?<![^\r\n])[ \t]*+([A-Za-z0-9_-]++)[ \t]*+::=")
_REPETITION_SIGNS = ("*", "+", "?", "{")
_NEWLINE = re.compile(r"\r\n|\r|\n")


class _Part(NamedTuple):
    """A node, how deep groups and stacked repetitions nest in it, and whether it is itself a group."""

    node: Node
    nesting: int = 0
    is_group: bool = False


class RuleReader:
    """Reads the rules of a text; `defined` tells where each name was last defined, readable or not."""

    def __init__(self, text: str, remarks: Remarks) -> None:
        start = 1 if text.startswith("\N{BYTE ORDER MARK}") else 0
        self.defined: dict[str, Span] = {}
        self._cursor = Cursor(text, remarks, start)
        self._heads = [match.start(1) for match in _HEAD.finditer(text, start)]
        self._open_groups: list[int] = []
        self._overrun: Remark | None = None
        # What llama.cpp's table of symbols would hold, to count as it counts: names met, rules generated.
        self._names: set[str] = set()
        self._generated = 0

    def read(self) -> dict[str, Rule]:
        """The last definition of every rule that could be read; any other is skipped up to the next."""
        cursor, rules = self._cursor, dict[str, Rule]()
        cursor.skip_space(newlines=True)
        while not cursor.at_end() and not cursor.remarks.full:
            start = cursor.position
            self._open_groups.clear()
            self._overrun = None
            try:
                rule = self._read_rule()
            except Stop as stop:
                cursor.remarks.errors.append(self._overrun or stop.remark)
                cursor.position = self._next_head(start)
            else:
                rules.pop(rule.name, None)
                rules[rule.name] = rule
                if self._overrun:
                    cursor.remarks.warnings.append(self._overrun)
            cursor.skip_space(newlines=True)
        return rules

    def _next_head(self, offset: int) -> int:
        index = bisect_right(self._heads, offset)
        return self._heads[index] if index < len(self._heads) else len(self._cursor.text)

    def _read_rule(self) -> Rule:
        cursor = self._cursor
        cursor.rule = ""
        start, end = cursor.position, end_of_match(_NAME, cursor.text, cursor.position)
        if start == end:
            self._stop_here("rule_name", "Expected the name of a rule", hints.BEFORE_RULE)
        name = cursor.rule = cursor.text[start:end]
        cursor.position = end
        cursor.skip_space(newlines=False)
        if not cursor.text.startswith("::=", cursor.position):
            message = f"Expected `::=` after the rule name `{name}`"
            self._stop_here("definition", message, hints.BEFORE_DEFINITION)
        self._define(name, Span(start, end))
        cursor.position += 3
        cursor.skip_space(newlines=True)
        body = self._read_alternatives().node
        newline = _NEWLINE.match(cursor.text, cursor.position)
        if newline:
            cursor.position = newline.end()
        elif not cursor.at_end():
            self._stop_here("unexpected", "Expected the end of the rule", hints.INSIDE_RULE)
        return Rule(name, body, Span(start, end))

    def _define(self, name: str, span: Span) -> None:
        if name in self.defined:
            line = self._cursor.remarks.line(self.defined[name].start)
            message = f"The rule `{name}` is defined in line {line} too; this later definition wins."
            self._cursor.warn(span, "duplicate_rule", message, "Remove one of them, or join them with `|`.")
        self.defined[name] = span
        self._names.add(name)

    def _read_alternatives(self) -> _Part:
        cursor, start = self._cursor, self._cursor.position
        parts = [self._read_sequence()]
        while cursor.peek() == "|":
            cursor.position += 1
            cursor.skip_space(newlines=True)
            parts.append(self._read_sequence())
        if len(parts) == 1:
            return parts[0]
        node = Choice(tuple(part.node for part in parts), Span(start, parts[-1].node.span.end))
        return _Part(node, max(part.nesting for part in parts))

    def _read_sequence(self) -> _Part:
        start = self._cursor.position
        parts = []
        while part := self._read_item():
            parts.append(part)
        if not parts:
            return _Part(Literal("", Span(start, start)))
        if len(parts) == 1 and not parts[0].is_group:
            return parts[0]
        node = Sequence(tuple(part.node for part in parts), Span(start, parts[-1].node.span.end))
        return _Part(node, max(part.nesting for part in parts))

    def _read_item(self) -> _Part | None:
        """A terminal, name or group with the repetitions after it; None where the sequence ends."""
        cursor, newlines = self._cursor, bool(self._open_groups)
        while cursor.peek() in _REPETITION_SIGNS:
            bounds = read_bounds(cursor, newlines)
            message = "There is nothing before this to repeat."
            cursor.error(bounds.span, "nothing_to_repeat", message, hints.REPEAT)
        symbols = self._count_symbols()
        part = self._read_primary()
        if part is None:
            return None
        cursor.skip_space(newlines)
        weight = max(1, self._count_symbols() - symbols) if part.is_group else 1
        while cursor.peek() in _REPETITION_SIGNS:
            bounds = read_bounds(cursor, newlines)
            if self._may_repeat(part.node, bounds, weight):
                self._generated += bounds.generated
                weight *= bounds.weight
            part = self._repeat(part, bounds)
        return part

    def _count_symbols(self) -> int:
        return len(self._names) + self._generated

    def _may_repeat(self, item: Node, bounds: Bounds, weight: int) -> bool:
        cursor = self._cursor
        if has_no_elements(item):
            message = "There is nothing to repeat: what stands before this only matches the empty text."
            cursor.error(bounds.span, "nothing_to_repeat", message, "Remove one of the two.")
            return False
        total = weight * bounds.weight
        if total > MAX_REPETITIONS:
            message = f"Nested repetitions multiply, here to {total}; llama.cpp stops at {MAX_REPETITIONS}."
            cursor.error(bounds.span, "repetition_limit", message, hints.REPETITION_LIMIT)
        return total <= MAX_REPETITIONS

    def _repeat(self, part: _Part, bounds: Bounds) -> _Part:
        node = part.node
        stacked = isinstance(node, Repeat)
        if part.nesting + stacked > MAX_NESTING:
            self._stop_too_deep(bounds.span)
        span = Span(node.span.start, bounds.span.end)
        return _Part(Repeat(node, bounds.minimum, bounds.maximum, span), part.nesting + stacked)

    def _read_primary(self) -> _Part | None:
        cursor, start = self._cursor, self._cursor.position
        match cursor.peek():
            case '"' | "[" as opening:
                node = read_literal(cursor) if opening == '"' else read_class(cursor)
                self._note_overrun(node.span, opening)
            case "<" | "!":
                node = read_token(cursor)
            case "(":
                return self._read_group()
            case ".":
                cursor.position += 1
                node = CharClass((), True, Span(start, start + 1))
            case _:
                end = end_of_match(_NAME, cursor.text, start)
                if start == end:
                    return None
                node = self._read_reference(Span(start, end))
        return _Part(node)

    def _read_reference(self, span: Span) -> Reference:
        cursor = self._cursor
        name = cursor.text[span.start : span.end]
        if self._next_head(span.start - 1) == span.start:
            self._stop_at_next_rule(name)
        self._names.add(name)
        cursor.position = span.end
        return Reference(name, span)

    def _read_group(self) -> _Part:
        cursor, start = self._cursor, self._cursor.position
        if len(self._open_groups) == MAX_NESTING:
            self._stop_too_deep(Span(start, start + 1))
        self._open_groups.append(start)
        self._generated += 1
        cursor.position += 1
        cursor.skip_space(newlines=True)
        part = self._read_alternatives()
        if cursor.peek() != ")":
            self._stop_inside_group(start)
        cursor.position += 1
        self._open_groups.pop()
        span = Span(start, cursor.position)
        body = part.node
        node = replace(body, span=span) if isinstance(body, Sequence | Choice) else Sequence((body,), span)
        if part.nesting == MAX_NESTING:
            self._stop_too_deep(Span(start, start + 1))
        return _Part(node, part.nesting + 1, is_group=True)

    # What stops the reading of a rule

    def _note_overrun(self, span: Span, opening: str) -> None:
        """A literal that runs over the head of a rule most likely lacks its closing quote."""
        head = self._next_head(span.start)
        if head >= span.end or self._overrun:
            return
        cursor = self._cursor
        line = cursor.remarks.line(head)
        kind, closing = ("literal", '"') if opening == '"' else ("character class", "]")
        code = "unterminated_literal" if opening == '"' else "unterminated_class"
        message = f"This {kind} runs on into line {line}, which looks like the start of a rule."
        hint = f"Close it with `{closing}` on its own line; a line break in it is written \\n."
        self._overrun = Remark(cursor.rest_of_line(span.start), code, message, hint, cursor.rule)

    def _stop_too_deep(self, span: Span) -> None:
        message = f"Groups and repetitions are nested more than {MAX_NESTING} deep."
        self._cursor.stop(span, "nesting", message, "Give the inner part a rule of its own.")

    def _stop_at_next_rule(self, name: str) -> None:
        cursor = self._cursor
        if self._open_groups:
            start = self._open_groups[-1]
            message = f"This group is still open where the rule `{name}` begins."
            cursor.stop(Span(start, start + 1), "unclosed_group", message, "Close it with `)`.")
        start = self._cursor.position
        message = f"The rule `{cursor.rule}` is not finished where the rule `{name}` begins."
        cursor.stop(Span(start, start + len(name)), "unfinished_rule", message, hints.UNFINISHED_RULE)

    def _stop_inside_group(self, start: int) -> None:
        cursor = self._cursor
        if cursor.at_end():
            message = "This group is not closed."
            cursor.stop(Span(start, start + 1), "unclosed_group", message, "Close it with `)`.")
        line, column = line_and_column(cursor.text, start)
        message = f"Expected `)` for the group opened in line {line}, column {column}"
        self._stop_here("unexpected", message, hints.INSIDE_RULE)

    def _stop_here(self, code: str, message: str, table: dict[str, str]) -> None:
        """Stop at the character at the position, with the hint that `table` has for it."""
        cursor, start = self._cursor, self._cursor.position
        hint = next((hint for text, hint in table.items() if cursor.text.startswith(text, start)), "")
        cursor.stop(Span(start, start + 1), code, f"{message}, found {_found(cursor.peek())}.", hint)


def _found(character: str) -> str:
    if not character:
        return "the end of the text"
    return "the end of the line" if character in "\r\n" else show(character)
