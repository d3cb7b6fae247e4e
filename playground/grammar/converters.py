"""xgrammar's converter: a regex in, a grammar in xgrammar's serialized form out."""

from __future__ import annotations

import re

_LOG_PREFIX = re.compile(r"^\[[\d:]+\] \S+:\d+: ")


class ConverterError(ValueError):
    """The converter refused the text, in its own words."""


def convert_regex(pattern: str) -> str:
    """The grammar of a pattern, as `serialize_json` writes it. Raises ConverterError."""
    import xgrammar  # takes seconds, as it loads torch; a GBNF grammar does without

    try:
        return xgrammar.Grammar.from_regex(pattern).serialize_json()  # type: ignore[no-any-return]
    except RuntimeError as error:
        raise ConverterError(own_words(error)) from error


def own_words(error: RuntimeError) -> str:
    """xgrammar's message without the time and the place in its source."""
    return _LOG_PREFIX.sub("", str(error).strip())
