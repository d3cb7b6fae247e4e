"""JSON written again with its numbers as they were."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.grammar.json_text import JsonText, read_json
from playground.grammar.json_written import WrittenFloat, is_rounded, written_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("aé\n", max_size=2), inner, max_size=3)
    ),
)


@settings(max_examples=50)
@given(VALUES)
def test_without_fractions_it_is_what_python_writes(value: Any) -> None:
    assert written_json(value) == json.dumps(value, indent=2, ensure_ascii=False)


@pytest.mark.parametrize(
    ("number", "rounded"),
    [
        ("0.1", False),
        ("1.50E+3", False),
        ("-0.0", False),
        ("1e400", True),
        ("1e-400", True),
        ("0.1000000000000000055511151231257827", True),
        ("12345678901234567890.0", True),
    ],
)
def test_a_number_keeps_its_text(number: str, rounded: bool) -> None:
    document = read_json(f'{{"a": [{number}]}}')
    assert isinstance(document, JsonText)
    assert document.value == {"a": [float(number)]}
    assert is_rounded(document.value) is rounded
    for value in (document.value, copy.deepcopy(document.value)):
        assert written_json(value) == f'{{\n  "a": [\n    {number}\n  ]\n}}'
        assert isinstance(value["a"][0], WrittenFloat)
