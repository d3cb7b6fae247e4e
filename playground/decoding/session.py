"""A session: one prompt, one constraint and one model, and the tokens chosen so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from playground.automaton import ParseTree, RuleSpan
from playground.constraints import Constraint
from playground.decoding.finish import Finish, finish_of
from playground.decoding.json_cursor import Cursor
from playground.decoding.matcher_track import Piece
from playground.decoding.moment import Moment, chip_of, constrained_step, position_of
from playground.decoding.position import FinishReason, Position, Step, TokenChip, VocabularyPage
from playground.decoding.run_verdict import RunVerdict, judge_run
from playground.decoding.sampling import Sampling, choose
from playground.decoding.scoring import Scores, Scoring
from playground.decoding.standing import Standing
from playground.decoding.track import Track
from playground.decoding.trigger import Trigger
from playground.decoding.unfinished import Unfinished
from playground.decoding.visible import visible_token
from playground.decoding.vocabulary_map import VocabularyMap, vocabulary_map
from playground.decoding.vocabulary_table import Show, reason, vocabulary_page
from playground.decoding.watch import Watch
from playground.engines import ENGINES
from playground.engines.protocol import Engine, unpack
from playground.models import Model
from playground.records import Record, read_record

_UNGOVERNED = {
    "waiting": "The trigger has not fired, so the constraint governed nothing.",
    "thinking": "The thinking has not ended, so the constraint governed nothing.",
}
"""By the trigger's state."""


class StepError(ValueError):
    """A token that cannot be chosen here, or a step that cannot be taken; the session stays as it was."""


