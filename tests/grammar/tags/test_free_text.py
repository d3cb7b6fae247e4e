"""Free text that ends at words, told by hand: what is complete, what has begun, what cannot go on."""

import pytest

from playground.automaton import DEAD, Automaton
from playground.grammar.model import Grammar, Literal, Node, Reference, Rule
from playground.grammar.tags.free_text import TooTangled, free_text, free_text_as_rules


def grammars(dispatch: dict[str, str], excluded: list[str], again: bool) -> list[Grammar]:
    """The free text written both ways, the way that a person reads first."""
    return [grammar(dispatch, excluded, again, as_rules) for as_rules in (False, True)]


def grammar(dispatch: dict[str, str], excluded: list[str], again: bool, as_rules: bool = False) -> Grammar:
    rules: dict[str, Node] = {}

    def add(node: Node) -> Reference:
        rules[f"part-{len(rules)}"] = node
        return Reference(f"part-{len(rules) - 1}")

    def fill(rule: Reference, node: Node) -> None:
        rules[rule.rule] = node

    nodes: dict[str, Node] = {word: Literal(then) for word, then in dispatch.items()}
    if as_rules:
        root = free_text_as_rules(nodes, excluded, again, add, fill)
    else:
        root = free_text(nodes, excluded, again, add)
    return Grammar((Rule("root", root), *(Rule(name, body) for name, body in rules.items())))


CASES: list[tuple[dict[str, str], list[str], bool, list[str], list[str], list[str]]] = [
    # word and what follows it, excluded, again; complete texts, begun ones, and dead ones
    ({"<t>": "x"}, [], True, ["", "a<", "a<t", "<<t>x", "<t>x<t>x", "<tt>", "é<t>xé"], ["<t>"], ["<t>y"]),
    ({"<t>": "x"}, [], False, ["", "a<t", "a<t>x"], ["<t>"], ["<t>xa", "<t>x<"]),
    ({}, ["</t>"], True, ["", "</t", "<</t", "</</t", "<t>"], [], ["</t>", "<</t>", "a</t>"]),
    # A word whose end is its own beginning.
    ({"aa": "b"}, [], True, ["a", "aab", "aabaab", "ba"], ["aa", "baa"], ["aaa", "aabaaa"]),
    ({"aba": "x"}, [], True, ["ab", "abax", "abaxab", "abb"], ["aba"], ["abab"]),
    # Of words that end together the longest counts, of others the first that ends.
    ({"ab": "x", "b": "y"}, [], True, ["abx", "by", "a"], ["ab", "b"], ["aby", "bx"]),
    ({"abc": "x", "b": "y"}, [], True, ["aby", "a", "byc"], ["ab"], ["abc"]),
    ({"ab": "c"}, ["abc"], True, ["abc", "c", "abcabc"], ["ab"], ["abd"]),
    # An excluded word comes before one that ends with it.
    ({"ab": "x"}, ["b"], True, ["a", "ac"], [], ["ab", "b"]),
    ({"<a>": "1", "[b]": "2"}, [], True, ["<a>1[b]2", "<[<[", "[<a>1", "<[b]2"], ["<[b]"], ["[<a>2"]),
]


@pytest.mark.parametrize(("dispatch", "excluded", "again", "complete", "begun", "dead"), CASES)
def test_free_text(
    dispatch: dict[str, str],
    excluded: list[str],
    again: bool,
    complete: list[str],
    begun: list[str],
    dead: list[str],
) -> None:
    for form in grammars(dispatch, excluded, again):
        automaton = Automaton(form)
        states = {text: automaton.feed(automaton.start, text.encode()) for text in (*complete, *begun, *dead)}
        assert [text for text in complete if not automaton.may_end(states[text])] == []
        assert [text for text in begun if states[text] == DEAD or automaton.may_end(states[text])] == []
        assert [text for text in dead if states[text] != DEAD] == []


def test_the_stack_does_not_grow_with_free_text() -> None:
    automaton = Automaton(grammar({"<tool_call>": "x"}, [], True))
    states = [automaton.feed(automaton.start, b"a <tool <tool_ca " * times) for times in (1, 50)]
    assert states[0] == states[1] != DEAD


def test_words_that_begin_in_too_many_ways_are_refused() -> None:
    words = {f"{chr(97 + i)}tool{i}>": "x" for i in range(8)}
    with pytest.raises(TooTangled):
        grammar(words, ["</end>", "[q]"], True)
