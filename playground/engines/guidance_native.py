"""Masks by llguidance from its own reading of a constraint, as vLLM hands it over.

Regexes, choices and JSON reach it as they were written, and forced text collapses to one token. Its reading
of GBNF is left out: it turns rules of terminals into lexemes, so that `[a-z]+ "x"` matches nothing.
"""

from __future__ import annotations

import json
import time

from llguidance import LLMatcher, grammar_from

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint
from playground.engines.guidance import FORCING, GuidanceConstraint, start_of, tokenizer_of
from playground.engines.per_vocabulary import PerVocabulary
from playground.engines.protocol import EngineError
from playground.grammar.choice import read_choices
from playground.grammar.json_text import MARK

_ANY_OBJECT = '{"type": "object"}'


class GuidanceNativeEngine:
    name = "guidance-native"

    def __init__(self) -> None:
        self._tokenizers = PerVocabulary(tokenizer_of)

    def compile(self, constraint: Constraint, vocabulary: Vocabulary) -> GuidanceConstraint:
        tokenizer = self._tokenizers(vocabulary)
        started = time.perf_counter()
        start = start_of(_grammar(constraint), tokenizer)
        if start.is_error():
            raise EngineError(start.get_error().strip())
        seconds = time.perf_counter() - started
        return GuidanceConstraint(start, vocabulary, seconds, (FORCING, *start.get_grammar_warnings()))


def _grammar(constraint: Constraint) -> str:
    match constraint.kind:
        case "regex":
            return LLMatcher.grammar_from_regex(constraint.text)
        case "choice":
            choices = read_choices(constraint.text).choices
            return grammar_from("choice", json.dumps([choice for choice, _ in choices]))
        case "json_schema":
            return _from_schema(constraint.text.removeprefix(MARK))
        case "json_object":
            return _from_schema(_ANY_OBJECT)
        case kind:
            raise EngineError(f"llguidance's own reading of {kind} changes its meaning; guidance keeps it")


def _from_schema(schema: str) -> str:
    try:
        # The white space that vLLM asks for unless it is told to allow none.
        return LLMatcher.grammar_from_json_schema(schema, defaults={"whitespace_flexible": True})
    except ValueError as error:
        raise EngineError(str(error)) from error
