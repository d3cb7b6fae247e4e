"""Whether this installation works: one constraint of each kind, from compiling to the typed record."""

from __future__ import annotations

from playground.automaton import check
from playground.constraints import Constraint
from playground.decoding import Session
from playground.engines.workers import WorkerLimits, WorkerPool
from playground.models import Model

_BUDGET = 64
CONSTRAINTS = {
    "gbnf": 'root ::= "line " [1-9] [0-9]{0,2}\n',
    "regex": "[a-c]{2,4}",
    "json_schema": '{"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}',
    "choice": "yes\nno",
    "json_object": "",
}


def self_test(model: Model, limits: WorkerLimits) -> bool:
    """Print a line a kind. True when the automaton agrees with every text that the engine let through."""
    pool = WorkerPool(model.vocabulary, limits)
    try:
        passed = [_passes(kind, model, pool) for kind in CONSTRAINTS]
        return all(passed)
    finally:
        pool.close()


def _passes(kind: str, model: Model, pool: WorkerPool) -> bool:
    try:
        constraint = Constraint(kind, CONSTRAINTS[kind])
        session = Session(model, "Is it?", constraint, budget=_BUDGET, engines=pool.engines)
        for _ in session.run():
            pass
        wanted = {"stop": "complete", "length": "valid_prefix"}.get(session.finish_reason or "")
        # The automaton judges what the engine let through; a text that the budget cut may be complete, too.
        passes = check(constraint, session.text).status in (wanted, "complete")
        print(f"{'ok' if passes else 'FAILED'} {kind}: {session.finish_reason} {session.text!r}", flush=True)
    except ValueError as error:
        print(f"FAILED {kind}: {error}", flush=True)
        return False
    return passes
