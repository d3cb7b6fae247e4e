"""What a visitor looks at: one position of a session, and what stands around it on the page."""

from __future__ import annotations

from dataclasses import dataclass

from playground.automaton import ParseTree, TooAmbiguous
from playground.decoding import Attempt, Cursor, RunVerdict, Session, WhiteSpace, white_space_of
from playground.decoding.json_cursor import JSON_KINDS
from playground.decoding.position import FinishReason, Position, TokenChip, VocabularyPage
from playground.decoding.vocabulary_map import VocabularyMap
from playground.decoding.vocabulary_table import Show
from playground.page.retry import attempts_of, next_budget
from playground.page.store import Visit
from playground.records import Record

PAGE_SIZE = 25
"""Rows of the vocabulary table on one page."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything the panels draw. `position` is the one shown, which may be an earlier one."""

    position: Position
    chips: tuple[TokenChip, ...]
    """The tokens chosen so far, also those after the position shown."""
    vocabulary: VocabularyPage
    map: VocabularyMap | None
    """None while it is closed, and after the end."""
    is_map_open: bool
    query: str
    show: Show
    finish_reason: FinishReason | None
    """Of the session, whatever position is shown."""
    record: Record | None
    """None while the text is not finished."""
    running: bool
    stopped: str
    """Why the last run stopped here before the text was finished, in a few words; else empty."""
    compile_seconds: float
    tree: ParseTree | None
    """Which rule wrote which part of the text, when the visitor asked for it or the record has it."""
    is_constrained: bool
    verdict: RunVerdict
    attempts: tuple[Attempt, ...]
    """Runs that ended, the present one last; only the earlier ones while it goes on."""
    next_budget: int | None
    """Tokens of the attempt that may follow the present one."""
    cursor: Cursor | None
    """Where the text at the position shown stands as JSON."""
    cursor_note: str
    """Why there is no cursor, in a sentence."""
    white_space: WhiteSpace | None
    """Its share in that text; None where the constraint is not about JSON."""

    @property
    def now(self) -> int:
        """The index of the current position."""
        return len(self.chips)

    @property
    def is_earlier(self) -> bool:
        """Whether the visitor looks back."""
        return self.position.index < self.now

    @property
    def chosen(self) -> TokenChip | None:
        """The token that was chosen at the position shown; none yet at the current one."""
        return self.chips[self.position.index] if self.is_earlier else None


def view_of(visit: Visit, session: Session) -> View:
    """What this visit shows of its session. Hold the visit's lock."""
    chips = session.tokens()
    index = len(chips) if visit.looking_at is None else visit.looking_at
    finished = bool(session.finish_reason)
    is_grammar = session.constraint is not None and session.constraint.kind == "gbnf"
    with_tree = not visit.running and (visit.show_tree or (finished and is_grammar))
    position = session.position_at(index) if index < len(chips) else session.position
    is_json = session.constraint is not None and session.constraint.kind in JSON_KINDS
    cursor, cursor_note = _cursor(session, position)
    return View(
        position=position,
        chips=chips,
        vocabulary=session.vocabulary(index, visit.query, visit.show, visit.page, PAGE_SIZE),
        map=session.vocabulary_map(index) if visit.is_map_open else None,
        is_map_open=visit.is_map_open,
        query=visit.query,
        show=visit.show,
        finish_reason=session.finish_reason,
        record=session.record() if session.finish_reason else None,
        running=visit.running,
        stopped=visit.stopped,
        compile_seconds=session.compile_seconds,
        tree=session.parse_tree() if with_tree else None,
        is_constrained=session.constraint is not None,
        verdict=session.verdict(),
        attempts=attempts_of(visit, session),
        next_budget=next_budget(visit, session),
        cursor=cursor,
        cursor_note=cursor_note,
        white_space=white_space_of(position.text) if is_json else None,
    )


def _cursor(session: Session, position: Position) -> tuple[Cursor | None, str]:
    """The cursor, or why there is none."""
    if position.trigger.state in ("waiting", "thinking"):
        return None, f"The JSON has not begun: {position.stack_note}."
    try:
        return session.cursor(position.index), position.stack_note
    except TooAmbiguous as error:
        return None, f"The place in the JSON is not known: the text can be read in too many ways ({error})."
