"""What is legal in a session's schema and may not do what was meant, its prompt and its budget known."""

from __future__ import annotations

from playground.decoding.session import Session
from playground.grammar.diagnostics import Diagnostic
from playground.grammar.schema.lints import lint_schema


def advice(session: Session) -> tuple[Diagnostic, ...]:
    """Warnings about a JSON Schema as this session uses it; none for other constraints.

    What the grammar does not hold of the schema is not among them: that is in its coverage.
    """
    constraint = session.constraint
    if constraint is None or constraint.schema is None:
        return ()
    return lint_schema(constraint.text, constraint.schema, session.budget, session.prompt)
