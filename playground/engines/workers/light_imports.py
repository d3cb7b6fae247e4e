"""xgrammar without torch and transformers, which it imports for things that no worker does.

Loading both takes seconds and hundreds of megabytes, in every worker. xgrammar 0.2.8 needs them for types
in signatures, for a converter of tokenizers and for a logits processor.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

_LEFT_OUT = ("torch", "transformers")


class _StandIn(ModuleType):
    """A module in which every name is a class that can be made, inherited and written in a signature."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {"__init__": lambda self, *arguments, **options: None})


def import_xgrammar() -> None:
    """Import xgrammar so; whatever imports torch or transformers in this process fails from now on."""
    for name in _LEFT_OUT:
        sys.modules[name] = None  # type: ignore[assignment]  # how an import is made to fail
    import tvm_ffi  # noqa: F401  # does without torch where it is not there, but not with a stand-in

    for name in _LEFT_OUT:
        sys.modules[name] = _StandIn(name)
    import xgrammar  # noqa: F401

    for name in _LEFT_OUT:
        sys.modules[name] = None  # type: ignore[assignment]
