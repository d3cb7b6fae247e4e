"""Advice on a schema for a model: what may never end, what forces an answer, what the prompt leaves out.

Nothing here says that the grammar and the schema differ; that is in the coverage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from playground.grammar.diagnostics import Diagnostic, diagnose
from playground.grammar.lengths import longest_text
from playground.grammar.schema.facts import Keys
from playground.grammar.schema.read import SchemaReading
from playground.grammar.schema.spelling import CHAR, ESCAPE, UNICODE_ESCAPE

_REASONING = re.compile(
    r"(?i)reason|rationale|explan|explain|thought|thinking|analysis|justif|evidence|steps?$|scratch|why"
)
_MOST_NAMED = 4
_KINDS = {
    "string": ("strings without maxLength, which may never end", 'Give them a "maxLength".'),
    "number": (
        "numbers with any number of digits, which may never end, or be too large to read",
        'Make them integers with "minimum" and "maximum".',
    ),
    "array": ("arrays without maxItems, which may never end", 'Give them a "maxItems".'),
    "object": (
        "objects that take any keys, which may never end, or hold a key twice, which a record refuses",
        'List their "properties" and set "additionalProperties" to false.',
    ),
    "value": (
        "places that take any JSON value, which may never end, hold a key twice or be too large to read",
        "Say what they hold.",
    ),
}


def lint_schema(
    text: str, reading: SchemaReading, budget: int | None = None, prompt: str = ""
) -> tuple[Diagnostic, ...]:
    """Advice on a schema, as warnings in the order of the pasted `text`.

    `budget` is how many tokens may be generated. With a prompt, the keys that it does not mention are
    named too.
    """
    remarks = [
        *_unconstrained(reading),
        *_answers_before_reasons(reading),
        *_forced_answers(reading),
        *_endless(reading),
        *_length(reading, budget),
        *_white_space(reading),
    ]
    if prompt:
        remarks += _not_in_prompt(reading, prompt)
    return tuple(_placed(text, reading, *remark) for remark in remarks)


def longest_characters(reading: SchemaReading) -> int | None:
    """Characters of the longest text, without white space and with every character of a string as itself.

    None when there is no longest.
    """
    return longest_text(reading.grammar, {"ws": 0, CHAR: 1, ESCAPE: 1, UNICODE_ESCAPE: 1})


def unmentioned_keys(reading: SchemaReading, prompt: str) -> tuple[str, ...]:
    """The keys that the prompt does not mention; `due_date` is mentioned by "due date", in any case."""
    spoken = _words(prompt)
    names = dict.fromkeys(name for keys in reading.facts.keys for name in keys.written)
    return tuple(name for name in names if _words(name).strip() and _words(name) not in spoken)


_Remark = tuple[str, str, str, str]
"""JSON pointer, code, message, hint."""


def _unconstrained(reading: SchemaReading) -> Iterator[_Remark]:
    spoken_of = {keys.where for keys in reading.facts.keys}
    for endless in reading.facts.endless:
        asked_for = endless.where in reading.places and not endless.where.endswith("/additionalProperties")
        if asked_for and endless.kind in ("object", "value") and endless.where not in spoken_of:
            what = "any object" if endless.kind == "object" else "any JSON value"
            yield endless.where, "schema-unconstrained", f"this allows {what}", "List what it has to hold."


def _answers_before_reasons(reading: SchemaReading) -> Iterator[_Remark]:
    if reading.options.key_order == "any":
        return
    for keys in reading.facts.keys:
        for place, name in enumerate(keys.written):
            first = next(
                (other for other in keys.written[:place] if other in keys.required and not _reasons(other)),
                None,
            )
            if _reasons(name) and first is not None:
                message = (
                    f"{first} has to be written before {name}, so the answer cannot follow from the reasons"
                )
                yield _property(keys, name), "schema-key-order", message, _order_hint(reading, keys, name)
                break


def _reasons(name: str) -> bool:
    return _REASONING.search(name) is not None


def _order_hint(reading: SchemaReading, keys: Keys, name: str) -> str:
    if keys.declared != keys.written:
        return f"Make {name} required too: required keys are written first here."
    return f"List {name} first, and make it required."


def _property(keys: Keys, name: str) -> str:
    return f"{keys.where}/properties/{name.replace('~', '~0').replace('/', '~1')}"


def _forced_answers(reading: SchemaReading) -> Iterator[_Remark]:
    for keys in reading.facts.keys:
        for name in keys.forced:
            message = f"{name} has to be answered: there is no way to say that it is not known"
            yield (
                _property(keys, name),
                "schema-no-unknown",
                message,
                'Allow null, or list a value such as "unknown".',
            )


def _endless(reading: SchemaReading) -> Iterator[_Remark]:
    for kind, (what, hint) in _KINDS.items():
        places = [endless.where for endless in reading.facts.endless if endless.kind == kind]
        if places:
            named = ", ".join(place or "the whole text" for place in places[:_MOST_NAMED])
            more = ", …" if len(places) > _MOST_NAMED else ""
            yield places[0], "schema-unbounded", f"{what}: {named}{more}", hint


def _length(reading: SchemaReading, budget: int | None) -> Iterator[_Remark]:
    longest = longest_characters(reading)
    if budget is None or (longest is not None and longest <= budget):
        return
    hint = "Raise the budget, or bound strings, arrays and numbers."
    if longest is None:
        message = f"a text may be of any length, so {budget:,} tokens may cut it short"
    else:
        message = f"the longest text has {longest:,} characters, so it may need more than {budget:,} tokens"
    yield "", "schema-budget", message, hint


def _white_space(reading: SchemaReading) -> Iterator[_Remark]:
    if reading.options.white_space == "any":
        message = "white space is free between all parts, so a text may be filled with it without end"
        yield "", "schema-white-space", message, "Allow at most one space, or none."


def _not_in_prompt(reading: SchemaReading, prompt: str) -> Iterator[_Remark]:
    missing = unmentioned_keys(reading, prompt)
    if missing:
        named = ", ".join(missing[:_MOST_NAMED]) + (", …" if len(missing) > _MOST_NAMED else "")
        message = f"the prompt does not mention {named}; the model sees nothing of the schema"
        yield "", "schema-prompt", message, "Say in the prompt what each key is to hold."


def _words(text: str) -> str:
    """Lower-case words between spaces, camelCase and punctuation taken apart."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return " " + " ".join(re.findall(r"\w+", apart.replace("_", " ").lower())) + " "


def _placed(text: str, reading: SchemaReading, where: str, code: str, message: str, hint: str) -> Diagnostic:
    span = reading.places.get(where)
    if span is None or not where:
        return Diagnostic(code, message, hint, "warning", where=where)
    return diagnose(text, span, code, message, hint, "warning", where)
