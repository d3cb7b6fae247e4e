"""The share of white space in a text."""

import pytest

from playground.decoding import white_space_of

EXAMPLE_9 = (
    '{\n\n\t\t\t            \t \t\t\t"file":\n\n "",\n\t\t    \t\t\t    \t \t\t\t \t"fixed":'
    "\n\n \t\t\t\t            \t\ttrue }"
)
"""What the lesson's server wrote under a schema whose grammar allows white space."""


def test_example_12_three_quarters_of_the_text_are_white_space() -> None:
    found = white_space_of(EXAMPLE_9)
    assert (found.white, found.of, found.percent) == (68, 92, 73)
    assert found.to_dict() == {"white": 68, "of": 92}


@pytest.mark.parametrize(("text", "percent"), [("", 0), ('{"a":1}', 0), (" \u00a0", 100), ("a b", 33)])
def test_the_share_is_rounded_down(text: str, percent: int) -> None:
    assert white_space_of(text).percent == percent
