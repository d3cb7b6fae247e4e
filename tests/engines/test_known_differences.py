"""Where xgrammar 0.2.8 is known to allow other tokens than the grammar does, and why.

A case that begins to agree is good news: the fault is gone, and what works around it may go too.
"""

import numpy as np
import pytest
import xgrammar as xgr

from playground.automaton import Automaton, Trie, judge
from playground.constraints import Constraint
from tests.engines.build import END, EOS, THINK, TOKENS, VOCABULARY, allowed, matcher

AB, TWELVE, BRACES = TOKENS.index(b"ab"), TOKENS.index(b"12"), TOKENS.index(b"}}")


@pytest.mark.parametrize(
    ("text", "read", "only_engine", "only_automaton"),
    [
        pytest.param(
            'root ::= "12" [z-a] | "b"', [], {TWELVE}, set(), id="it does not see that nothing can follow"
        ),
        pytest.param(
            f'root ::= "{{" !<[{THINK}]>{{1,4}} [^{{]*',
            [ord("{"), AB, TWELVE, 0xE4],
            set(),
            {EOS, END},
            id="a token read by its id is forgotten when its bytes are half a character as well",
        ),
        pytest.param(
            f'root ::= other other other | [^A-Z] "b"\nother ::= !<[{THINK}]>',
            [AB, AB],
            set(),
            set(range(len(TOKENS))) - {THINK, EOS, END},
            id="a token read by its id in a rule is forgotten when its text is read beside it",
        ),
    ],
)
def test_differences_that_stay(
    text: str, read: list[int], only_engine: set[int], only_automaton: set[int]
) -> None:
    constraint = Constraint("gbnf", text)
    at, automaton = matcher("gbnf", text), Automaton(constraint.grammar)
    state = automaton.start
    for token in read:
        assert at.accept(token)
        state = automaton.feed_token(state, token, TOKENS[token])
    wanted = set(np.flatnonzero(judge(automaton, Trie(VOCABULARY), state).allowed).tolist())
    assert allowed(at) - wanted == only_engine
    assert wanted - allowed(at) == only_automaton


# A fault, the grammar as one would write it for xgrammar and in GBNF, what is read of it, and whether the
# token after that is right.
FAULTS = {
    "a root that refers to itself": (
        'root ::= "{" (root | [0-9]) "}"', 'root ::= "{" (root | [0-9]) "}"', b"{{1", BRACES, True
    ),
    "a class of long characters behind a loop": (
        'root ::= "a"+ [\\u0100-\\uffff] "b"', 'root ::= "a"+ [\\u0100-\\uffff] "b"', b"", AB, False
    ),
    "two exclusions of tokens": (
        'root ::= ExcludeToken(97) "x" | ExcludeToken(98) "y"',
        'root ::= !<[97]> "x" | !<[98]> "y"', b"", 97, True
    ),
    "surrogates as characters": ("root ::= [^a]", "root ::= [^a]", b"\xed", 0xA0, False),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_of_plain_grammars_that_the_printed_ones_lack(fault: str) -> None:
    plain, gbnf, read, token, right = FAULTS[fault]
    spelled = [text or b"\xff" for text in TOKENS]
    info = xgr.TokenizerInfo(spelled, xgr.VocabType.RAW, vocab_size=len(spelled), stop_token_ids=[EOS])
    raw = xgr.GrammarMatcher(xgr.GrammarCompiler(info).compile_grammar(plain))
    assert all(raw.accept_token(byte) for byte in read)
    mask = np.zeros((1, -(-len(spelled) // 32)), dtype=np.int32)
    raw.fill_next_token_bitmask(mask)
    assert bool(mask[0, token // 32] >> token % 32 & 1) != right, "the fault is gone"
    ours = matcher("gbnf", gbnf)
    assert all(ours.accept(byte) for byte in read)
    assert (token in allowed(ours)) == right
