"""The formats of a structural tag, each written as a part of a grammar.

What they mean is what xgrammar 0.2.8 makes of them. Free text inside a tag ends with the tag: it does not
hold its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.grammar.json_text import pointer
from playground.grammar.model import CharClass, Literal, Node, Reference
from playground.grammar.simplify import EMPTY, choice, repeat, sequence
from playground.grammar.tags.contents import Contents
from playground.grammar.tags.free_text import TooTangled, free_text, free_text_as_rules
from playground.grammar.tags.not_followed import refuse_schema_options, unknown_format
from playground.grammar.tags.parts import Part, TagRefused
from playground.grammar.tags.tag import Tag, name_of_begin, rule_of_name

_TEXT = "text"
"""What a rule of free text is called."""
_ANY = CharClass((), negated=True)


@dataclass(slots=True)
class _OpenTag:
    """A tag that has been read, and the rules that stand for it."""

    begin: str
    ends: tuple[str, ...]
    content: Node
    name: str
    schema: str | None
    where: str
    rules: dict[int, Reference] = field(default_factory=dict)
    """By how much of the beginning was written before."""


@dataclass(frozen=True, slots=True)
class _Inside:
    """The tag that a format stands in, by its ends and its JSON pointer; no ends outside of any."""

    ends: tuple[str, ...] | None = None
    wanted: str = "part"
    """What a rule that is made for the content would be called."""
    where: str = ""


_OUTSIDE = _Inside()


class Formats:
    """Reads formats, noting in `contents` what is wrong with them.

    With `as_rules` free text is written as `free_text_as_rules` has it.
    """

    def __init__(self, contents: Contents, as_rules: bool) -> None:
        self._contents = contents
        self._as_rules = as_rules
        self._tags: list[_OpenTag] = []
        self._readers: Mapping[str, Callable[[Part, _Inside], Node]] = {
            "const_string": lambda part, _: sequence([Literal(part.string("value"))]),
            "json_schema": lambda part, inside: self._schema(part, inside)[0],
            "grammar": lambda part, inside: contents.gbnf(
                inside.wanted, part.string("grammar"), part.at("grammar")
            ),
            "regex": lambda part, inside: contents.regex(
                inside.wanted, part.string("pattern"), part.at("pattern")
            ),
            "any_text": self._any_text,
            "sequence": lambda part, inside: sequence(self._elements(part, inside)),
            "or": lambda part, inside: choice(self._elements(part, inside)),
            "optional": lambda part, inside: repeat(self._content(part, inside), 0, 1),
            "star": lambda part, inside: repeat(self._content(part, inside), 0, None),
            "plus": lambda part, inside: repeat(self._content(part, inside), 1, None),
            "repeat": self._repeat,
            "tag": lambda part, _: self._written(self._tag(part)),
            "triggered_tags": self._triggered_tags,
            "tags_with_separator": self._tags_with_separator,
            "dispatch": self._dispatch,
        }

    @property
    def tags(self) -> tuple[Tag, ...]:
        """The tags read so far that stand somewhere in the text, in its order."""
        return tuple(
            Tag(
                tag.name,
                tag.begin,
                tag.ends,
                tag.content.rule if isinstance(tag.content, Reference) else "",
                tuple(rule.rule for rule in tag.rules.values()),
                tag.schema,
                tag.where,
            )
            for tag in self._tags
            if tag.rules
        )

    def read(self, value: Any, where: str, inside: _Inside = _OUTSIDE) -> Node:
        """The format as a part of the grammar; the empty text, and remarks, for one that cannot be used."""
        try:
            part = Part(value, where)
            kind = part.string("type")
            if kind not in self._readers:
                raise unknown_format(kind, part.at("type"))
            node = self._readers[kind](part, inside)
            self._say_unread(part)
        except TagRefused as refused:
            self._contents.refuse(refused)
            return EMPTY
        return node

    def legacy(self, part: Part) -> Node:
        """`structures` and `triggers`, the form before xgrammar 0.1.22. Raises TagRefused."""
        tags = [
            self._tag(Part(value, part.at("structures", number), "structure"), "schema")
            for number, value in enumerate(part.some("structures"))
        ]
        return self._free_tags(part, tags, part.strings("triggers"), _OUTSIDE)

    def _say_unread(self, part: Part) -> None:
        for key in part.unread():
            message = f"the field {key} says nothing here and is ignored"
            self._contents.warn(
                part.at(key), "tag-unknown-field", message, "Take it out, or look for a typo."
            )

    def _elements(self, part: Part, inside: _Inside) -> list[Node]:
        elements = part.some("elements")
        return [self.read(value, part.at("elements", i), inside) for i, value in enumerate(elements)]

    def _content(self, part: Part, inside: _Inside) -> Node:
        return self.read(part.needed("content"), part.at("content"), inside)

    def _schema(self, part: Part, inside: _Inside) -> tuple[Node, str]:
        refuse_schema_options(part)
        value = part.needed("json_schema")
        if isinstance(value, str):
            raise part.wrong("json_schema", "an object, true or false")
        return self._contents.schema(inside.wanted, value, part.at("json_schema"))

    def _any_text(self, part: Part, inside: _Inside) -> Node:
        if part.get("max_tokens") is not None:
            hint = "Leave it out, or give max_chars."
            message = "a limit of tokens is not followed here: a grammar counts characters"
            raise TagRefused(part.at("max_tokens"), "tag-not-followed", message, hint)
        words = [*part.strings("excludes"), *self._ends(inside)]
        if part.get("max_chars") is None:
            return self._free({}, words, False, part.where) if words else repeat(_ANY, 0, None)
        most = part.whole("max_chars", 0)
        if words:
            message = f"max_chars is not followed beside texts that must not occur, such as {words[0]!r}"
            raise TagRefused(part.at("max_chars"), "tag-not-followed", message, "Leave it out.")
        return repeat(_ANY, 0, most)

    def _repeat(self, part: Part, inside: _Inside) -> Node:
        least, most = part.whole("min", 0), part.whole("max", -1)
        if -1 < most < least:
            raise TagRefused(part.at("max"), "tag-repeat", "max is less than min", "Use -1 for no limit.")
        return repeat(self._content(part, inside), least, None if most == -1 else most)

    def _triggered_tags(self, part: Part, inside: _Inside) -> Node:
        tags = self._listed_tags(part)
        return self._free_tags(part, tags, part.strings("triggers"), inside)

    def _free_tags(self, part: Part, tags: list[_OpenTag], triggers: list[str], inside: _Inside) -> Node:
        if not triggers:
            raise TagRefused(
                part.at("triggers"), "tag-empty", "there is no trigger", "Add how the tags begin."
            )
        ways = self._ways(part, tags, triggers)
        at_least_one, only_one = part.flag("at_least_one"), part.flag("stop_after_first")
        excluded = [*part.strings("excludes"), *self._ends(inside)]
        first = choice([self._written(tag) for tag in tags]) if at_least_one else EMPTY
        if at_least_one and only_one:
            return first
        return sequence([first, self._free(ways, excluded, not only_one, part.where)])

    def _ways(self, part: Part, tags: list[_OpenTag], triggers: list[str]) -> dict[str, Node]:
        """For each trigger, what must follow it."""
        ways: dict[str, list[Node]] = {trigger: [] for trigger in triggers}
        for tag in tags:
            found = [trigger for trigger in triggers if tag.begin.startswith(trigger)]
            if len(found) == 1:
                ways[found[0]].append(self._written(tag, len(found[0])))
                continue
            message = (
                f"no trigger is how {tag.begin!r} begins"
                if not found
                else f"{tag.begin!r} begins with several triggers: {', '.join(map(repr, found))}"
            )
            hint = "Each tag begins with exactly one of the triggers."
            raise TagRefused(pointer(tag.where, "begin"), "tag-trigger", message, hint)
        for number, trigger in enumerate(triggers):
            where = part.at("triggers", number)
            if not ways[trigger]:
                message = f"no tag begins with the trigger {trigger!r}"
                raise TagRefused(where, "tag-trigger", message, "Take it out, or add its tag.")
            if any(trigger in other and trigger != other for other in triggers):
                message = (
                    f"the trigger {trigger!r} stands inside another one, where xgrammar may pass over it"
                )
                self._contents.warn(where, "tag-trigger-inside", message)
        return {trigger: choice(nodes) for trigger, nodes in ways.items()}

    def _tags_with_separator(self, part: Part, inside: _Inside) -> Node:
        tags = choice([self._written(tag) for tag in self._listed_tags(part)])
        separator = sequence([Literal(part.string("separator"))])
        at_least_one, only_one = part.flag("at_least_one"), part.flag("stop_after_first")
        some = tags if only_one else sequence([tags, repeat(sequence([separator, tags]), 0, None)])
        return some if at_least_one else repeat(some, 0, 1)

    def _dispatch(self, part: Part, inside: _Inside) -> Node:
        ways: dict[str, list[Node]] = {}
        for number, rule in enumerate(part.some("rules")):
            where = part.at("rules", number)
            if not isinstance(rule, list) or len(rule) != 2 or not isinstance(rule[0], str) or not rule[0]:
                message = "a rule of dispatch is a list of two: a text that is not empty, and a format"
                raise TagRefused(where, "tag-type", message)
            begin, name = rule[0], name_of_begin(rule[0])
            within = _Inside(inside.ends, rule_of_name(name), inside.where)
            content, schema = self._tag_content(rule[1], pointer(where, 1), within)
            tag = _OpenTag(begin, ("",), content, name, schema, where)
            self._tags.append(tag)
            ways.setdefault(begin, []).append(self._written(tag, len(begin)))
        dispatch = {begin: choice(nodes) for begin, nodes in ways.items()}
        return self._free(dispatch, part.strings("excludes"), part.flag("loop", True), part.where)

    def _listed_tags(self, part: Part) -> list[_OpenTag]:
        found = []
        for number, value in enumerate(part.some("tags")):
            tag = Part(value, part.at("tags", number), "tag")
            if tag.get("type") not in (None, "tag"):
                raise tag.wrong("type", '"tag"')
            found.append(self._tag(tag))
        return found

    def _tag(self, part: Part, schema_field: str = "") -> _OpenTag:
        """A tag; with `schema_field`, one whose content is the schema in that field."""
        for key in ("begin", "end"):
            if isinstance(part.get(key), dict):
                raise unknown_format("token", part.at(key))
        begin, name = part.string("begin"), name_of_begin(part.string("begin"))
        is_text = isinstance(part.needed("end"), str)
        ends = [part.string("end")] if is_text else part.some("end")
        if not all(isinstance(end, str) for end in ends):
            raise part.wrong("end", "a text, or a list of texts")
        inside = _Inside(tuple(ends), rule_of_name(name), part.where)
        content, schema = (
            self._contents.schema(inside.wanted, part.needed(schema_field), part.at(schema_field))
            if schema_field
            else self._tag_content(part.needed("content"), part.at("content"), inside)
        )
        self._say_unread(part)
        tag = _OpenTag(begin, tuple(ends), content, name, schema, part.where)
        self._tags.append(tag)
        return tag

    def _tag_content(self, value: Any, where: str, inside: _Inside) -> tuple[Node, str | None]:
        """What stands inside a tag, as a rule of its own, and its schema if it is just one."""
        if isinstance(value, dict) and value.get("type") == "json_schema":
            part = Part(value, where)
            content, schema = self._schema(part, inside)
            part.pass_over("type")
            self._say_unread(part)
            return content, schema
        node = self.read(value, where, inside)
        if isinstance(node, Reference) and value["type"] in ("grammar", "regex"):
            return node, None
        return self._contents.add(inside.wanted, node), None

    def _written(self, tag: _OpenTag, skipped: int = 0) -> Node:
        """The tag behind the first `skipped` characters of its beginning."""
        if skipped not in tag.rules:
            begin = sequence([Literal(tag.begin[skipped:])])
            ends = choice([sequence([Literal(end)]) for end in tag.ends])
            body = sequence([begin, tag.content, ends])
            tag.rules[skipped] = self._contents.add(f"{rule_of_name(tag.name)}-tag", body)
        return tag.rules[skipped]

    def _ends(self, inside: _Inside) -> list[str]:
        """What free text must not hold, as it would end the tag around it. Raises TagRefused."""
        if inside.ends is None:
            return []
        ends = [end for end in inside.ends if end]
        if not ends:
            message = "the text in this tag has no end of its own, so the tag needs one that is not empty"
            raise TagRefused(pointer(inside.where, "end"), "tag-endless", message, "Write how the tag ends.")
        return ends

    def _free(self, ways: Mapping[str, Node], excluded: list[str], again: bool, where: str) -> Node:
        def add_rule(node: Node) -> Reference:
            return self._contents.add(_TEXT, node)

        if self._as_rules:
            return free_text_as_rules(ways, excluded, again, add_rule, self._contents.fill)
        try:
            return add_rule(free_text(ways, excluded, again, add_rule))
        except TooTangled:
            message = "the triggers and ends begin with parts of one another in too many ways"
            hint = "Use fewer, or such that begin with the same character."
            raise TagRefused(where, "tag-too-tangled", message, hint) from None
