"""Random grammars and random texts that resemble grammars, for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from playground.grammar.model import (
    MAX_CODE_POINT,
    CharClass,
    Choice,
    Grammar,
    Literal,
    Node,
    Reference,
    Repeat,
    Rule,
    Sequence,
    TokenSet,
    TokenText,
)

_RULES = ("root", "a-B1", "c_d")
_AWKWARD = "\"\\[]^-#'|()*+?{}<>!. \t\r\n\0\x7f\x85é你😀\u200b\u2028\ufeff\U0010ffff"
_characters = st.one_of(
    st.sampled_from("ab01"), st.sampled_from(_AWKWARD), st.characters(exclude_categories=["Cs"])
)
_code_points = st.one_of(_characters.map(ord), st.integers(0, MAX_CODE_POINT))


def _is_kept(bounds: tuple[int, int]) -> bool:
    """A single surrogate is read as a range without a character."""
    return bounds[0] != bounds[1] or not 0xD800 <= bounds[0] <= 0xDFFF


_ranges = st.one_of(_code_points.map(lambda c: (c, c)), st.tuples(_code_points, _code_points)).filter(
    _is_kept
)
_terminals = st.one_of(
    st.builds(Literal, st.text(_characters, max_size=4)),
    st.builds(CharClass, st.lists(_ranges, min_size=1, max_size=4).map(tuple), st.booleans()),
    st.just(CharClass((), negated=True)),
    st.builds(TokenSet, st.integers(0, 2**32 - 1).map(lambda i: (i,)), st.booleans()),
    st.builds(TokenText, st.sampled_from(["<think>", "</s>", "<|x|>", "<a b>"]), st.booleans()),
)
_bounds = st.sampled_from([(0, None), (1, None), (0, 1), (0, 0), (1, 1), (2, 2), (0, 3), (2, None), (2, 5)])


def _extend(items: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    """Items one level deeper, in the shapes a GBNF text can give."""
    grouped = _bodies(items).map(
        lambda body: body if isinstance(body, Sequence | Choice) else Sequence((body,))
    )
    repeated = st.builds(lambda item, bounds: Repeat(item, *bounds), items, _bounds)
    return st.one_of(grouped, repeated.filter(_can_be_written))


def _can_be_written(repeat: Repeat) -> bool:
    """No text gives these: llama.cpp wants parentheses around what is repeated."""
    item = repeat.item
    if isinstance(item, Repeat):
        return item.maximum != 0 and not (item.minimum == 0 and repeat.maximum is None)
    return item != Literal("")


def _bodies(items: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    alternatives = st.lists(items, max_size=3).map(_alternative)
    return st.one_of(
        alternatives, st.lists(alternatives, min_size=2, max_size=3).map(lambda a: Choice(tuple(a)))
    )


def _alternative(items: list[Node]) -> Node:
    if not items:
        return Literal("")
    if len(items) == 1 and not isinstance(items[0], Sequence | Choice):
        return items[0]
    return Sequence(tuple(items))


@st.composite
def grammars(draw: st.DrawFn) -> Grammar:
    """Grammars in the form the parser gives, most of them free of left recursion and all with every rule."""
    rules = []
    for place, name in enumerate(_RULES):
        later = st.sampled_from(_RULES[place + 1 :] or ("root",)).map(Reference)
        guarded = later if _RULES[place + 1 :] else later.map(lambda r: Sequence((Literal("x"), r)))
        items = st.recursive(st.one_of(_terminals, guarded), _extend, max_leaves=5)
        rules.append(Rule(name, draw(_bodies(items))))
    return Grammar(tuple(rules))


_PIECES = [*'root ::=ab"[]()|*+?{}1,2<>!.\\\n\r\t#^-', "root ::= ", "\na ::= ", '"a"', "[a-z]", "{2}", "\\x4"]
grammar_like = st.lists(st.sampled_from(_PIECES), max_size=40).map("".join)

_item_texts = st.sampled_from(
    ['"a"', '""', "[a-z]", "[]", "[^x]", ".", "w", "<[1]>", "<t>", '"\\ud800b"', "()"]
)
_sign_texts = st.sampled_from(["", "", "", "*", "+", "?", "{2}", "{0,3}", "{0}", " {1,} ", "??"])
body_texts = st.recursive(
    st.tuples(_item_texts, _sign_texts).map("".join),
    lambda texts: st.one_of(
        st.lists(texts, max_size=3).map(" ".join),
        st.lists(texts, min_size=2, max_size=3).map("|\n".join),
        st.tuples(texts, _sign_texts).map(lambda pair: f"( {pair[0]}\n){pair[1]}"),
    ),
    max_leaves=8,
)
