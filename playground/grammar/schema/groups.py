"""What a keyword, or some that only mean something together, can be asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from playground.grammar.schema.document import Place
from playground.grammar.schema.shape import Shape

if TYPE_CHECKING:
    from playground.grammar.schema.shapes import Shapes


class Group(NamedTuple):
    """Keywords of one schema that only mean something together, and what they say of a value.

    `holds` gives the shape of what they allow, `fails` that of all else.
    """

    keywords: tuple[str, ...]
    holds: Callable[[Shapes, Place], Shape]
    fails: Callable[[Shapes, Place], Shape]


class Closing(NamedTuple):
    """A keyword that speaks about what the other keywords of its schema did not look at."""

    keyword: str
    close: Callable[[Shapes, Place, Shape], Shape]
    fails: Callable[[Shapes, Place], Shape]
