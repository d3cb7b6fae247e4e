"""A session's tokens followed through its constraint: trigger, engine and automaton, side by side."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from playground.automaton import (
    DEAD,
    Automaton,
    ParseTree,
    RuleSpan,
    Stack,
    TooAmbiguous,
    Verdicts,
    Vocabulary,
    expected,
    judge,
    open_stacks,
    parse_tree,
    rules_so_far,
)
from playground.constraints import Constraint, resolve_tokens
from playground.decoding.json_cursor import JSON_KINDS, Cursor, cursor_at
from playground.decoding.matcher_track import MatcherTrack, Piece, pieces_of
from playground.decoding.position import Agreement, OpenRule, StackView, TagPlace, TriggerState
from playground.decoding.standing import Standing, compare, ended, nothing_allowed, unmasked
from playground.decoding.tag_place import tag_place
from playground.decoding.unfinished import Unfinished, unfinished
from playground.decoding.visible import cut_character, visible
from playground.decoding.watch import Fired, Watch
from playground.engines import ENGINES, compile_constraint
from playground.engines.auto import AutoConstraint
from playground.engines.protocol import CompiledConstraint, Engine, unpack

_NO_CONSTRAINT = "there is no constraint"
_WAITING = "the trigger has not fired"
_THINKING = "the thinking has not ended"
MAX_STACKS = 50_000
"""A text that can be read in more ways than this is too ambiguous to follow while someone waits."""


class Track:
    """Finds the standing after each token. Standings are the caller's to keep; it may go back to any.

    Raises EngineError and ConstraintError when the constraint does not compile for the vocabulary.
    """

    def __init__(
        self,
        constraint: Constraint | None,
        watch: Watch,
        engine: str,
        vocabulary: Vocabulary,
        engines: Mapping[str, Engine] = ENGINES,
    ) -> None:
        self.automaton: Automaton | None = None
        self.engine = engine
        """The engine that computes the masks: what `auto` took, else the one that was asked for."""
        self.compile_seconds = 0.0
        self.warnings: tuple[str, ...] = ()
        self._constraint = constraint
        self._vocabulary = vocabulary
        self._watch = watch
        self._matcher: MatcherTrack | None = None
        self._gave_up = ""
        self._last_stack: tuple[int, Stack | None] | None = None
        if constraint:
            self._compile(constraint, compile_constraint(engine, constraint, vocabulary, engines))

    def _compile(self, constraint: Constraint, compiled: CompiledConstraint) -> None:
        self.compile_seconds, self.warnings = compiled.compile_seconds, compiled.warnings
        self.engine = compiled.engine if isinstance(compiled, AutoConstraint) else self.engine
        self._matcher = MatcherTrack(compiled, self._vocabulary)
        grammar = resolve_tokens(constraint, self._vocabulary.tokenize, len(self._vocabulary))
        try:
            self.automaton = Automaton(grammar)
        except TooAmbiguous as error:
            self._gave_up = _no_stack(error)

    def first(self) -> Standing:
        """Before any token."""
        if not self._matcher:
            return unmasked(TriggerState("off"), _NO_CONSTRAINT)
        if self._watch.waits:
            return self._waiting(())
        state = self.automaton.start if self.automaton else None
        return self._active(TriggerState("off"), (), [], state, self._gave_up)

    def after(self, previous: Standing, token_ids: Sequence[int]) -> Standing:
        """After the last of `token_ids`, where `previous` is the standing before it.

        Raises PatternTimeoutError when the trigger's pattern takes too long, and EngineError when the engine
        refuses what its own mask allowed.
        """
        if token_ids[-1] in self._vocabulary.end_ids:
            return ended(previous, len(self._vocabulary))
        if not self._matcher:
            return previous
        if previous.trigger.state in ("thinking", "waiting"):
            return self._look_for_trigger(token_ids)
        last = pieces_of(self._vocabulary, token_ids[-1:])
        state, note = self._read(previous.state, previous.note, last)
        return self._active(previous.trigger, previous.begun, token_ids, state, note)

    def pieces(self, standing: Standing, token_ids: Sequence[int]) -> list[Piece]:
        """What the grammar reads of the tokens: from the trigger's start on, or all of them."""
        return [*standing.begun, *pieces_of(self._vocabulary, token_ids[_since(standing.trigger) :])]

    def stack_view(self, standing: Standing, data: bytes) -> StackView | None:
        """The stacks as a person reads them, `data` being the text; None when there is no state."""
        if not self.automaton or standing.state is None:
            return None
        deepest = self._deepest(standing.state)
        rules = deepest.rules if deepest else ()
        return StackView(
            depth=standing.depth,
            count=len(self.automaton.items(standing.state)),
            rules=tuple(OpenRule(rule.rule, rule.place, rule.waits) for rule in rules),
            frames=deepest.frames if deepest else 0,
            expected=tuple(expectation.what for expectation in expected(self.automaton, standing.state)),
            partial=visible(cut_character(data)),
            place=self._tag_place(standing.state),
        )

    def _tag_place(self, state: int) -> TagPlace | None:
        if not self.automaton or state == DEAD or not self._constraint or not self._constraint.tags:
            return None
        return tag_place(self.automaton, state, self._constraint.tags)

    def cursor(self, standing: Standing, pieces: Sequence[Piece]) -> Cursor | None:
        """Where what the grammar has read stands as JSON; None for other texts, and without a living state.

        Raises TooAmbiguous.
        """
        constraint, state = self._constraint, standing.state
        if not self.automaton or state in (None, DEAD) or not constraint or constraint.kind not in JSON_KINDS:
            return None
        written = b"".join(data for _, data in pieces).decode("utf-8", "replace")
        return cursor_at(constraint, written, self.automaton, state)

    def unfinished(self, standing: Standing) -> Unfinished | None:
        """What the text still lacks; None without a state to ask about."""
        if not self.automaton or standing.state is None:
            return None
        return unfinished(self.automaton, standing.state)

    def parse_tree(self, standing: Standing, token_ids: Sequence[int]) -> ParseTree | None:
        """The rules of the text under the grammar; None without a state, or when it is too ambiguous."""
        if not self.automaton or standing.state is None:
            return None
        try:
            return parse_tree(self.automaton, self.pieces(standing, token_ids))
        except TooAmbiguous:
            return None

    def rules(self, standing: Standing, token_ids: Sequence[int]) -> tuple[RuleSpan, ...] | None:
        """The rules that have begun or must come next; None without a state. Raises TooAmbiguous."""
        if not self.automaton or standing.state is None:
            return None
        return rules_so_far(self.automaton, self.pieces(standing, token_ids))

    def verdicts(self, standing: Standing) -> Verdicts | None:
        """The automaton's verdict on every token; None without a state to ask about, or when it gives up."""
        if not self.automaton or standing.state is None:
            return None
        try:
            return judge(self.automaton, self._vocabulary.trie, standing.state)
        except TooAmbiguous:
            return None

    def _deepest(self, state: int | None) -> Stack | None:
        """The deepest stack of a state; None when nothing more may be read. The last answer is kept."""
        if not self.automaton or state is None:
            return None
        if self._last_stack is None or self._last_stack[0] != state:
            self._last_stack = (state, next(iter(open_stacks(self.automaton, state, limit=1)), None))
        return self._last_stack[1]

    def _look_for_trigger(self, token_ids: Sequence[int]) -> Standing:
        fired = self._watch.look(token_ids)
        if fired is None:
            return self._waiting(token_ids)
        assert self._matcher
        trigger = TriggerState("active", since_token=len(token_ids) - 1, offset=fired.offset, by=fired.by)
        begin = self.automaton.start if self.automaton else None
        begun = self._matcher.begin(self._by_part(fired.pieces))
        if begun is None:
            return self._misfit(trigger, fired, begin)
        state, note = self._read(begin, self._gave_up, begun)
        return self._active(trigger, begun, token_ids, state, note)

    def _waiting(self, token_ids: Sequence[int]) -> Standing:
        by, seen = self._watch.seen(token_ids)
        if self._watch.thinks(token_ids):
            return unmasked(TriggerState("thinking", seen), _THINKING)
        return unmasked(TriggerState("waiting", seen, by=by), _WAITING)

    def _by_part(self, pieces: Sequence[Piece]) -> Sequence[Piece]:
        """The first token without its id, where a part of its text counts and no rule begins with the id."""
        token_id, data = pieces[0] if pieces else (None, b"")
        if token_id is None or self._vocabulary.tokens[token_id] in (None, data):
            return pieces
        named = self.automaton and self.automaton.feed_token(self.automaton.start, token_id, None) != DEAD
        return pieces if named else [(None, data), *pieces[1:]]

    def _misfit(self, trigger: TriggerState, fired: Fired, begin: int | None) -> Standing:
        state, note = self._read(begin, self._gave_up, fired.pieces)
        text = b"".join(data for _, data in fired.pieces).decode("utf-8", "replace")
        what = "thinking ended" if fired.by is None else "trigger fired"
        return Standing(
            trigger,
            nothing_allowed(len(self._vocabulary)),
            may_end=False,
            agreement=self._compare(np.zeros(len(self._vocabulary), dtype=np.bool_), state, note),
            state=state,
            note=note,
            begun=fired.pieces,
            misfit=f"The {what}, but the text from there on, {text!r}, does not fit the grammar.",
        )

    def _read(self, state: int | None, note: str, pieces: Sequence[Piece]) -> tuple[int | None, str]:
        """The automaton's state after some pieces, or None and why."""
        if not self.automaton or state is None:
            return None, note
        try:
            for token_id, data in pieces:
                state = self.automaton.feed_token(state, token_id, data)
        except TooAmbiguous as error:
            return None, _no_stack(error)
        count = len(self.automaton.items(state))
        return (None, _no_stack(f"{count:,} stacks at once")) if count > MAX_STACKS else (state, "")

    def _active(
        self,
        trigger: TriggerState,
        begun: tuple[Piece, ...],
        token_ids: Sequence[int],
        state: int | None,
        note: str,
    ) -> Standing:
        assert self._matcher
        began = time.perf_counter()
        matcher = self._matcher.after(begun, token_ids[_since(trigger) :])
        mask = matcher.mask()
        may_end = matcher.may_end()
        masked = time.perf_counter()
        agreement = self._compare(unpack(mask, len(self._vocabulary)), state, note)
        deepest = self._deepest(state)
        depth = deepest.depth if deepest else 0
        rest = time.perf_counter() - masked
        return Standing(
            trigger, mask, may_end, agreement, state, note, depth, begun, "", masked - began, rest
        )

    def _compare(self, engine: NDArray[np.bool_], state: int | None, note: str) -> Agreement:
        if not self.automaton or state is None:
            return Agreement("unknown", note=note)
        try:
            return compare(engine, judge(self.automaton, self._vocabulary.trie, state).allowed)
        except TooAmbiguous as error:
            return Agreement("unknown", note=_no_stack(error))


def _since(trigger: TriggerState) -> int:
    """How many tokens were written when the grammar took over."""
    return 0 if trigger.since_token is None else trigger.since_token + 1


def _no_stack(why: TooAmbiguous | str) -> str:
    return f"The automaton gave up ({why}); the engine's mask still holds."
