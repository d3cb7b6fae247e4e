import pytest

from playground.constraints import Constraint
from playground.lessons.recogniser import spelled
from playground.lessons.writable import can_write


@pytest.mark.parametrize(
    ("tokens", "grammar", "can"),
    [
        (("re", "d"), 'root ::= "red" | "grey"', True),
        (("re", "g"), 'root ::= "red" | "grey"', False),
        (("x",), 'root ::= "y"', False),
        # One token spans two rules, and another has to follow.
        (("[1", "]"), 'root ::= "[" num "]"\nnum ::= [0-9]', True),
        # Ever deeper and never closed.
        (("[",), 'root ::= "[" root "]" | "x"', False),
        (tuple(map(chr, range(33, 127))), 'root ::= "anything"', True),
    ],
)
def test_whether_the_tokens_spell_a_text(tokens: tuple[str, ...], grammar: str, can: bool) -> None:
    assert can_write(spelled(tokens), Constraint("gbnf", grammar).grammar) is can
