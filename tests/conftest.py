"""What all tests share: models, each loaded once, and a hub that is never asked."""

import os

os.environ["HF_HUB_OFFLINE"] = "1"  # before transformers reads it

import pytest

from playground.models import load_model


@pytest.fixture(scope="session")
def smollm2():
    """The bundled model with its real weights; the first run on a machine fetches them."""
    return load_model("smollm2")


@pytest.fixture(scope="session")
def toy():
    return load_model("toy")
