"""A finished text under a structural tag as the calls in it, each checked against its own schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from playground.automaton import Automaton, ParseTree, TooAmbiguous, parse_tree
from playground.grammar.tags import Tag
from playground.records.json_record import json_record, schema_source
from playground.records.record import Record, unread

KIND = "structural_tag"
_IMPORT = re.compile("from |import ")
_AMBIGUOUS = "The constraint can read this text in other ways too; this is one of them."
_NO_CALL = "The text is free throughout: no tag stands in it."


def tags_record(
    tags: Sequence[Tag], automaton: Automaton | None, pieces: Sequence[tuple[int | None, bytes]]
) -> Record:
    """The calls of a complete text in their order, given as tokens and their texts.

    The value is a list with the name and the arguments of each; the content of a tag that has no schema
    is its text. All errors of all calls are in the record; none is raised.
    """
    source = tags_source(tags)
    try:
        tree = parse_tree(automaton, pieces) if automaton else None
    except TooAmbiguous:
        tree = None
    if tree is None or not tree.complete:
        return unread(KIND, source, "The text can be read in too many ways to find the calls in it.")
    calls = [(tag, _call(tag, content)) for tag, content in calls_of(tags, tree)]
    errors = [
        f"Call {number} ({tag.name}): {error}"
        for number, (tag, call) in enumerate(calls, 1)
        for error in call.errors
    ]
    if errors:
        return unread(KIND, source, *errors)
    value = [{"name": tag.name, "arguments": call.value} for tag, call in calls]
    shown = ", ".join(call.repr for _, call in calls)
    notes = tuple(note for note, holds in ((_AMBIGUOUS, tree.ambiguous), (_NO_CALL, not calls)) if holds)
    return Record(KIND, value, [call.typed for _, call in calls], source, f"[{shown}]", (), notes, tree.spans)


def tags_source(tags: Sequence[Tag]) -> str:
    """The Python source of the types that the contents of the tags have, each below the name of its tag."""
    imports: dict[str, None] = {}
    types: list[str] = []
    for tag in tags:
        lines = schema_source(_schema(tag)).split("\n") if tag.schema else []
        imports |= dict.fromkeys(line for line in lines if _IMPORT.match(line))
        types.append(
            "\n".join([f"# {tag.name}", *(line for line in lines if not _IMPORT.match(line))]).strip()
        )
    return "\n\n\n".join(filter(None, ["\n".join(imports), *types])) + "\n"


def calls_of(tags: Sequence[Tag], tree: ParseTree) -> Iterator[tuple[Tag, str]]:
    """The tags that stand in a text, with what stands inside."""
    by_rule = {rule: tag for tag in tags for rule in tag.rules}
    for number, span in enumerate(tree.spans):
        tag = by_rule.get(span.rule)
        if tag is None:
            continue
        inside = tree.spans[number + 1 :]
        content = next((part for part in inside if part.rule == tag.rule), None)
        yield tag, tree.text[content.start : content.end] if content else ""


def _call(tag: Tag, content: str) -> Record:
    if tag.schema is None:
        return Record(KIND, content, content, "", f"{tag.name}({content!r})")
    return json_record(_schema(tag), content)


def _schema(tag: Tag) -> Any:
    """The schema, the type named after the tag where it has no title."""
    schema = json.loads(tag.schema or "true")
    return {"title": tag.name, **schema} if isinstance(schema, dict) else schema
