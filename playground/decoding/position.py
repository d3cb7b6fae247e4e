"""What a session shows: a position before a token is chosen, and the step that was taken there.

All of it is plain, frozen data. Probabilities are 0 to 1, times are seconds, offsets of tokens count
characters from 0, entropies are bits.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

FinishReason = Literal["stop", "length", "dead_end", "misfit"]
"""`stop`: the end token at a complete text. `length`: the budget or the context is spent. `dead_end`: no
token is allowed. `misfit`: the trigger fired, and the text from there on cannot fit the grammar.
"""


class Plain:
    """Gives a dataclass a `to_dict` with plain JSON values."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)  # type: ignore[call-overload, no-any-return]


@dataclass(frozen=True, slots=True)
class Candidate(Plain):
    """One token at one position, before and after the mask."""

    token_id: int
    text: str
    """White space made visible, bytes of a broken character as ⟨E2 82⟩."""
    before: float
    after: float
    allowed: bool


@dataclass(frozen=True, slots=True)
class Timing(Plain):
    """Seconds one position took to compute."""

    forward: float
    mask: float
    rest: float


@dataclass(frozen=True, slots=True)
class OpenRule(Plain):
    """A named rule that is open, and where in it the text stands."""

    rule: str
    place: str
    """The rule's alternative with a dot at the current place: `"{" ws … • "}" ws`."""
    waits: bool = True
    """A rule inside it is being read, and something more of this one must follow."""


@dataclass(frozen=True, slots=True)
class TagPlace(Plain):
    """Where a text stands between the tags of a structural tag.

    `free`: outside of all of them. `inside`: in a tag, one of `tags` by name, several while its beginning
    does not tell them apart. `done`: only the end may follow.
    """

    state: Literal["free", "inside", "done"]
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StackView(Plain):
    """Where the text stands in the grammar."""

    depth: int
    """Rules of the deepest stack that wait: for `{"a": [1, 2` those are object and array."""
    count: int
    """How many stacks are alive at once; 0 where only the end may follow, or nothing."""
    rules: tuple[OpenRule, ...]
    """The deepest stack, outermost first."""
    frames: int
    """Raw frames on that stack, anonymous ones included."""
    expected: tuple[str, ...]
    """What may come next, as readable classes and literals."""
    partial: str = ""
    """The bytes of a character that has begun and not ended, as ⟨E2 82⟩."""
    place: TagPlace | None = None
    """Under a structural tag."""


@dataclass(frozen=True, slots=True)
class TriggerState(Plain):
    """What switches the grammar on. `off`: nothing need to, the grammar is active from the start.

    `thinking`: the end of the thinking has not been written. `waiting`: no trigger has fired since.
    """

    state: Literal["off", "thinking", "waiting", "active"]
    seen: str = ""
    """While waiting: the longest end of the text that could begin a trigger; while thinking, the end of the
    thinking. The names of special tokens count as text.
    """
    since_token: int | None = None
    """Once active: the index of the token that completed the trigger, or the end of the thinking."""
    offset: int | None = None
    """Once active: the character of the text at which the grammar starts."""
    by: int | None = None
    """Which trigger, counted from 0: once active, the one that fired, None when there is none and the
    thinking has ended; while waiting, the one that `seen` could begin, None for none.
    """


@dataclass(frozen=True, slots=True)
class Agreement(Plain):
    """The engine's mask beside the automaton's."""

    state: Literal["agree", "differ", "unknown"]
    """`unknown` without an active grammar, after the end, or when the automaton gave up; see `note`."""
    only_engine: tuple[int, ...] = ()
    """The first token ids that only the engine allows, at most 20."""
    only_automaton: tuple[int, ...] = ()
    only_engine_count: int = 0
    only_automaton_count: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Position(Plain):
    """Everything known before a token is chosen.

    After `stop` there is no next token: no candidates, nothing allowed or masked, a kept mass of 1.
    """

    index: int
    """How many tokens were chosen before."""
    text: str
    candidates: tuple[Candidate, ...]
    """The model's top 20, then those of the masked top 20 that are not among them."""
    kept_mass: float
    entropy_before: float
    entropy_after: float
    allowed_count: int
    masked_count: int
    may_end: bool
    stack: StackView | None
    """None while no grammar is active, or when the automaton gave up; `stack_note` says which."""
    stack_note: str
    trigger: TriggerState
    agreement: Agreement
    timing: Timing
    finish_reason: FinishReason | None
    finish_note: str = ""
    """Why it is finished, in a sentence; empty while it runs."""


@dataclass(frozen=True, slots=True)
class Step(Plain):
    """A position and the token that was chosen there."""

    position: Position
    token_id: int
    text: str
    forced: bool
    """Chosen by the visitor, not by the sampling."""


@dataclass(frozen=True, slots=True)
class TokenChip(Plain):
    """One chosen token, small enough to draw all of them at every step."""

    index: int
    token_id: int
    text: str
    kept_mass: float
    depth: int
    allowed_count: int
    entropy_before: float
    entropy_after: float
    forced: bool
    fired: bool
    """With this token the trigger fired."""


@dataclass(frozen=True, slots=True)
class VocabularyRow(Plain):
    """One line of the vocabulary table."""

    token_id: int
    text: str
    bytes: str
    """Hexadecimal, two digits a byte, spaces between; empty for a token without text."""
    before: float
    after: float
    allowed: bool
    reason: str
    """Why it is masked, as a person would say it; empty when allowed."""


@dataclass(frozen=True, slots=True)
class MaskedGroup(Plain):
    """The masked tokens that fail at the same character for the same reason."""

    character: int
    """The index of the first rejected character of each token, from 0."""
    wanted: str
    """What the grammar wanted there, and which rules did."""
    count: int


@dataclass(frozen=True, slots=True)
class WalkCost(Plain):
    """What judging the whole vocabulary cost, in bytes fed to the automaton."""

    read: int
    """By the walk over the prefix tree, in which tokens that begin alike share their way."""
    naive: int
    """By trying each token alone, up to its first rejected byte."""
    seconds: float


@dataclass(frozen=True, slots=True)
class VocabularyPage(Plain):
    """One page of the vocabulary table, most probable first."""

    rows: tuple[VocabularyRow, ...]
    total: int
    """Rows that match the search and the filter."""
    page: int
    """From 0."""
    page_size: int
    groups: tuple[MaskedGroup, ...] = ()
    """The masked tokens with text, largest group first, at most 20; empty without an automaton's verdict."""
    walk: WalkCost | None = None
    """None without an automaton's verdict."""
