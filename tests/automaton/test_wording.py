import pytest

from playground.automaton.wording import describe
from playground.grammar.characters import characters_of
from playground.grammar.model import CharClass


@pytest.mark.parametrize(
    ("node", "words"),
    [
        (CharClass(((0x30, 0x39),)), "a digit"),
        (CharClass(((0x31, 0x39),)), "[1-9]"),
        (CharClass(((0x61, 0x61),)), '"a"'),
        (CharClass(((0x20, 0x20), (0x0A, 0x0A))), "[⏎␣]"),
        (CharClass((), negated=True), "any character"),
        (CharClass(((0x22, 0x22), (0x5C, 0x5C)), negated=True), 'any character but \'"\' or "\\"'),
        (CharClass(((0x41, 0x5A), (0x61, 0x7A))), "a letter"),
        (CharClass(((0x00, 0x1F),)), "[\\x00-\\x1F]"),
    ],
)
def test_a_set_is_said_in_few_words(node, words):
    assert describe(characters_of(node)) == words
