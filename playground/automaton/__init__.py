"""The pushdown automaton: where a text stands in a grammar, what may come next, and why not the rest."""

from playground.automaton.automaton import DEAD, Automaton
from playground.automaton.checker import Verdict, check
from playground.automaton.completion import Completion, shortest_completion
from playground.automaton.expectation import Expectation, expected, phrase
from playground.automaton.stacks import TooAmbiguous
from playground.automaton.tree import ParseTree, RuleSpan, parse_tree, rules_so_far
from playground.automaton.trie import Trie
from playground.automaton.verdicts import RejectionGroup, Verdicts, judge
from playground.automaton.view import OpenRule, Stack, open_names, open_stacks
from playground.automaton.vocabulary import Vocabulary

__all__ = [
    "DEAD",
    "Automaton",
    "Completion",
    "Expectation",
    "OpenRule",
    "ParseTree",
    "RejectionGroup",
    "RuleSpan",
    "Stack",
    "TooAmbiguous",
    "Trie",
    "Verdict",
    "Verdicts",
    "Vocabulary",
    "check",
    "expected",
    "judge",
    "open_names",
    "open_stacks",
    "parse_tree",
    "phrase",
    "rules_so_far",
    "shortest_completion",
]
