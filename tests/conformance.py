"""Cases of llama.cpp's own tests, read beside the project; a skipped one where they are absent."""

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1].parent / "shared" / "conformance"


def cases(name: str, *kinds: str) -> list[Any]:
    """The cases of a file as test parameters, all of them or those of some kinds."""
    path = FOLDER / name
    if not path.exists():
        return [
            pytest.param(
                {},
                marks=pytest.mark.skip(
                    reason=f"not proven without {path}: that llama.cpp's own cases end as it says"
                ),
            )
        ]
    found = json.loads(path.read_text())
    return [pytest.param(case, id=case["id"]) for case in found if not kinds or case["kind"] in kinds]


def parts(text: list[dict[str, Any]]) -> list[str | int]:
    """A text of the cases as texts and token ids."""
    return [part["text"] if "text" in part else part["token"] for part in text]
