"""The schema cases of llama.cpp's own tests, under the choices that llama.cpp makes."""

from __future__ import annotations

from typing import Any

import pytest

from playground.automaton import Automaton
from playground.grammar.schema import SchemaOptions, read_schema
from tests.conformance import cases, parts
from tests.grammar.schema.suite import accepts

LLAMA = SchemaOptions("one", additional_properties=False, key_order="required_first")
DECLARED = SchemaOptions("one", additional_properties=False, key_order="declared")

# Texts that llama.cpp judges otherwise, and why.
SIXTEEN_DIGITS = "llama.cpp ends integers after 16 digits"
NO_TYPE = "to llama.cpp a schema with items and without type is an array, by the standard it is any value"
OTHERWISE = {
    ("llama-000", "100000000000000000000000000000000"): SIXTEEN_DIGITS,
    ("llama-001", "12345678900000000"): SIXTEEN_DIGITS,
    ("llama-040", "1"): NO_TYPE,
}


@pytest.mark.parametrize("case", cases("llama_cpp_grammar.json", "schema"))
def test_texts_are_judged_as_llama_cpp_judges_them(case: dict[str, Any]) -> None:
    # No case tells the two orders apart.
    for options in (LLAMA, DECLARED):
        parsed, _ = read_schema(case["schema"], options)
        assert parsed.grammar is not None, parsed.errors
        automaton = Automaton(parsed.grammar)
        for listed, expected in (("accepts", True), ("rejects", False)):
            for text in map(_text, case[listed]):
                differs = (case["id"], text) in OTHERWISE
                assert accepts(automaton, text) == (expected != differs), (listed, text)


def _text(written: list[dict[str, Any]]) -> str:
    return "".join(part for part in parts(written) if isinstance(part, str))
