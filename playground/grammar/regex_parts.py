"""A regex cut into parts, each with what it becomes for the engine and for Python's `re`.

xgrammar reads some patterns as something else without a word: `[\\^a]` as a negated class, `\\A` as the
letter A, `.` as any character where Python leaves out newlines, anchors in the middle as nothing. So each
part is read here as Python reads it under its ASCII flag, and handed to the engine in the simplest form
there is: characters by number, classes by their ranges. What has no such form is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from playground.grammar.characters import characters_of
from playground.grammar.diagnostics import Diagnostic, Span, diagnose
from playground.grammar.model import CharClass
from playground.grammar.regex_classes import (
    CATEGORIES,
    ClassReader,
    class_for_engine,
    literal_for_engine,
    read_escape,
)

MAX_GROUPS = 100
"""How deep groups may be nested."""
MAX_COUNT = 10_000
"""The largest count of a repetition."""

_COUNT = re.compile(r"\{(?:([0-9]+)(,?)([0-9]*)|,([0-9]*))\}")
_GROUP = re.compile(
    r"""(?x) \( (?:
        \?: (?P<plain>)
      | \?P?< (?![=!]) (?P<name> [^>]*) >
      | \?\# (?P<comment> [^)]*) \)
      | \?<?[=!] (?P<look>)
      | \?P= (?P<back> [^)]*) \)
      | \?> (?P<atomic>)
      | \?\( (?P<condition> [^)]*) \)
      | \? (?P<flags> [aiLmsux-]+) (?: : | \) )
      | (?P<capture>) (?!\?)
    )"""
)
_WHOLE_TEXT = "A constraint always covers the whole text, so it needs no anchors: leave it out."

# What a letter after a backslash means to others and cannot mean here: the kind of thing, and what to do.
_REFUSED_ESCAPES = {
    "A": ("an anchor", _WHOLE_TEXT),
    "Z": ("an anchor", _WHOLE_TEXT),
    "z": ("an anchor", _WHOLE_TEXT),
    "G": ("an anchor", _WHOLE_TEXT),
    "b": ("a word boundary", "Write the characters that may stand there, such as a space or [^a-z]."),
    "B": ("a word boundary", "Write the characters that may stand there, such as [a-z]."),
    "p": ("a Unicode property", "List the characters, such as [A-Za-zÀ-ÿ]."),
    "P": ("a Unicode property", "List the characters, such as [^A-Za-zÀ-ÿ]."),
    "k": ("a backreference", "A grammar cannot remember what a group matched: write the pattern again."),
    "N": ("a character by its name", "Write the character itself or its number, such as \\u20ac."),
}
_REFUSED_GROUPS = {
    "look": ("lookaround", "Write what may stand there as part of the pattern."),
    "back": ("a backreference", "A grammar cannot remember what a group matched: write the pattern again."),
    "atomic": ("an atomic group", "Leave out ?> and make its alternatives begin differently."),
    "condition": ("a conditional group", "Write both cases as alternatives: (…|…)."),
    "flags": ("an inline flag", "Write both cases out, such as [Aa] for a letter in either case."),
}


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the pattern: where it stands, and its forms for xgrammar and for Python's `re`."""

    span: Span
    engine: str
    python: str


@dataclass(slots=True)
class Parts:
    """All parts of a pattern, and what is wrong with it.

    `broken` is where the reading stopped because Python will refuse the pattern there, or None.
    `ascii_categories` are the places of `\\d`, `\\w` and `\\s` and their opposites.
    """

    parts: list[Part] = field(default_factory=list)
    errors: list[Diagnostic] = field(default_factory=list)
    ascii_categories: list[Span] = field(default_factory=list)
    broken: int | None = None


def cut(pattern: str) -> Parts:
    """Cut a pattern into parts, collecting what has to be refused."""
    return _Cutter(pattern).run()


