"""What is found out about a schema while its grammar is written, for advice and figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

EndlessKind = Literal["string", "number", "array", "object", "value"]


@dataclass(frozen=True, slots=True)
class Endless:
    """A place whose texts have no longest one: a string, number, array or object, or any value at all."""

    where: str
    kind: EndlessKind


@dataclass(frozen=True, slots=True)
class Keys:
    """The named keys of one object: in the order of the schema, as they are written, and the required ones.

    `forced` are the required keys whose value can only be a number or one of a list: there is no way to
    say that it is not known.
    """

    where: str
    declared: tuple[str, ...]
    written: tuple[str, ...]
    required: frozenset[str]
    forced: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "where": self.where,
            "declared": list(self.declared),
            "written": list(self.written),
            "required": sorted(self.required),
            "forced": list(self.forced),
        }


@dataclass(frozen=True, slots=True)
class Facts:
    endless: tuple[Endless, ...]
    keys: tuple[Keys, ...]
