"""What became of a keyword, as it is found out on the way."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    ENFORCED = "enforced"
    NARROWER = "narrower"
    """The grammar allows less than the standard."""
    LOOSER = "looser"
    """The grammar allows more than the standard."""
    IGNORED = "ignored"
    NO_CONSTRAINT = "no constraint"
    """The standard itself gives the keyword no say over values here."""


UNTOLD = "what does not match it cannot be told from the rest"
"""Of a keyword whose opposite is out of reach."""


@dataclass(frozen=True, slots=True)
class Note:
    """`where` is the JSON pointer of the keyword, `how` a clause that says what is different."""

    where: str
    status: Status
    how: str
