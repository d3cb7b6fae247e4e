"""Breakpoints as they are filled in, and runs that stop, over a toy model."""

from typing import Any

import pytest

from playground.constraints import Constraint
from playground.decoding import LowKeptMass, RuleOpens, Session, TokenText
from playground.models.toy import ToyModel
from playground.page.breakpoints import read_breakpoints

RULES = Constraint("gbnf", 'root ::= "a" num\nnum ::= [0-9]')


@pytest.mark.parametrize(
    ("fields", "stops"),
    [
        (("", None, ""), ()),
        ((None, None, None), ()),
        ((" num ", 0.25, " "), (RuleOpens("num"), LowKeptMass(0.25), TokenText(" "))),
        (("", 0, ""), ()),
        (("", 1, ""), (LowKeptMass(1.0),)),
    ],
)
def test_what_is_filled_in_are_the_stops(toy: ToyModel, fields: Any, stops: Any) -> None:
    assert read_breakpoints(Session(toy, "", RULES), *fields) == stops


@pytest.mark.parametrize(
    ("constraint", "fields", "says"),
    [
        (RULES, ("nun", None, ""), "has no rule “nun”. Its rules are root, num."),
        (None, ("num", None, ""), "without a constraint no rule “num” opens"),
        (RULES, ("", -0.1, ""), "a kept mass is 0 to 1, not -0.1"),
        (RULES, ("", 1.5, ""), "a kept mass is 0 to 1, not 1.5"),
        (RULES, ("", float("nan"), ""), "a kept mass is 0 to 1, not nan"),
    ],
)
def test_what_makes_no_sense_is_refused(toy: ToyModel, constraint: Any, fields: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read_breakpoints(Session(toy, "", constraint), *fields)
