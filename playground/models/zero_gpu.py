"""A Space with ZeroGPU: a GPU is lent to one function at a time, in a process forked for it.

What such a function takes and gives is copied, and its GPU memory is gone afterwards: it is given token ids,
reads all of them, and gives back one hidden state. Elsewhere nothing of this is loaded.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])
ZERO_GPU = os.environ.get("SPACES_ZERO_GPU", "").lower() in ("1", "t", "true")
"""Whether this process runs on such a Space, as its own package tells it."""
_PASS_SECONDS = 15
"""What a pass may take; a shorter one comes sooner in the queue of all Spaces."""

if ZERO_GPU:
    import spaces  # before torch looks for a GPU, which this stands in for


def on_gpu(function: F) -> F:
    """The function, with a GPU lent for each call of it where that is needed."""
    if not ZERO_GPU:
        return function
    lent: F = spaces.GPU(duration=_PASS_SECONDS)(function)
    return lent
