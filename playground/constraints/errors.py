"""Why a constraint cannot be used."""

from __future__ import annotations

from collections.abc import Sequence

from playground.grammar.diagnostics import Diagnostic


class ConstraintError(ValueError):
    """A constraint that cannot be used, with every problem found in it; the first one speaks for all."""

    def __init__(self, problems: Sequence[Diagnostic]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n\n".join(str(problem) for problem in self.problems))

    @property
    def message(self) -> str:
        """A sentence."""
        return self.problems[0].sentence

    @property
    def line(self) -> int:
        """From 1; 0 when the problem is the whole text."""
        return self.problems[0].line

    @property
    def column(self) -> int:
        """From 1, in code points; 0 when the problem is the whole text."""
        return self.problems[0].column

    @property
    def excerpt(self) -> str:
        """The line with a caret under the place; empty when the problem is the whole text."""
        return self.problems[0].excerpt

    @property
    def hint(self) -> str:
        """What to do about it; may be empty."""
        return self.problems[0].hint
