"""How each engine judges the JSON Schema Test Suite: `python -m tests.schema_suite`.

Each instance is written compactly with its keys as they stand there, and read as one text. An engine is right
about a schema when it is right about all of its instances. What counts is the schema as it was pasted;
where Constraint refuses it, no engine is asked. Without the names of engines, all are asked, and the
page's table is written anew.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playground.constraints import Constraint, ConstraintError
from playground.engines import EngineError, compile_constraint, format_enforcer, outlines
from playground.engines.comparison import COMPARED
from playground.page.engine_menu import SUITE as SUITE_TABLE
from tests.engines.vocabularies import byte_level

SUITE = Path(__file__).parents[2] / "shared" / "conformance" / "json_schema_2020_12"
SECONDS = 3
"""For what may never end: enough for all but a handful of schemas."""


def groups(folder: Path = SUITE) -> Iterator[dict[str, Any]]:
    """The schemas of the suite with their instances."""
    for path in sorted(folder.glob("*.json")):
        yield from json.loads(path.read_text())


def judge(engine: str, group: dict[str, Any]) -> str:
    """`right`, `refused`, or the worse of `accepts wrong` and `rejects right`."""
    try:
        constraint = Constraint("json_schema", json.dumps(group["schema"]))
    except ConstraintError:
        return "no constraint"
    try:
        compiled = compile_constraint(engine, constraint, byte_level())
        verdicts = {(_fits(compiled.matcher(), test["data"]), test["valid"]) for test in group["tests"]}
    except EngineError:
        return "refused"
    if (True, False) in verdicts:
        return "accepts wrong"
    return "rejects right" if (False, True) in verdicts else "right"


def _fits(matcher: Any, data: Any) -> bool:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return matcher.accept_text(text.encode()) and matcher.may_end()


def main() -> None:
    outlines.SECONDS = format_enforcer.SECONDS = SECONDS
    columns = ("right", "rejects right", "accepts wrong", "refused", "no constraint")
    print(f"{'engine':20}" + "".join(f"{column:>16}" for column in columns))
    table: dict[str, Counter[str]] = {}
    for engine in sys.argv[1:] or COMPARED:
        found = table[engine] = Counter(judge(engine, group) for group in groups())
        print(f"{engine:20}" + "".join(f"{found[column]:16}" for column in columns), flush=True)
    if not sys.argv[1:]:
        rows = {engine: {column: found[column] for column in columns} for engine, found in table.items()}
        SUITE_TABLE.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
