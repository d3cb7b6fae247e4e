"""What xgrammar's structural tags have that is not followed here, each with what to write instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.grammar.tags.parts import Part, TagRefused

_BY_TOKENS = ("token", "exclude_token", "any_tokens", "token_triggered_tags", "token_dispatch")
_NOT_FOLLOWED: Mapping[str, tuple[Any, str]] = {
    "any_order": (False, "keys in any order are not followed here"),
    "max_whitespace_cnt": (None, "a limit of white space is not followed here"),
    "excludes": ([], "texts that must not be in the strings of a schema are not followed here"),
    "style": ("json", "a schema stands for JSON here, not for tags of its own around the values"),
}
"""Fields of `json_schema` that mean something else than the default, and what is said of them."""


def refuse_schema_options(part: Part) -> None:
    """Raises TagRefused for a `json_schema` that stands for something else than JSON as usual."""
    for name, (default, message) in _NOT_FOLLOWED.items():
        if name in part and part.get(name) != default:
            raise TagRefused(part.at(name), "tag-not-followed", message, "Leave the field out.")


def unknown_format(kind: str, where: str) -> TagRefused:
    """What to say of a `type` that there is not."""
    if kind in _BY_TOKENS:
        message = f"{kind} goes by the tokens of one model, which is not followed here"
        return TagRefused(where, "tag-by-tokens", message, "Write the text of the token instead.")
    if kind == "qwen_xml_parameter":
        message = "qwen_xml_parameter writes values in tags of its own, which is not followed here"
        return TagRefused(where, "tag-not-followed", message, "Use json_schema.")
    known = (
        "const_string, json_schema, grammar, regex, any_text, sequence, or, optional, star, plus, repeat, "
        "tag, triggered_tags, tags_with_separator, dispatch"
    )
    return TagRefused(
        where, "tag-unknown-format", f"there is no format {kind!r}", f"The formats are {known}."
    )
