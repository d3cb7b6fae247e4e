"""What stands inside tags, gathered into the rules of one grammar: schemas, grammars and patterns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from playground.grammar.diagnostics import Diagnostic, diagnose
from playground.grammar.gbnf import parse_gbnf
from playground.grammar.json_text import JsonText
from playground.grammar.model import NO_SPAN, Grammar, Node, Parsed, Reference, Rule, walk
from playground.grammar.regex import regex_to_grammar
from playground.grammar.rewrite import rewrite
from playground.grammar.schema import SchemaOptions, read_schema
from playground.grammar.schema.names import Names
from playground.grammar.simplify import EMPTY
from playground.grammar.tags.parts import TagRefused

ROOT = "root"
_SAID_BEFORE = "json-duplicate-key"


class Contents:
    """The rules made so far, and the remarks on the text they were made from."""

    def __init__(self, text: str, document: JsonText) -> None:
        self._text = text
        self._document = document
        self._bodies: dict[str, Node] = {}
        self._names = Names((ROOT,))
        self.errors: list[Diagnostic] = []
        self.warnings: list[Diagnostic] = list(document.warnings)

    def grammar(self, root: Node) -> Grammar:
        """All rules, those that are used first before the others."""
        rules = {ROOT: root, **self._bodies}
        order = [ROOT]
        for name in order:
            used = [part.rule for part in walk(rules[name]) if isinstance(part, Reference)]
            order.extend(rule for rule in dict.fromkeys(used) if rule not in order)
        return Grammar(tuple(Rule(name, rules[name]) for name in order), ROOT)

    def refuse(self, refused: TagRefused) -> None:
        self.errors.append(self._remark(refused.where, refused.code, refused.message, refused.hint, "error"))

    def warn(self, where: str, code: str, message: str, hint: str = "") -> None:
        self.warnings.append(self._remark(where, code, message, hint, "warning"))

    def add(self, wanted: str, body: Node) -> Reference:
        """A rule of its own, named as wanted or nearly so."""
        name = self._names.new(wanted)
        self._bodies[name] = body
        return Reference(name)

    def fill(self, rule: Reference, body: Node) -> None:
        """Give a rule that was added another body."""
        self._bodies[rule.rule] = body

    def schema(self, wanted: str, value: Any, where: str) -> tuple[Node, str]:
        """A JSON Schema, an object or its text, and that text. Raises TagRefused for any other value."""
        if isinstance(value, str):
            parsed, _ = read_schema(value, SchemaOptions())
            return self._merge(wanted, self._usable(parsed, where, "in this schema, "), where), value
        if not isinstance(value, dict | bool):
            raise TagRefused(where, "tag-type", "a schema is an object, true or false")
        span = self._document.values[where]
        text = self._text[span.start : span.end]
        parsed, _ = read_schema(text, SchemaOptions())
        return self._merge(wanted, self._usable(parsed, where), where), text

    def gbnf(self, wanted: str, text: str, where: str) -> Node:
        """A grammar as GBNF."""
        return self._merge(wanted, self._usable(parse_gbnf(text), where, "in this grammar, "), where)

    def regex(self, wanted: str, pattern: str, where: str) -> Node:
        return self._merge(wanted, self._usable(regex_to_grammar(pattern), where, "in this pattern, "), where)

    def _usable(self, parsed: Parsed, where: str, inside: str = "") -> Grammar:
        """The grammar; one of the empty text when there is none. Its remarks become remarks on the whole.

        `inside` says in what text their lines count; without it they are about a part of this text.
        """
        self.errors += [self._outer(remark, where, inside) for remark in parsed.errors]
        self.warnings += [
            self._outer(remark, where, inside) for remark in parsed.warnings if remark.code != _SAID_BEFORE
        ]
        return parsed.grammar or Grammar((Rule(ROOT, EMPTY),))

    def _outer(self, remark: Diagnostic, where: str, inside: str) -> Diagnostic:
        if not inside:
            where, place = where + remark.where, ""
        else:
            place = f"line {remark.line}, column {remark.column}: " if remark.line else ""
        message = f"{inside}{place}{remark.message}"
        return self._remark(where, remark.code, message, remark.hint, remark.severity)

    def _remark(
        self, where: str, code: str, message: str, hint: str, severity: Literal["error", "warning"]
    ) -> Diagnostic:
        span = self._document.places.get(where)
        if span is None or not where:
            return Diagnostic(code, message, hint, severity, where=where)
        return diagnose(self._text, span, code, message, hint, severity, where)

    def _merge(self, wanted: str, grammar: Grammar, where: str) -> Reference:
        """The grammar's rules among the others; one that is there already, to the letter, is not added."""
        span = self._document.places[where]
        known = self._known(grammar)
        names = {name: name for name in known}
        names[grammar.root] = self._names.new(wanted)
        for rule in grammar.rules:
            if rule.name not in names:
                names[rule.name] = self._names.new(rule.name)

        def change(node: Node) -> Node:
            if isinstance(node, Reference):
                return Reference(names[node.rule], span)
            return node if node.span == NO_SPAN else replace(node, span=span)

        for rule in grammar.rules:
            if rule.name not in known:
                self._bodies[names[rule.name]] = rewrite(rule.body, change)
        return Reference(names[grammar.root], span)

    def _known(self, grammar: Grammar) -> set[str]:
        """The rules that stand for the same here, with all that they refer to."""
        same = {
            rule.name
            for rule in grammar.rules
            if rule.name != grammar.root and self._bodies.get(rule.name) == rule.body
        }
        while True:
            broken = {name for name in same if not same.issuperset(_needs(grammar.by_name[name].body))}
            if not broken:
                return same
            same -= broken


def _needs(body: Node) -> set[str]:
    return {part.rule for part in walk(body) if isinstance(part, Reference)}
