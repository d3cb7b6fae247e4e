"""Lesson 7: a command language with and without bounds on its repetitions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from playground.automaton import check
from playground.automaton.checker import Status
from playground.constraints import Constraint
from playground.decoding import Sampling
from playground.decoding.position import Plain
from playground.lessons.examples import Example, example
from playground.models import load_model

BUDGET = 60
RUNS = 5
UNBOUNDED = r"""root   ::= "edit " path " line " number "\n"
path   ::= (name "/")* name ".java"
name   ::= [a-z]+
number ::= [1-9] [0-9]*
"""
LINES = (
    "edit src/app.java line 12\n",
    "edit errmsg/loader/loaderyy.java line 8888\n",
    "edit App.java line 12\n",
    "edit abcdefghi.java line 12\n",
    "edit app.java line 012\n",
)


@dataclass(frozen=True, slots=True)
class CommandRun(Plain):
    text: str
    finish_reason: str
    tokens: int


@dataclass(frozen=True, slots=True)
class GrammarRuns(Plain):
    """Runs of a model of noise under one grammar."""

    grammar: str
    runs: tuple[CommandRun, ...]

    @property
    def finished(self) -> int:
        return sum(run.finish_reason == "stop" for run in self.runs)


@dataclass(frozen=True, slots=True)
class JudgedLine(Plain):
    text: str
    status: Status
    offset: int


@dataclass(frozen=True, slots=True)
class Command(Plain):
    budget: int
    bounded: GrammarRuns
    unbounded: GrammarRuns
    lines: tuple[JudgedLine, ...]


@cache
def command() -> Command:
    bounded = example("command").text
    return Command(BUDGET, _runs(bounded), _runs(UNBOUNDED), tuple(_line(bounded, line) for line in LINES))


def _runs(grammar: str) -> GrammarRuns:
    session = Example("", "gbnf", grammar, "Command:").session(load_model("toy"), budget=BUDGET)
    runs = []
    for seed in range(RUNS):
        session.reset()
        session.sampling = Sampling(temperature=1, seed=seed)
        for _ in session.run():
            pass
        runs.append(CommandRun(session.text, session.finish_reason or "", len(session.token_ids)))
    return GrammarRuns(grammar, tuple(runs))


def _line(grammar: str, line: str) -> JudgedLine:
    verdict = check(Constraint("gbnf", grammar), line)
    return JudgedLine(line, verdict.status, verdict.offset)
