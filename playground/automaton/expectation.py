"""What may come next, in words a person would use, and which rules want it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from playground.automaton.automaton import Automaton
from playground.automaton.program import Match, MatchToken, Program
from playground.automaton.stacks import Item
from playground.automaton.wording import describe

_LONGEST = 60
"""Characters of a literal that are shown."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """One thing the grammar would accept next, and the rules that ask for it, in the grammar's order."""

    what: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return self.what

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def expected(automaton: Automaton, state: int) -> tuple[Expectation, ...]:
    """Everything the grammar would accept next, without repetition; the end of the text last."""
    program = automaton.program
    rules: dict[str, set[int]] = {}
    for item in automaton.items(state):
        rules.setdefault(_what(program, item), set()).add(item.terminal.rule)
    names = [rule.name for rule in program.grammar.rules]
    found = [
        Expectation(what, tuple(names[i] for i in sorted(by)))
        for what, by in sorted(rules.items(), key=lambda entry: (min(entry[1]), entry[0]))
    ]
    if automaton.may_end(state):
        found.append(Expectation("the end of the text", (program.grammar.root,)))
    return tuple(found)


def phrase(expectations: tuple[Expectation, ...], limit: int = 4) -> str:
    """`a digit or "}", from rules num and object`."""
    if not expectations:
        return "nothing"
    shown = [e.what for e in expectations[:limit]]
    more = len(expectations) - len(shown)
    listed = f"{', '.join(shown)} or {more} more" if more else _either(shown)
    rules = list(dict.fromkeys(rule for e in expectations[:limit] for rule in e.rules))
    return f"{listed}, from {'rule' if len(rules) == 1 else 'rules'} {' and '.join(rules)}"


def _either(parts: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def _what(program: Program, item: Item) -> str:
    terminal = item.terminal
    if isinstance(terminal, MatchToken):
        ids = ", ".join(map(str, terminal.tokens.ids))
        return f"any token but {ids}" if terminal.tokens.negated else f"token {ids}"
    if terminal.node in program.classes:
        if item.node != terminal.node:
            return "the rest of a character"
        return describe(program.classes[terminal.node])
    return _literal(program, item, terminal)


def _literal(program: Program, item: Item, terminal: Match) -> str:
    rest = program.bytes.rest(item.node, 4 * _LONGEST) or b""
    text = rest.decode(errors="ignore")
    shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return _quoted(shown) if shown else "the rest of a character"


def _quoted(text: str) -> str:
    shown = text.replace(" ", "␣").replace("\n", "⏎").replace("\t", "⇥").replace("\r", "␍")
    return f"'{shown}'" if '"' in shown and "'" not in shown else f'"{shown}"'
