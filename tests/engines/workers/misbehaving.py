"""Engines that misbehave where the text of a constraint says so. Workers find them by `PLACE`.

It wraps xgrammar. The first of some choices names what happens, such as `hang`, while the constraint is
compiled; behind `at`, such as `at hang`, it happens at every mask after the letter b.
"""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint
from playground.engines import ENGINES as GOOD
from playground.engines.protocol import Bitmask, CompiledConstraint, Matcher
from playground.grammar.choice import read_choices

PLACE = f"{__name__}:ENGINES"
PREPARED = ("misbehaving",)
MIB = 2**20


def misbehave(how: str) -> None:
    match how:
        case "hang":
            while True:
                signal.pause()
        case "exit":
            os._exit(3)
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "abort":
            os.abort()
        case "eat":
            eaten = []
            while True:
                eaten.append(bytearray(8 * MIB))
        case "raise":
            raise RuntimeError("what no engine should raise")


class Misbehaving:
    def __init__(self, matcher: Matcher, vocabulary: Vocabulary, how: str) -> None:
        self._matcher = matcher
        self._b = vocabulary.tokens.index(b"b")
        self._how = how
        self._read: list[int] = []

    def mask(self) -> Bitmask:
        if self._read[-1:] == [self._b]:
            misbehave(self._how)
        return self._matcher.mask()

    def accept(self, token_id: int) -> bool:
        accepted = self._matcher.accept(token_id)
        if accepted:
            self._read.append(token_id)
        return accepted

    def accept_text(self, data: bytes) -> bool:
        raise NotImplementedError

    def rollback(self, count: int) -> None:
        del self._read[len(self._read) - count :]
        self._matcher.rollback(count)

    def may_end(self) -> bool:
        return self._matcher.may_end()


@dataclass(frozen=True)
class MisbehavingConstraint:
    compiled: CompiledConstraint
    vocabulary: Vocabulary
    how: str
    compile_seconds: float = 0.0
    warnings: tuple[str, ...] = ("It will misbehave.",)

    def matcher(self) -> Matcher:
        return Misbehaving(self.compiled.matcher(), self.vocabulary, self.how)


class MisbehavingEngine:
    name = "misbehaving"

    def compile(self, constraint: Constraint, vocabulary: Vocabulary) -> MisbehavingConstraint:
        first = read_choices(constraint.text).choices[0][0] if constraint.kind == "choice" else ""
        misbehave(first)
        compiled = GOOD["xgrammar"].compile(constraint, vocabulary)
        return MisbehavingConstraint(compiled, vocabulary, first.removeprefix("at "))


ENGINES = {"misbehaving": MisbehavingEngine()}
