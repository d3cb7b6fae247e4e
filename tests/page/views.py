"""Views to draw, written out by hand: a JSON object of which three tokens are chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from playground.decoding.position import (
    Agreement,
    Candidate,
    OpenRule,
    Position,
    StackView,
    Timing,
    TokenChip,
    TriggerState,
    VocabularyPage,
    VocabularyRow,
)
from playground.decoding.run_verdict import ConstrainedStep, RunVerdict
from playground.page.view import View

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'`${alert(3)}{{value}}&amp;"
"""What must arrive on the page as these very characters."""

CANDIDATES = (
    Candidate(11, "␣the", 0.6, 0.0, allowed=False),
    Candidate(12, "88", 0.25, 0.75, allowed=True),
    Candidate(13, "9", 0.00012, 0.25, allowed=True),
)
CHIPS = (
    TokenChip(
        index=0,
        token_id=5,
        text="{",
        kept_mass=0.1229,
        depth=1,
        allowed_count=2,
        entropy_before=3.5,
        entropy_after=0.98,
        forced=False,
        fired=False,
    ),
    TokenChip(
        index=1,
        token_id=12,
        text="88",
        kept_mass=1.0,
        depth=2,
        allowed_count=1,
        entropy_before=2.25,
        entropy_after=0.0,
        forced=True,
        fired=False,
    ),
    TokenChip(
        index=2,
        token_id=7,
        text=",⏎",
        kept_mass=0.5,
        depth=2,
        allowed_count=1234,
        entropy_before=6.5,
        entropy_after=5.25,
        forced=False,
        fired=True,
    ),
)
STACK = StackView(
    depth=2,
    count=1,
    rules=(OpenRule("root", '"{" • num "}"'), OpenRule("num", "[0-9] • [0-9]{0,3}")),
    frames=5,
    expected=("[0-9]", '"}"'),
)
ROWS = (
    VocabularyRow(11, "␣the", "20 74 68 65", 0.6, 0.0, allowed=False, reason="The grammar wanted a digit."),
    VocabularyRow(12, "88", "38 38", 0.25, 0.75, allowed=True, reason=""),
)


VERDICT = RunVerdict(
    steps=3,
    overruled=2,
    low=1,
    mean_kept_mass=0.541,
    lowest=(
        ConstrainedStep(0, "{", "␣the", 0.1229, overruled=True),
        ConstrainedStep(2, ",⏎", "}", 0.5, overruled=True),
    ),
    summary="At 2 of 3 steps the grammar overruled the model's first choice.",
    warning="",
)


def position(index: int = 3, **changes: Any) -> Position:
    standard = Position(
        index=index,
        text='{"line": ',
        candidates=CANDIDATES,
        kept_mass=0.3334,
        entropy_before=1.2,
        entropy_after=0.8,
        allowed_count=11,
        masked_count=49141,
        may_end=False,
        stack=STACK,
        stack_note="",
        trigger=TriggerState("off"),
        agreement=Agreement("agree"),
        timing=Timing(forward=0.0412, mask=0.00002, rest=0.0093),
        finish_reason=None,
    )
    return replace(standard, **changes)


def view(shown: Position | None = None, **changes: Any) -> View:
    standard = View(
        position=shown or position(),
        chips=CHIPS,
        vocabulary=VocabularyPage(ROWS, total=120, page=0, page_size=50),
        map=None,
        is_map_open=False,
        query="",
        show="all",
        finish_reason=None,
        record=None,
        running=False,
        stopped="",
        compile_seconds=0.0123,
        tree=None,
        is_constrained=True,
        verdict=VERDICT,
        attempts=(),
        next_budget=None,
        cursor=None,
        cursor_note="",
        white_space=None,
    )
    return replace(standard, **changes)
