"""How strict the grammar of a schema is where the standard leaves a choice, or servers differ from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

WhiteSpace = Literal["any", "one", "none"]
KeyOrder = Literal["declared", "required_first", "any"]


@dataclass(frozen=True, slots=True)
class SchemaOptions:
    """The choices. The defaults are what vLLM with xgrammar does: strict, with free white space."""

    white_space: WhiteSpace = "any"
    """Between the parts of the text: `any`, without end; `one`, at most one space; or `none`.

    There is none before and behind the text. vLLM's `disable_any_whitespace` writes exactly one space
    behind each comma and colon, which `one` allows too.
    """

    additional_properties: bool = False
    """Whether an object that lists properties takes other keys when `additionalProperties` is absent.

    The standard says yes; vLLM and llama.cpp say no.
    """

    key_order: KeyOrder = "declared"
    """`declared`, as the schema lists the properties and then all others; `required_first`, as llama.cpp
    has it: the required ones as listed, then the optional ones, then all others; or `any`.
    """

    def __post_init__(self) -> None:
        if self.white_space not in ("any", "one", "none"):
            raise ValueError(f"white_space is any, one or none, not {self.white_space!r}")
        if self.key_order not in ("declared", "required_first", "any"):
            raise ValueError(f"key_order is declared, required_first or any, not {self.key_order!r}")

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}
