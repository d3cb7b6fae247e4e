"""Any JSON object, against Python's json module."""

import json
import random

import pytest

from playground.automaton.automaton import Automaton
from playground.grammar.json_object import json_object_to_grammar


@pytest.fixture(scope="module")
def machine() -> Automaton:
    grammar = json_object_to_grammar("").grammar
    assert grammar is not None
    return Automaton(grammar)


def accepts(machine: Automaton, text: str) -> bool:
    return machine.may_end(machine.feed(machine.start, text.encode("utf-8", "surrogatepass")))


ACCEPTED = [
    "{}",
    "{ }",
    '{\n\t"a" : [ 1 , 2.5e-3 , -0 ] ,\r\n "b" : { "c" : null } }',
    '{"":""}',
    '{"\\u00e9\\n\\/":"é😀\x7f"}',
    '{"a":[],"b":{},"c":true,"d":false,"a":1}',
]
REJECTED = [
    "",
    "[]",
    "1",
    '"a"',
    " {}",
    "{} ",
    "{a:1}",
    '{"a":1,}',
    '{"a":01}',
    '{"a":1.}',
    '{"a":.5}',
    '{"a"}',
]
REJECTED += [
    "{'a':1}",
    '{"a":"\n"}',
    '{"a":"\x00"}',
    '{"a":"\\x41"}',
    '{"a":NaN}',
    '{"a":+1}',
    '{"a":[1,]}',
    "{}{}",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted(machine: Automaton, text: str) -> None:
    assert isinstance(json.loads(text), dict)
    assert accepts(machine, text)


@pytest.mark.parametrize("text", REJECTED)
def test_rejected(machine: Automaton, text: str) -> None:
    assert not accepts(machine, text)


def test_as_python_reads_it(machine: Automaton) -> None:
    """Objects with characters put in, taken out and exchanged: a text fits exactly when Python reads it."""
    random_ = random.Random(4)
    signs = [*'{}[]",:\\u0019-+.eE ant\n', "true", "null"]
    read = 0
    for _ in range(3000):
        text = list('{"a": [1, -2.5e3, "b\\n"], "c": {"d": null}}')
        for _ in range(random_.randint(1, 3)):
            at = random_.randrange(len(text))
            text[at : at + random_.randint(0, 2)] = random_.choices(signs, k=random_.randint(0, 2))
        joined = "".join(text)
        try:
            value = json.loads(joined, parse_constant=lambda name: pytest.fail(name))
        except ValueError:
            value = None
        fits = isinstance(value, dict) and joined == joined.strip()
        assert accepts(machine, joined) == fits, joined
        read += fits
    assert read > 300


@pytest.mark.parametrize("text", ["", " \n"])
def test_no_text_is_wanted(text: str) -> None:
    assert json_object_to_grammar(text).grammar is not None


def test_a_text_is_refused() -> None:
    parsed = json_object_to_grammar('{"type": "object"}')
    assert parsed.grammar is None
    [error] = parsed.errors
    assert (error.line, error.column) == (1, 1)
    assert "JSON Schema" in error.hint
