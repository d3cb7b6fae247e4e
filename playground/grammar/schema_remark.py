"""A remark on a part of a JSON Schema, before its place in the text is worked out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SchemaRemark:
    """`where` is the JSON pointer of the part; see `Diagnostic` for the rest."""

    where: str
    code: str
    message: str
    hint: str = ""