class Session:
    """Its inputs and a list of token ids; everything else is found from them, and kept once it is found.

    - `constraint` None leaves everything allowed; `trigger`, one or several, needs a constraint.
    - `thinking` is the text that ends a model's thinking, `</think>` say: up to there nothing is masked and
      no trigger is looked for; it needs a constraint too. Empty for a model that does not think first.
    - `budget` is how many tokens may be chosen, the end token included.
    - `chat` None wraps the prompt with the model's chat template when it has one.
    - `engine` is one of `engines`, which run in this process unless they are those of a pool of workers.
    - `sampling` and `budget` may be changed between steps.

    Tokens that were stepped back over stay known, with their keys and values, until another token is chosen
    in their place: choosing them again costs no forward pass. Not for use from two threads at once.

    Raises ValueError for inputs that make no sense, ModelError when the model cannot take the prompt,
    ConstraintError and EngineError when the constraint cannot be used with this model or engine.
    """

    def __init__(
        self,
        model: Model,
        prompt: str,
        constraint: Constraint | None = None,
        trigger: Trigger | Sequence[Trigger] | None = None,
        sampling: Sampling = Sampling(),  # noqa: B008 - frozen
        engine: str = "xgrammar",
        budget: int = 256,
        chat: bool | None = None,
        engines: Mapping[str, Engine] = ENGINES,
        thinking: str = "",
    ) -> None:
        if trigger and not constraint:
            raise ValueError("A trigger switches a grammar on, but there is no constraint.")
        if thinking and not constraint:
            raise ValueError("The constraint begins where the thinking ends, but there is no constraint.")
        if not isinstance(budget, int) or isinstance(budget, bool) or budget < 0:
            raise ValueError(f"The budget is a whole number of tokens, 0 or more, not {budget!r}.")
        self.model = model
        self.prompt = prompt
        self.constraint = constraint
        self.sampling = sampling
        self.engine = engine
        self.engines = engines
        self.budget = budget
        self.chat = model.has_chat_template if chat is None else chat
        self.prompt_ids = tuple(model.encode(prompt, self.chat))
        self._vocabulary = model.vocabulary
        triggers = [trigger] if isinstance(trigger, Trigger) else trigger or ()
        self.watch = Watch(triggers, model.vocabulary, thinking)
        self._track = Track(constraint, self.watch, engine, model.vocabulary, engines)
        self._scoring = Scoring(model, self.prompt_ids)
        self._tokens: list[int] = []  # chosen, and after them those that were stepped back over
        self._forced: list[bool] = []
        self._length = 0
        self._moments = [Moment(self._track.first())]

    # What was chosen

    @property
    def token_ids(self) -> tuple[int, ...]:
        return tuple(self._tokens[: self._length])

    @property
    def data(self) -> bytes:
        """The generated text as bytes: a token may end inside a character."""
        return self._vocabulary.decode(self.token_ids)

    @property
    def text(self) -> str:
        """The generated text; U+FFFD stands for a character that is broken or has not ended."""
        return self.data.decode("utf-8", "replace")

    @property
    def kept_mass(self) -> tuple[float, ...]:
        """The kept mass at each step taken so far, 0 to 1."""
        return tuple(chip.kept_mass for chip in self.tokens())

    @property
    def compile_seconds(self) -> float:
        """What the engine took to compile the constraint; 0 without one."""
        return self._track.compile_seconds

    @property
    def engine_taken(self) -> str:
        """The engine that computes the masks; another name than `engine` when that is `auto`."""
        return self._track.engine

    @property
    def engine_warnings(self) -> tuple[str, ...]:
        return self._track.warnings

    def tokens(self) -> tuple[TokenChip, ...]:
        """The chosen tokens, each with the figures of the position at which it was chosen."""
        return tuple(
            chip_of(
                self._moments[i],
                self._moments[i + 1],
                i,
                self._tokens[i],
                self._vocabulary,
                self._forced[i],
            )
            for i in range(self._length)
        )

    # Where it stands

    @property
    def position(self) -> Position:
        """The current position. Costs a forward pass when its scores are not known yet."""
        return self.position_at(self._length)

    def position_at(self, index: int) -> Position:
        """The position before token `index` was chosen; no forward pass for one that was seen before.

        Raises IndexError when there is no such position.
        """
        self._check_index(index)
        moment = self._moments[index]
        self._know_scores(index)
        finish = self._finish() if index == self._length else (None, "")
        data = self._vocabulary.decode(self._tokens[:index])
        stack = self._track.stack_view(moment.standing, data)
        return position_of(moment, index, data, self._vocabulary, stack, finish)

    def know(self) -> None:
        """See to it that the scores of the current position are known, by a forward pass if need be."""
        self._know_scores(self._length)

    @property
    def finish_reason(self) -> FinishReason | None:
        """Costs no forward pass."""
        return self._finish()[0]

    def vocabulary(
        self,
        index: int | None = None,
        query: str = "",
        show: Show = "all",
        page: int = 0,
        page_size: int = 50,
        rejected_at: int | None = None,
    ) -> VocabularyPage:
        """One page of the vocabulary at a position, by default the current one; empty after the end.

        Raises IndexError for a position that there is not, ValueError for a filter or page that there is not.
        """
        index = self._length if index is None else index
        self._check_index(index)
        scores = self._know_scores(index)
        if scores is None:
            return VocabularyPage((), 0, page, page_size)
        standing = self._moments[index].standing
        return vocabulary_page(
            self._vocabulary,
            self._scoring.logits(scores),
            self._allowed(standing),
            self._track.verdicts(standing),
            query,
            show,
            page,
            page_size,
            rejected_at,
        )

    def vocabulary_map(self, index: int) -> VocabularyMap | None:
        """The whole vocabulary at a position as a picture; None after the end.

        Raises IndexError for a position that there is not.
        """
        self._check_index(index)
        scores = self._know_scores(index)
        if scores is None:
            return None
        standing = self._moments[index].standing
        return vocabulary_map(
            self._scoring.logits(scores), self._allowed(standing), self._track.verdicts(standing)
        )

    def governed(self, index: int) -> list[Piece]:
        """What the grammar has read before a position, and all text while it waits for its turn.

        Without the end token. Raises IndexError for a position that there is not.
        """
        self._check_index(index)
        return self._track.pieces(self._moments[index].standing, self._spoken()[:index])

    def cursor(self, index: int | None = None) -> Cursor | None:
        """Where the text stands as JSON at a position, by default the current one.

        None when the constraint is about other texts, or no grammar is active. Raises IndexError for a
        position that there is not, TooAmbiguous for a text that can be read in too many ways.
        """
        index = self._length if index is None else index
        return self._track.cursor(self._moments[index].standing, self.governed(index))

    def record(self) -> Record:
        """The finished text as a typed value; nothing is parsed unless the finish reason is `stop`."""
        standing = self._moments[self._length].standing
        pieces = self.governed(self._length)
        note = _UNGOVERNED.get(standing.trigger.state)
        found = read_record(None if note else self.constraint, pieces, self._track.automaton, self._finish())
        return replace(found, notes=(*found.notes, note)) if note else found

    def unfinished(self) -> Unfinished | None:
        """What the text still lacks; None when no grammar is active, or the automaton gave up."""
        return self._track.unfinished(self._moments[self._length].standing)

    def parse_tree(self) -> ParseTree | None:
        """Which rule wrote which part of the text that the grammar governs, as far as it goes.

        None when no grammar is active, the text does not fit it, or it is too ambiguous.
        """
        return self._track.parse_tree(self._moments[self._length].standing, self._spoken())

    def rules(self) -> tuple[RuleSpan, ...] | None:
        """The rules of the governed text that have begun, and those that it does not go on without.

        None when no grammar is active, or the automaton gave up. Raises TooAmbiguous.
        """
        return self._track.rules(self._moments[self._length].standing, self._spoken())

    def verdict(self) -> RunVerdict:
        """How far the constraint and the model were at odds over the steps taken so far."""
        return judge_run(
            constrained_step(moment, index, self._tokens[index], self._vocabulary)
            for index, moment in enumerate(self._moments[: self._length])
            if moment.standing.mask is not None
        )

    # Going on and back

    def step(self, token_id: int | None = None) -> Step:
        """Choose the next token by the sampling, or take the one that is given.

        Raises StepError, and changes nothing, when the session is finished, the token is masked (the
        message says why) or there is no such token; PatternTimeoutError when the trigger's pattern takes
        too long on the new text; EngineError when the engine refuses what its own mask allowed.
        """
        position = self.position
        if position.finish_reason:
            hint = "Step back or reset to go on."
            raise StepError(
                f"The session is finished ({position.finish_reason}): {position.finish_note} {hint}"
            )
        chosen = self._choose() if token_id is None else self._checked(token_id)
        self._advance(chosen, forced=token_id is not None)
        return Step(position, chosen, visible_token(self._vocabulary, chosen), token_id is not None)

    def run(self, max_tokens: int | None = None) -> Iterator[Step]:
        """Step until the session is finished, or `max_tokens` more tokens are chosen."""
        while self.finish_reason is None and (max_tokens is None or max_tokens > 0):
            yield self.step()
            max_tokens = None if max_tokens is None else max_tokens - 1

    def replay(self, token_ids: Sequence[int], forced: Sequence[bool]) -> None:
        """Choose these tokens again, each `forced` by the visitor or not. Raises as `step` does."""
        for token_id, is_forced in zip(token_ids, forced, strict=True):
            self.step(token_id)
            self._forced[self._length - 1] = is_forced

    def back(self, n: int = 1) -> None:
        """Take back the last `n` tokens, without a forward pass. Raises StepError when there are fewer."""
        if not 0 <= n <= self._length:
            raise StepError(f"Cannot step back {n}: the session has {self._length} steps.")
        self._length -= n

    def reset(self) -> None:
        """Take back all tokens."""
        self._length = 0

    def _spoken(self) -> list[int]:
        """The chosen tokens without the end token."""
        return [token_id for token_id in self.token_ids if token_id not in self._vocabulary.end_ids]

    def _choose(self) -> int:
        scores = self._know_scores(self._length)
        assert scores
        allowed = self._allowed(self._moments[self._length].standing)
        return choose(self._scoring.logits(scores), allowed, self.sampling, self._length)

    def _checked(self, token_id: int) -> int:
        size = len(self._vocabulary)
        if not isinstance(token_id, int) or isinstance(token_id, bool) or not 0 <= token_id < size:
            raise StepError(f"There is no token {token_id!r}; ids go from 0 to {size - 1:,}.")
        standing = self._moments[self._length].standing
        if not self._allowed(standing)[token_id]:
            why = reason(token_id, self._track.verdicts(standing))
            raise StepError(
                f"Token {token_id} ({visible_token(self._vocabulary, token_id)}) is masked: {why}."
            )
        return token_id

    def _advance(self, token_id: int, forced: bool) -> None:
        """Choose a token; what was stepped back over is forgotten unless it is this very token."""
        length = self._length
        if self._tokens[length : length + 1] != [token_id]:
            chosen = [*self._tokens[:length], token_id]
            standing = self._track.after(self._moments[length].standing, chosen)
            self._tokens = chosen
            del self._forced[length:], self._moments[length + 1 :]
            self._forced.append(forced)
            self._moments.append(Moment(standing))
        self._forced[length] = forced
        self._length += 1

    # What is found out

    def _finish(self) -> Finish:
        length, context = self._length, self.model.context_length
        ended = length > 0 and self._tokens[length - 1] in self._vocabulary.end_ids
        room = context - len(self.prompt_ids) - length
        return finish_of(self._moments[length].standing, ended, length, self.budget, room, context)

    def _know_scores(self, index: int) -> Scores | None:
        """The scores at a position, by a forward pass when they are not known; None after an end token."""
        moment = self._moments[index]
        if moment.scores is None and not (index and self._tokens[index - 1] in self._vocabulary.end_ids):
            moment.scores = self._scoring.scores(self._tokens[:index], self._allowed(moment.standing))
        return moment.scores

    def _allowed(self, standing: Standing) -> NDArray[np.bool_]:
        size = len(self._vocabulary)
        return np.ones(size, dtype=np.bool_) if standing.mask is None else unpack(standing.mask, size)

    def _check_index(self, index: int) -> None:
        if not 0 <= index <= self._length:
            raise IndexError(f"There is no position {index}; the current one is {self._length}.")
