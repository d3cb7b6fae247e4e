"""A pasted structural tag read: its grammar, and the tags in it."""

from __future__ import annotations

from playground.grammar.diagnostics import Diagnostic
from playground.grammar.json_text import read_json
from playground.grammar.model import Node, Parsed
from playground.grammar.simplify import EMPTY
from playground.grammar.tags.contents import Contents
from playground.grammar.tags.formats import Formats
from playground.grammar.tags.parts import Part, TagRefused
from playground.grammar.tags.tag import Tag

KIND = "structural_tag"


def read_structural_tag(text: str, as_rules: bool = False) -> tuple[Parsed, tuple[Tag, ...]]:
    """The grammar of a structural tag and the tags that may stand in a text, or what is wrong; never raises.

    It is JSON: an object with a `format` as xgrammar and vLLM take it today, or with `structures` and
    `triggers` as they took it before. With `as_rules` the grammar stands for the same texts in a form that is
    faster for xgrammar and worse to read: its stack grows with free text. `where` of each remark is the
    JSON pointer of the part it is about.
    """
    document = read_json(text)
    if isinstance(document, Diagnostic):
        return Parsed(None, (document,)), ()
    contents = Contents(text, document)
    formats = Formats(contents, as_rules)
    try:
        root = _root(Part(document.value, "", "structural tag"), formats)
    except TagRefused as refused:
        contents.refuse(refused)
        root = EMPTY
    except RecursionError:
        contents.refuse(TagRefused("", "tag-too-deep", "the formats are nested too deep"))
        root = EMPTY
    if contents.errors:
        return Parsed(None, tuple(contents.errors), tuple(contents.warnings)), ()
    return Parsed(contents.grammar(root), (), tuple(contents.warnings)), formats.tags


def _root(part: Part, formats: Formats) -> Node:
    kind = part.get("type")
    if kind not in (None, KIND):
        hint = f'Write "type": "{KIND}", with a format of that type below it.'
        raise TagRefused(part.at("type"), "tag-type", f"the type here is {KIND}, not {kind!r}", hint)
    if "format" in part:
        return formats.read(part.get("format"), part.at("format"))
    if "structures" in part:
        return formats.legacy(part)
    message = "a structural tag has a format, or structures and triggers"
    hint = 'Write {"type": "structural_tag", "format": {"type": "triggered_tags", …}}.'
    raise TagRefused("", "tag-field", message, hint)
