"""A list of choices as a grammar: the text is one of them, to the letter."""

from __future__ import annotations

from dataclasses import dataclass, replace

from playground.grammar.diagnostics import Diagnostic, Span
from playground.grammar.json_text import MARK, pointer, read_json
from playground.grammar.model import Choice, Grammar, Literal, Parsed, Rule
from playground.grammar.remarks import Remark, Remarks

_JSON_HINT = "A text that begins with [ is read as a JSON list; in it each choice stands in double quotes."


@dataclass(frozen=True, slots=True)
class ReadChoices:
    """The different choices in their order, with where each is written, and what is wrong with the list."""

    choices: tuple[tuple[str, Span], ...]
    errors: tuple[Diagnostic, ...]
    warnings: tuple[Diagnostic, ...]


def choice_to_grammar(text: str) -> Parsed:
    """The grammar of a list of choices, one a line or as a JSON list of texts; never raises."""
    read = read_choices(text)
    if read.errors:
        return Parsed(None, read.errors, read.warnings)
    literals = tuple(Literal(choice, span) for choice, span in read.choices)
    body = literals[0] if len(literals) == 1 else Choice(literals, Span(0, len(text)))
    return Parsed(Grammar((Rule("root", body),)), (), read.warnings)


def read_choices(text: str) -> ReadChoices:
    """The choices of a list, one a line or as a JSON list of texts."""
    text = text.removeprefix(MARK)
    remarks = Remarks(text)
    listed = text.lstrip().startswith("[")
    if listed:
        document = read_json(text)
        if isinstance(document, Diagnostic):
            return ReadChoices((), (_with_hint(document),), ())
        found = _json_choices(document.value, document.places, remarks)
    else:
        found = _line_choices(text, remarks)
    choices = _different(found, remarks)
    if not choices and not remarks.errors:
        hint = 'Write one choice a line, or a JSON list: ["yes", "no"].'
        remarks.errors.append(
            Remark(Span(0, len(text)), "choice-none", "there is no choice in the list", hint)
        )
    return ReadChoices(choices, remarks.diagnostics("error"), remarks.diagnostics("warning"))


def _line_choices(text: str, remarks: Remarks) -> list[tuple[str, Span]]:
    found, start = [], 0
    lines = text.split("\n")
    last = max((number for number, line in enumerate(lines) if line.strip()), default=-1)
    for number, line in enumerate(lines):
        choice = line.removesuffix("\r")
        span = Span(start, start + len(choice))
        start += len(line) + 1
        if not choice.strip():
            if number < last:
                hint = 'If the empty text is a choice, write the list as JSON: ["", "no"].'
                remarks.warnings.append(Remark(span, "choice-empty-line", "an empty line is no choice", hint))
            continue
        if choice != choice.strip():
            message = "the spaces at the edge of this line are part of the choice"
            remarks.warnings.append(
                Remark(span, "choice-space", message, "Take them out if they are not meant.")
            )
        found.append((choice, span))
    return found


def _json_choices(value: list[object], places: dict[str, Span], remarks: Remarks) -> list[tuple[str, Span]]:
    found = []
    for number, choice in enumerate(value):
        span = places[pointer("", number)]
        if not isinstance(choice, str):
            message = "a choice is a text in double quotes"
            remarks.errors.append(Remark(span, "choice-type", message, 'Write "42" for the digits 42.'))
            continue
        if not choice:
            message = "one of the choices is the empty text, so an answer may be empty"
            remarks.warnings.append(Remark(span, "choice-empty", message))
        found.append((choice, span))
    return found


def _different(found: list[tuple[str, Span]], remarks: Remarks) -> tuple[tuple[str, Span], ...]:
    first: dict[str, Span] = {}
    for choice, span in found:
        if choice in first:
            message = "this choice is in the list already"
            remarks.warnings.append(Remark(span, "choice-twice", message, "Take one of them out."))
        first.setdefault(choice, span)
    return tuple(first.items())


def _with_hint(error: Diagnostic) -> Diagnostic:
    return replace(error, hint=f"{error.hint} {_JSON_HINT}".strip())
