"""A finished text under a regex as the groups of the pattern."""

from __future__ import annotations

from playground.records.python_pattern import PatternError, PatternTimeoutError, PythonPattern
from playground.records.record import Record, unread

KIND = "regex"


def regex_record(pattern: str, text: str) -> Record:
    """The groups of a complete text by name, by number where they have none; the text itself without groups.

    Groups are those of Python's `re.fullmatch`, which may refuse a text that the engine let through (where
    the two read the pattern differently); that is an error in the record, and none is raised.
    """
    try:
        compiled = PythonPattern(pattern)
        match = compiled.fullmatch(text)
    except (PatternError, PatternTimeoutError) as error:
        return unread(KIND, "", str(error))
    names = compiled.group_names()
    source = (
        f"Record = dict[Literal[{', '.join(map(repr, names))}], str | None]\n" if names else "Record = str\n"
    )
    if not match:
        return unread(
            KIND, source, "The engine accepted the text, but Python's re.fullmatch does not match it."
        )
    if not names:
        return Record(KIND, text, text, source, repr(text))
    groups = dict(zip(names, match.groups(), strict=True))
    return Record(KIND, groups, groups, source, repr(groups))
