"""Masks by lm-format-enforcer: JSON Schemas, regexes and choices.

It thinks in characters: a tokenizer reaches it as the text of each token, with `�` for bytes that are no
character, and a mask comes from walking both together. Its quirks are kept and told.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from lmformatenforcer import (
    CharacterLevelParserConfig,
    JsonSchemaParser,
    LMFormatEnforcerException,
    RegexParser,
    TokenEnforcer,
    TokenEnforcerTokenizerData,
)
from lmformatenforcer.external.jsonschemaobject import JsonSchemaObject

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import Constraint
from playground.engines.limited import run_limited
from playground.engines.outlines import without_anchors
from playground.engines.per_vocabulary import PerVocabulary
from playground.engines.protocol import EngineError
from playground.engines.text_matcher import TextMatcher
from playground.grammar.choice import read_choices
from playground.grammar.json_text import MARK
from playground.grammar.schema_walk import subschemas

SECONDS = 10
MEMORY = 2**30
_ANSWER = 2**10

_BROKEN = "\N{REPLACEMENT CHARACTER}"
_SPLIT = "after a character that is written with several tokens only white space may follow"
_SCHEMA = (
    "keys may come in any order, and only those that are declared",
    "at most 12 white space characters in a row, and 20 items in an array without maxItems",
    "some texts are no JSON: a comma before the closing brace, 1.e5, control characters in strings",
)


class FormatEnforcerMatcher(TextMatcher):
    """Where one text stands, as the tokens read; a text that is no token has an id below zero."""

    def __init__(self, enforcer: _Enforcer, vocabulary: Vocabulary) -> None:
        super().__init__(vocabulary)
        self._enforcer = enforcer
        self._token_ids: list[int] = []
        self._texts = 0

    def allowed(self) -> Sequence[int]:
        found: list[int] = self._enforcer.state(self._token_ids).allowed_tokens.allowed_tokens
        return found

    def advance(self, token_id: int) -> None:
        self._token_ids.append(token_id)

    def advance_text(self, data: bytes) -> bool:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return False
        parser = self._enforcer.state(self._token_ids).parser
        try:
            for character in text:
                if character not in parser.get_allowed_characters():
                    return False
                parser = parser.add_character(character)
        except Exception as error:  # whatever goes wrong in its parsers
            raise EngineError(_words(error)) from error
        self._texts += 1
        self._token_ids.append(-self._texts)
        self._enforcer.begin(self._token_ids, parser)
        return True

    def undo(self, count: int) -> None:
        del self._token_ids[len(self._token_ids) - count :]

    def is_complete(self) -> bool:
        return bool(self._enforcer.state(self._token_ids).parser.can_end())


class _Enforcer(TokenEnforcer):  # type: ignore[misc]
    """A TokenEnforcer that raises EngineError where the original logs an error and ends the text."""

    def state(self, token_ids: Sequence[int]) -> Any:
        """What it knows after some tokens, which are one more than were asked about before."""
        key = tuple(token_ids)
        try:
            self.get_allowed_tokens(token_ids)
            found = self.prefix_states[key]
            if found.allowed_tokens is None:  # begun elsewhere, or broken down here before
                self._compute_allowed_tokens(key, found)
        except LMFormatEnforcerException as error:
            raise EngineError(str(error)) from error
        return found

    def begin(self, token_ids: Sequence[int], parser: Any) -> None:
        """Go on with a parser that has read these tokens elsewhere."""
        self.prefix_states[tuple(token_ids)] = TokenEnforcer.OutputTensorState(parser)

    def _collect_allowed_tokens(self, *arguments: Any) -> None:
        try:
            super()._collect_allowed_tokens(*arguments)
        except LMFormatEnforcerException:
            raise
        except Exception as error:  # whatever goes wrong in its parsers
            raise LMFormatEnforcerException(_words(error)) from error


@dataclass(frozen=True)
class FormatEnforcerConstraint:
    """A constraint for one vocabulary. Its parsers change while they read, so each matcher has its own."""

    parser: Callable[[], Any]
    tokenizer: Any
    vocabulary: Vocabulary
    compile_seconds: float
    warnings: tuple[str, ...] = ()

    def matcher(self) -> FormatEnforcerMatcher:
        return FormatEnforcerMatcher(_Enforcer(self.tokenizer, self.parser()), self.vocabulary)


class FormatEnforcerEngine:
    name = "lm-format-enforcer"

    def __init__(self) -> None:
        self._tokenizers = PerVocabulary(_tokenizer)

    def compile(self, constraint: Constraint, vocabulary: Vocabulary) -> FormatEnforcerConstraint:
        tokenizer = self._tokenizers(vocabulary)
        config = CharacterLevelParserConfig(alphabet=tokenizer.tokenizer_alphabet)
        started = time.perf_counter()
        patterns = _patterns(constraint)
        run_limited("interegular_states", (patterns,), SECONDS, MEMORY, _ANSWER)
        try:
            parser = _maker(constraint, patterns, config)
            parser()
        except Exception as error:  # it raises whatever comes
            raise EngineError(_words(error)) from error
        warnings = (_SPLIT, *_SCHEMA) if constraint.kind == "json_schema" else (_SPLIT,)
        return FormatEnforcerConstraint(
            parser, tokenizer, vocabulary, time.perf_counter() - started, warnings
        )


def _patterns(constraint: Constraint) -> list[str]:
    """The patterns that it compiles, at once or when it comes to them."""
    match constraint.kind:
        case "regex":
            return [without_anchors(constraint.text)]
        case "choice":
            choices = read_choices(constraint.text).choices
            return ["|".join(re.escape(choice) for choice, _ in choices)]
        case "json_schema":
            found = (
                part.get("pattern") for _, part in subschemas(json.loads(constraint.text.removeprefix(MARK)))
            )
            return sorted({without_anchors(pattern) for pattern in found if isinstance(pattern, str)})
        case kind:
            raise EngineError(f"lm-format-enforcer reads JSON Schemas, regexes and choices, not {kind}")


def _maker(constraint: Constraint, patterns: list[str], config: Any) -> Callable[[], Any]:
    """What makes a parser at the start of the text."""
    if constraint.kind == "json_schema":
        return partial(_schema_parser, json.loads(constraint.text.removeprefix(MARK)), config)
    [pattern] = patterns
    return partial(RegexParser, RegexParser(pattern, config).context, config)


def _schema_parser(schema: Any, config: Any) -> Any:
    """Its parser of a schema, with a cache of patterns of its own: the shared one mixes vocabularies up."""
    context = JsonSchemaParser._Context()
    context.model_class = JsonSchemaObject(**schema) if schema else JsonSchemaParser.ANY_JSON_OBJECT_SCHEMA
    context.alphabet_without_quotes = config.alphabet.replace('"', "")
    context.regex_parser_cache = {}
    return JsonSchemaParser(context, config)


def _tokenizer(vocabulary: Vocabulary) -> Any:
    texts = {
        token_id: text
        for token_id, text in enumerate(vocabulary.tokens)
        if text and token_id not in vocabulary.end_ids
    }

    def decode(token_ids: Sequence[int]) -> str:
        data = b"".join(texts[token_id] for token_id in token_ids)
        return data.decode(errors="replace").rstrip(_BROKEN)

    tokens = [(token_id, text.decode(errors="replace"), False) for token_id, text in texts.items()]
    return TokenEnforcerTokenizerData(tokens, decode, [], False, len(vocabulary))


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
