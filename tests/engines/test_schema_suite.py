"""How the table of engines over the JSON Schema Test Suite counts."""

from typing import Any

import pytest

from tests.schema_suite import SUITE, groups, judge


def group(schema: Any, **tests: Any) -> dict[str, Any]:
    """`valid` and `invalid` instances of a schema."""
    valid = [{"data": data, "valid": True} for data in tests.get("valid", [])]
    return {
        "schema": schema,
        "tests": [*valid, *({"data": data, "valid": False} for data in tests["invalid"])],
    }


@pytest.mark.parametrize(
    ("engine", "case", "expected"),
    [
        ("xgrammar", group({"type": "integer"}, valid=[1, -20], invalid=["1", None]), "right"),
        (
            "xgrammar",
            group({"type": "array", "uniqueItems": True}, valid=[[1]], invalid=[[1, 1]]),
            "accepts wrong",
        ),
        (
            "xgrammar",
            group({"properties": {"b": {}, "a": {}}}, valid=[{"a": 1, "b": 2}], invalid=[]),
            "rejects right",
        ),
        ("guidance-native", group({"not": {"const": 3}}, valid=[1], invalid=[3]), "refused"),
        ("guidance-native", group(False, invalid=[1]), "no constraint"),
        ("outlines", group({"type": "integer", "minimum": 5}, valid=[7], invalid=[3]), "accepts wrong"),
    ],
)
def test_judgements(engine: str, case: dict[str, Any], expected: str) -> None:
    assert judge(engine, case) == expected


@pytest.mark.skipif(not SUITE.exists(), reason=f"not proven without {SUITE}: what the page's table counts")
def test_the_suite_is_read() -> None:
    found = list(groups())
    assert len(found) > 300
    assert all({"schema", "tests"} <= set(each) for each in found)
