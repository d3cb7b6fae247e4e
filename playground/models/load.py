"""From the name a visitor gives to a model, each loaded once."""

from __future__ import annotations

import threading

from playground.models.protocol import Model, ModelError
from playground.models.toy import ToyModel
from playground.models.toy_presets import PRESETS


class ModelCache:
    """Loaded models by name: two visitors who name the same one share it."""

    def __init__(self) -> None:
        self._models: dict[str, Model] = {}
        self._lock = threading.Lock()

    def get(self, name: str) -> Model:
        with self._lock:
            if name not in self._models:
                self._models[name] = _load(name)
            return self._models[name]


_cache = ModelCache()


def load_model(name: str) -> Model:
    """The model of that name, from memory when it was loaded before.

    Raises ModelError, saying which names there are, when there is no such model.
    """
    return _cache.get(name.strip())


def _load(name: str) -> Model:
    if name in PRESETS:
        return ToyModel(PRESETS[name])
    raise ModelError(f"There is no model {name!r}. Names are: {', '.join(PRESETS)}.")
