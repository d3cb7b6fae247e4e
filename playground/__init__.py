"""Constrained Decoding Playground: see, token by token, what a grammar does to a language model."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playground.decoding import ExtractionError, extract

__all__ = ["ExtractionError", "extract"]


def __getattr__(name: str) -> Any:
    # When it is asked for: it brings in every room, and who imports one room should not pay for all.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from playground import decoding

    return getattr(decoding, name)