class _Cutter:
    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._depth = 0
        self._found = Parts()

    def run(self) -> Parts:
        while self._at < len(self._pattern) and self._found.broken is None:
            self._next()
        return self._found

    def _next(self) -> None:
        start = self._at
        match self._pattern[start]:
            case "\\":
                self._escape()
            case "[":
                self._char_class()
            case "(":
                self._open()
            case ")":
                self._depth -= 1
                self._add(start + 1, ")", ")")
            case "|":
                self._add(start + 1, "|", "|")
            case "^" | "$" as anchor:
                self._anchor(anchor)
            case "*" | "+" | "?" as sign:
                self._quantifier(start + 1, sign)
            case ".":
                self._add(start + 1, r"[^\n]", ".")
            case "{" if count := _COUNT.match(self._pattern, start):
                self._count(count)
            case character:
                self._add(start + 1, literal_for_engine(ord(character)), re.escape(character))

    def _add(self, end: int, engine: str, python: str) -> None:
        self._found.parts.append(Part(Span(self._at, end), engine, python))
        self._at = end

    def _refuse(self, end: int, code: str, message: str, hint: str) -> None:
        """Note an error and go on behind it, so that the other errors are found too."""
        span = Span(self._at, end)
        self._found.errors.append(diagnose(self._pattern, span, code, message, hint))
        self._at = end

    def _refuse_part(self, end: int, what: str, hint: str) -> None:
        written = self._pattern[self._at : end]
        self._refuse(end, "regex-unsupported", f"{written} is {what}, which is not supported", hint)

    def _escape(self) -> None:
        start = self._at
        read = read_escape(self._pattern, start, in_class=False)
        letter = self._pattern[start + 1 : start + 2]
        if letter in CATEGORIES:
            self._found.ascii_categories.append(Span(start, start + 2))
            self._add(start + 2, class_for_engine(CATEGORIES[letter], False), f"\\{letter}")
        elif read is not None:
            end, code_point = read
            self._add(end, literal_for_engine(code_point), re.escape(chr(code_point)))
        elif letter in _REFUSED_ESCAPES:
            what, hint = _REFUSED_ESCAPES[letter]
            self._refuse_part(start + 2, what, hint)
        elif letter.isdigit():
            what, hint = _REFUSED_GROUPS["back"]
            self._refuse_part(start + 2, what, hint)
        else:
            self._found.broken = start

    def _char_class(self) -> None:
        start = self._at
        read = ClassReader(self._pattern, start).read()
        if read is None:
            self._found.broken = start
            return
        self._found.ascii_categories.extend(read.categories)
        if not characters_of(CharClass(read.ranges, read.negated)):
            self._refuse(read.end, "regex-empty-class", "this class matches no character", "Leave it out.")
            return
        self._add(read.end, class_for_engine(read.ranges, read.negated), read.python)

    def _open(self) -> None:
        start = self._at
        group = _GROUP.match(self._pattern, start)
        if group is None:
            self._found.broken = start
            return
        kind = group.lastgroup or "capture"
        if kind in _REFUSED_GROUPS:
            what, hint = _REFUSED_GROUPS[kind]
            self._refuse_part(group.end(), what, hint)
            if kind != "condition" and group[0].endswith(")"):
                return
        elif kind == "comment":
            self._add(group.end(), "", group[0])
            return
        elif kind == "name":
            self._add(group.end(), "(", f"(?P<{group['name']}>")
        else:
            self._add(group.end(), "(", group[0])
        self._depth += 1
        if self._depth > MAX_GROUPS:
            self._at = start
            message = f"groups are nested more than {MAX_GROUPS} deep"
            self._refuse(len(self._pattern), "regex-too-deep", message, "Use fewer groups inside groups.")

    def _anchor(self, anchor: str) -> None:
        """Anchors say nothing at the ends of the whole pattern or of its alternatives; others are refused."""
        start = self._at
        before = self._found.parts[-1].python if self._found.parts else "|"
        after = self._pattern[start + 1 : start + 2] or "|"
        if self._depth == 0 and (before if anchor == "^" else after) == "|":
            self._add(start + 1, "", anchor)
        else:
            message = f"{anchor} stands in the middle of the pattern, where it can never match"
            hint = f"{_WHOLE_TEXT} For the character itself write \\{anchor}."
            self._refuse(start + 1, "regex-anchor", message, hint)

    def _count(self, count: re.Match[str]) -> None:
        if any(len(number) > 9 or int(number) > MAX_COUNT for number in re.findall("[0-9]+", count[0])):
            message = f"a repetition counts to {MAX_COUNT:,} at most"
            hint = "Leave the upper bound open, as in {3,}, or use a smaller one."
            self._refuse(count.end(), "regex-count", message, hint)
        else:
            self._quantifier(count.end(), _count_for_engine(count))

    def _quantifier(self, end: int, engine: str) -> None:
        written = self._pattern[self._at : end]
        following = self._pattern[end : end + 1]
        if following == "+":
            message = f"{written}+ is possessive: it gives no characters back, which a grammar cannot say"
            self._refuse(end + 1, "regex-unsupported", message, f"Write {written} alone.")
            return
        # A lazy quantifier matches the same texts; it only changes what the groups hold.
        lazy = "?" if following == "?" else ""
        self._add(end + len(lazy), engine, written + lazy)


def _count_for_engine(count: re.Match[str]) -> str:
    low, comma, high, up_to = count.groups()
    if low is None:
        return f"{{0,{up_to}}}" if up_to else "*"
    return f"{{{low}{comma}{high}}}"
