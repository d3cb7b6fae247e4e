"""Names of models."""

import pytest

from playground.models import ModelError, load_model


def test_a_model_is_loaded_once():
    assert load_model("toy") is load_model(" toy ")
    assert load_model("toy") is not load_model("toy:lesson2")


def test_unknown_name_says_which_there_are():
    with pytest.raises(ModelError, match=r"'toy:nothing'.*toy:lesson2"):
        load_model("toy:nothing")
