"""The JSON Schema Test Suite, read beside the project, and what the grammars make of it.

`python -m tests.grammar.schema.suite` writes the baseline that test_conformance.py compares with.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing.exceptions import Unresolvable

from playground.automaton import Automaton
from playground.grammar.model import Grammar
from playground.grammar.schema import SchemaOptions, SchemaReading, read_schema
from tests.conformance import FOLDER

SUITE = FOLDER / "json_schema_2020_12"
BASELINE = Path(__file__).parent / "baseline.json"
COLUMNS = ("agree", "looser", "narrower", "refused")
OPTIONS = {
    "standard": SchemaOptions("any", additional_properties=True, key_order="declared"),
    "vllm": SchemaOptions(),
    "llama.cpp": SchemaOptions("one", additional_properties=False, key_order="required_first"),
    "any order": SchemaOptions("none", additional_properties=True, key_order="any"),
}
REASONS = {"schema-remote-ref", "schema-nothing"}
"""Why a schema becomes no grammar: it needs another document, or nothing matches it."""

needs_suite = pytest.mark.skipif(
    not SUITE.exists(), reason=f"not proven without {SUITE}: that no difference from the standard is silent"
)


@dataclass(frozen=True)
class Group:
    """A schema of the suite with its instances; `keyword` is the file it stands in."""

    keyword: str
    description: str
    schema: Any
    tests: tuple[dict[str, Any], ...]


def groups() -> list[Group]:
    return [
        Group(path.stem, group["description"], group["schema"], tuple(group["tests"]))
        for path in sorted(SUITE.glob("*.json"))
        for group in json.loads(path.read_text())
    ]


def is_valid(schema: Any, test: dict[str, Any]) -> bool:
    """What the validator says; what the suite says where the validator cannot read the schema.

    It does not know remote schemas, and Python's `re` no Unicode properties.
    """
    try:
        return Draft202012Validator(schema).is_valid(test["data"])
    except (Unresolvable, re.error):
        return bool(test["valid"])


def read(schema: Any, options: SchemaOptions) -> tuple[Grammar | None, SchemaReading | None, list[str]]:
    parsed, reading = read_schema(json.dumps(schema), options)
    return parsed.grammar, reading, [error.code for error in parsed.errors]


def accepts(automaton: Automaton, text: str) -> bool:
    return automaton.may_end(automaton.feed(automaton.start, text.encode()))


def texts(value: Any, options: SchemaOptions) -> list[str]:
    """A value as JSON in several ways, with white space where the options allow it."""
    compact = json.dumps(value, separators=(",", ":"))
    themselves = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    spaced = [json.dumps(value)] if options.white_space != "none" else []
    if options.white_space == "any":
        spaced.append(json.dumps(value, indent="\t", separators=("\r\n,", " :\n")))
    return list(dict.fromkeys([compact, themselves, *spaced]))


@dataclass
class Measured:
    """Texts counted by keyword: agree, looser, narrower, refused; and the differences nothing announced."""

    counts: dict[str, Counter[str]]
    silent: list[tuple[str, ...]]


def measure(options: SchemaOptions) -> Measured:
    measured = Measured({}, [])
    for group in groups():
        counts = measured.counts.setdefault(group.keyword, Counter())
        grammar, reading, errors = read(group.schema, options)
        if grammar is None or reading is None:
            assert set(errors) <= REASONS, (group.description, errors)
            nothing = errors == ["schema-nothing"]
            assert not (nothing and any(is_valid(group.schema, test) for test in group.tests)), group
            counts["refused"] += len(group.tests)
            continue
        automaton = Automaton(grammar)
        for test in group.tests:
            valid = is_valid(group.schema, test)
            for text in texts(test["data"], options):
                accepted = accepts(automaton, text)
                counts["agree" if accepted == valid else "looser" if accepted else "narrower"] += 1
                announced = reading.coverage.is_looser if accepted else reading.coverage.is_narrower
                if accepted != valid and not announced:
                    case = (group.keyword, group.description, test["description"], text)
                    measured.silent.append(case)
    return measured


def write_baseline() -> None:
    best = {}
    for name, options in OPTIONS.items():
        counts = measure(options).counts
        best[name] = {key: {column: found[column] for column in COLUMNS} for key, found in counts.items()}
    BASELINE.write_text(json.dumps(best, indent=1) + "\n")


if __name__ == "__main__":
    write_baseline()
