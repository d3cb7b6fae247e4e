"""What the engines that read JSON Schemas by themselves accept, asked in this process.

The parts of the packages that decide are asked directly: a mask costs a process of its own for outlines and
lm-format-enforcer, and says the same.
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Callable
from functools import cache
from typing import Any

from llguidance import LLMatcher
from lmformatenforcer import CharacterLevelParserConfig, JsonSchemaParser
from outlines_core.json_schema import build_regex_from_schema

from playground.engines.guidance import GuidanceConstraint, start_of, tokenizer_of
from tests.engines.vocabularies import byte_level

LONGEST_PATTERN = 20_000
"""Characters; the index of a longer one is too large, or takes too long."""

Accepts = Callable[[str], bool]


def reader(engine: str, schema: Any) -> Accepts | None:
    """Whether the engine takes a text for a complete one; None when it refuses the schema."""
    return {"outlines": _outlines, "lm-format-enforcer": _format_enforcer}.get(engine, _guidance)(schema)


def _outlines(schema: Any) -> Accepts | None:
    try:
        pattern = build_regex_from_schema(json.dumps(schema))
        compiled = re.compile(pattern) if len(pattern) < LONGEST_PATTERN else None
    except (ValueError, TypeError, re.error):
        return None
    return None if compiled is None else lambda text: compiled.fullmatch(text) is not None


def _format_enforcer(schema: Any) -> Accepts | None:
    config = CharacterLevelParserConfig(alphabet=string.printable + "äéπ😀")
    try:
        JsonSchemaParser(json.loads(json.dumps(schema)), config)
    except Exception:  # it raises whatever comes
        return None

    def accepts(text: str) -> bool:
        parser: Any = JsonSchemaParser(json.loads(json.dumps(schema)), config)
        try:
            for character in text:
                if character not in parser.get_allowed_characters():
                    return False
                parser = parser.add_character(character)
        except Exception:  # it breaks down at this text
            return False
        return bool(parser.can_end())

    return accepts


def _guidance(schema: Any) -> Accepts | None:
    try:
        # As the engine asks for it.
        grammar = LLMatcher.grammar_from_json_schema(
            json.dumps(schema), defaults={"whitespace_flexible": True}
        )
    except ValueError:
        return None
    start = start_of(grammar, _tokenizer())
    compiled = GuidanceConstraint(start, byte_level(), 0.0)

    def accepts(text: str) -> bool:
        matcher = compiled.matcher()
        return matcher.accept_text(text.encode()) and matcher.may_end()

    return None if start.is_error() else accepts


@cache
def _tokenizer() -> Any:
    return tokenizer_of(byte_level())
