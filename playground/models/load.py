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
_HUB_SECONDS = 10
"""How long to wait for the hub's first answer."""
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
        return _from_hub(name, folder)
    raise ModelError(f"There is no model {name!r}, and no such folder. {_names()}")


def _names() -> str:
    return f"A model is {BUNDLED}, {', '.join(PRESETS)}, a folder that transformers can load, or a hub id."


def _check_folder(folder: Path) -> None:
    if not (folder / "config.json").is_file():
        raise ModelError(f"The folder {folder} holds no model: it has no config.json. {_names()}")
    if not any(folder.glob("*.safetensors")) and not any(folder.glob("*.bin")):
        raise ModelError(f"The folder {folder} has no weights, neither *.safetensors nor *.bin. {_names()}")


def _from_hub(name: str, folder: Path) -> Model:
    """A model of the hub; the copy of an earlier download, when the hub cannot be asked."""
    from huggingface_hub import HfApi, try_to_load_from_cache

    advice = f"There is no folder {folder.absolute()}, so the model hub was asked. {_names()}"
    try:
        # transformers would ask for each file, and each time wait half a minute for a hub out of reach.
        HfApi().model_info(name, timeout=_HUB_SECONDS)
    except Exception as error:  # of its HTTP library, of the system, or the hub's own
        if not isinstance(try_to_load_from_cache(name, "config.json"), str):
            raise ModelError(f"{name} could not be loaded: {_first_line(error)}. {advice}") from None
        return _from_transformers(name, name, advice, local_only=True)
    return _from_transformers(name, name, advice)


def _from_transformers(source: str, name: str, advice: str, local_only: bool = False) -> Model:
    # Here, since the toys do without torch, which takes seconds to import. First what may stand in for a GPU.
    from playground.models import zero_gpu  # noqa: F401
    from playground.models.transformers_model import TransformersModel

    try:
        return TransformersModel(source, name, local_only)
    except ModelError:
        raise
    except Exception as error:
        # transformers raises whatever the file at fault makes it raise: OSError, KeyError, a Rust panic, …
        raise ModelError(f"{name} could not be loaded: {_first_line(error)}. {advice}") from error


def _first_line(error: Exception) -> str:
    """What an error says, in one line without a full stop."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__).rstrip(".")
