"""Which tag of a structural tag a text stands in, found from the rules that are open."""

from __future__ import annotations

from collections.abc import Sequence

from playground.automaton import Automaton, open_names
from playground.decoding.position import TagPlace
from playground.grammar.tags import Tag

_MOST_STACKS = 1_000


def tag_place(automaton: Automaton, state: int, tags: Sequence[Tag]) -> TagPlace:
    """The place in a state that is alive. A text that may be read as free too is free."""
    by_rule = {rule: number for number, tag in enumerate(tags) for rule in tag.rules}
    found: set[int] = set()
    stacks = open_names(automaton, state, _MOST_STACKS)
    if not stacks:
        return TagPlace("done")
    for names in stacks:
        innermost = next((by_rule[name] for name in reversed(names) if name in by_rule), None)
        if innermost is None:
            return TagPlace("free")
        found.add(innermost)
    return TagPlace("inside", tuple(dict.fromkeys(tags[number].name for number in sorted(found))))
