"""Nullable, endless, unreachable and left-recursive rules of grammars written and answered by hand."""

from __future__ import annotations

import pytest

from playground.grammar.analysis import endless_rules, left_recursion, nullable_rules, unreachable_rules
from playground.grammar.model import Choice, Grammar, Literal, Node, Reference, Repeat, Rule, Sequence

A = Literal("a")
EMPTY = Literal("")
DEPTH = 50_000


def ref(name: str) -> Reference:
    return Reference(name)


def seq(*items: Node) -> Sequence:
    return Sequence(items)


def alt(*alternatives: Node) -> Choice:
    return Choice(alternatives)


def grammar(**rules: Node) -> Grammar:
    return Grammar(tuple(Rule(name, body) for name, body in rules.items()))


@pytest.mark.parametrize(
    ("body", "nullable"),
    [
        (A, False),
        (EMPTY, True),
        (seq(), True),
        (alt(), False),
        (alt(A, EMPTY), True),
        (seq(EMPTY, A), False),
        (seq(EMPTY, seq()), True),
        (Repeat(A, 0, None), True),
        (Repeat(A, 1, None), False),
        (Repeat(EMPTY, 3, 3), True),
        (Repeat(A, 0, 0), True),
        (ref("other"), True),
        (seq(ref("other"), ref("other")), True),
        (seq(ref("other"), ref("root")), False),
        (alt(ref("root"), ref("other")), True),
        (ref("missing"), False),
    ],
)
def test_nullable_rules(body: Node, nullable: bool) -> None:
    assert ("root" in nullable_rules(grammar(root=body, other=Repeat(A, 0, 1)))) == nullable


@pytest.mark.parametrize(
    ("rules", "endless"),
    [
        ({"root": A}, set()),
        ({"root": seq(A, ref("root"))}, {"root"}),
        ({"root": alt(A, seq(A, ref("root")))}, set()),
        ({"root": Repeat(seq(A, ref("root")), 0, 1)}, set()),
        ({"root": Repeat(seq(A, ref("root")), 1, 1)}, {"root"}),
        ({"root": alt(A, ref("x")), "x": seq(A, ref("y")), "y": seq(A, ref("x"))}, {"x", "y"}),
    ],
)
def test_endless_rules(rules: dict[str, Node], endless: set[str]) -> None:
    assert endless_rules(grammar(**rules)) == endless


def test_unreachable_rules() -> None:
    rules = grammar(root=seq(ref("a"), Repeat(ref("b"), 0, None)), a=ref("root"), b=A, c=ref("d"), d=ref("c"))
    assert unreachable_rules(rules) == {"c", "d"}


@pytest.mark.parametrize(
    ("rules", "cycles"),
    [
        ({"root": A}, []),
        ({"root": seq(A, ref("root"))}, []),
        ({"root": ref("root")}, [("root",)]),
        ({"root": alt(A, seq(ref("root"), A))}, [("root",)]),
        ({"root": Repeat(seq(ref("root"), A), 0, None)}, [("root",)]),
        ({"root": seq(Repeat(A, 0, 1), ref("root"))}, [("root",)]),
        ({"root": seq(Repeat(A, 1, 1), ref("root"))}, []),
        ({"root": seq(ref("w"), ref("root")), "w": seq(ref("v"), ref("v")), "v": alt(A, EMPTY)}, [("root",)]),
        ({"root": ref("a"), "a": ref("b"), "b": alt(ref("a"), A)}, [("a", "b")]),
        ({"root": A, "a": seq(ref("a"), A), "b": seq(ref("b"), A)}, [("a",), ("b",)]),
        # Two ways round: the shorter is told.
        ({"root": alt(ref("a"), ref("b")), "a": ref("b"), "b": ref("root")}, [("root", "b")]),
        # A rule that begins with itself within a larger circle: both are told.
        ({"root": ref("a"), "a": alt(ref("a"), ref("b")), "b": ref("a")}, [("a",), ("a", "b")]),
        ({"root": ref("missing")}, []),
    ],
)
def test_left_recursion(rules: dict[str, Node], cycles: list[tuple[str, ...]]) -> None:
    found = left_recursion(grammar(**rules))
    assert [cycle.rules for cycle in found] == cycles
    for cycle in found:
        assert [reference.rule for reference in cycle.references] == [*cycle.rules[1:], cycle.rules[0]]


def test_deep_grammars_need_no_recursion() -> None:
    body: Node = ref("root")
    for _ in range(DEPTH):
        body = Sequence((Choice((body,)),))
    assert nullable_rules(grammar(root=body)) == set()
    assert left_recursion(grammar(root=body))[0].rules == ("root",)
    assert endless_rules(grammar(root=body)) == {"root"}


def test_long_chains_of_rules_need_no_recursion() -> None:
    chain = {f"r{i}": ref(f"r{i + 1}") for i in range(DEPTH)}
    assert nullable_rules(grammar(root=ref("r0"), **chain, **{f"r{DEPTH}": EMPTY})) >= {"root", "r0"}
    (cycle,) = left_recursion(grammar(root=A, **chain, **{f"r{DEPTH}": ref("r0")}))
    assert len(cycle.rules) == DEPTH + 1
