"""From the name a visitor gives to a model, each loaded once."""

from __future__ import annotations

import os
import re
import threading
from pathlib import Path

from playground.models import bundled
from playground.models.protocol import Model, ModelError
from playground.models.toy import ToyModel
from playground.models.toy_presets import PRESETS

BUNDLED = "smollm2"
_HUB_ID = re.compile(r"[\w-][\w.-]*(/[\w-][\w.-]*)?", re.ASCII)


class ModelCache:
    """Loaded models by name: all who name the same one share it. Safe to ask from several threads."""

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

    A name is `smollm2`, `toy` or another toy preset, a folder that transformers can load, or a hub id.
    Raises ModelError, saying what was tried and which names there are, when no model comes of it.
    """
    return _cache.get(name.strip())


def _load(name: str) -> Model:
    if name in PRESETS:
        return ToyModel(PRESETS[name])
    if name == BUNDLED:
        folder = bundled.bundled_model()
        again = f"If its files are broken, delete {folder} and start again."
        return _from_transformers(str(folder), bundled.NAME, again)
    folder = Path(os.path.expanduser(name))
    if name and os.path.isdir(folder):  # unlike Path's, these two take any text
        _check_folder(folder)
        return _from_transformers(str(folder), folder.resolve().name, _names())
    if _HUB_ID.fullmatch(name):
        tried = f"There is no folder {folder.absolute()}, so the model hub was asked. "
        return _from_transformers(name, name, tried + _names())
    raise ModelError(f"There is no model {name!r}, and no such folder. {_names()}")


def _names() -> str:
    return f"A model is {BUNDLED}, {', '.join(PRESETS)}, a folder that transformers can load, or a hub id."


def _check_folder(folder: Path) -> None:
    if not (folder / "config.json").is_file():
        raise ModelError(f"The folder {folder} holds no model: it has no config.json. {_names()}")
    if not any(folder.glob("*.safetensors")) and not any(folder.glob("*.bin")):
        raise ModelError(f"The folder {folder} has no weights, neither *.safetensors nor *.bin. {_names()}")


def _from_transformers(source: str, name: str, advice: str) -> Model:
    # Here, since the toys do without torch, which takes seconds to import.
    from playground.models.transformers_model import TransformersModel

    try:
        return TransformersModel(source, name)
    except ModelError:
        raise
    except Exception as error:
        # transformers raises whatever the file at fault makes it raise: OSError, KeyError, a Rust panic, …
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise ModelError(f"{name} could not be loaded: {reason} {advice}") from error
