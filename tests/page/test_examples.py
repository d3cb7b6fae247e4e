from playground.lessons.examples import Example
from playground.page.examples import example_of, fill_in


def test_what_is_filled_in_is_like_the_example_it_came_from() -> None:
    example = Example("a", "gbnf", "root ::= [a]\n", "Say a.", "word", "go", "</t>")
    fields = fill_in(
        example,
        ["regex", "x", "y", True, 0.5, 40, 1, 0, 7, 99, "off", "unused", "one", "no", "any", "auto", "</x>"],
    )
    assert fields == (
        "gbnf",
        "root ::= [a]\n",
        "Say a.",
        True,
        0.5,
        40,
        1,
        0,
        7,
        99,
        "word",
        "go",
        "one",
        "no",
        "any",
        "auto",
        "</t>",
    )
    assert example_of("b", fields).is_like(example)
    assert example_of("b", ["gbnf", "root ::= [a]", *fields[2:]]).is_like(example)
    assert not example_of("b", [*fields[:2], "Say b.", *fields[3:]]).is_like(example)
    # A value beside a trigger that is off does not count, and a field that was emptied is the empty text.
    off = example_of("c", ["none", None, None, *fields[3:10], "off", "go", *fields[12:16], None])
    assert off == Example("c", "none", "", "", "off", "")
