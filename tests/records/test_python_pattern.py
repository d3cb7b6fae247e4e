"""Visitors' patterns: read as `re` reads them, and stopped in time."""

import re
import time

import pytest

from playground.records.python_pattern import PatternError, PatternTimeoutError, PythonPattern


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{end}", "x{end}"),
        ("a{e<=1}", "ab{e<=1}"),
        ("x{i}", "xx{i}"),
        ("(?:foo){s}", "fob(foo){s} foo{s}"),
        (r"a\{e}", "a{e}"),
        ("[{e}]+", "x{e}"),
        ("[]{e}]+", "]{"),
        ("[a[:alpha:]]", "xb] a] [] :]"),
        (r"[\][:alpha:]", "b] :"),
        (r"[\]{e}]+", "]{"),
        ("a{2}", "aaa"),
        ("a{1,2}b", "aaab"),
        ("a{,2}b", "aaab"),
        ("a{2,}", "aaaa"),
        ("a{ 2}", "aa a{ 2}"),
        ('{"name"', '{"name": 1}'),
        (r"(?i)CALL", "a call"),
        (r"(?P<x>a)|b", "cb"),
        (r"\d+", "٣4"),
        ("a$", "a\n"),
        ("", "abc"),
    ],
)
def test_finds_what_re_finds(source: str, text: str) -> None:
    ours, theirs = PythonPattern(source).search(text), re.search(source, text)
    assert (ours and ours.span()) == (theirs and theirs.span())
    ours, theirs = PythonPattern(source).fullmatch(text), re.fullmatch(source, text)
    assert (ours and ours.span()) == (theirs and theirs.span())


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("(", "position 0"),
        ("a**", "position"),
        (r"\p{L}", "position 0"),
        ("[[:alpha:]]", "nested set"),
        ("(?<name>a)", "position"),
        ("(" * 3000 + ")" * 3000, "nested too deeply"),
        ("a{99999999999999999999}", "too large"),
        ("a" * 10_001, "10001 characters"),
    ],
)
def test_refuses_what_re_refuses(source: str, says: str) -> None:
    with pytest.raises(PatternError) as caught:
        PythonPattern(source)
    assert says in str(caught.value)


def test_a_pattern_that_backtracks_without_end_is_stopped() -> None:
    pattern = PythonPattern("(?:a|aa)+$")
    started = time.perf_counter()
    with pytest.raises(PatternTimeoutError, match=r"took longer than 0\.1 s on a text of 81 characters"):
        pattern.search("a" * 80 + "b")
    assert pattern.begun("a" * 80 + "b") == ""
    assert time.perf_counter() - started < 5


@pytest.mark.parametrize(
    ("source", "text", "begun"),
    [
        ("<tool_call>", "abc <tool", "<tool"),
        ("<tool_call>", "abc <tool>", ""),
        ("foo|oobar", "xxfo", "fo"),
        (r"\d{3}-", "ab 12", "12"),
        ("^ab", "xa", ""),
        ("abc", "ab", "ab"),
        ("abc", "", ""),
    ],
)
def test_the_end_of_the_text_that_could_begin_a_match(source: str, text: str, begun: str) -> None:
    assert PythonPattern(source).begun(text) == begun
