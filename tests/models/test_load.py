"""Names of models."""

import pytest

from playground.models import ModelError, load_model
from tests.models.tiny import save_model, sentencepiece_tokenizer


def test_a_model_is_loaded_once():
    assert load_model("toy") is load_model(" toy ")
    assert load_model("toy") is not load_model("toy:lesson2")


def test_unknown_name_says_which_there_are():
    with pytest.raises(ModelError, match=r"'toy:nothing'.*toy:lesson2"):
        load_model("toy:nothing")


@pytest.mark.parametrize("name", ["", "/nothing here", "~nobody/model", "a\x00b", "x/" * 3000, "é"])
def test_a_name_that_is_nothing(name):
    with pytest.raises(ModelError, match=r"no such folder.*smollm2, toy"):
        load_model(name)


def test_a_hub_id_that_cannot_be_had_says_what_was_tried():
    with pytest.raises(ModelError, match=r"could not be loaded: .*no folder .*the model hub was asked"):
        load_model("nobody/nothing")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "no config.json"),
        ({"config.json": "{}"}, "no weights"),
        ({"config.json": "{}", "model.safetensors": "rubbish"}, "could not be loaded"),
        ({"config.json": "not json", "model.safetensors": ""}, "could not be loaded"),
    ],
)
def test_a_folder_that_holds_no_whole_model(files, message, tmp_path):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(ModelError, match=message):
        load_model(str(tmp_path))


def test_a_folder_is_loaded(tmp_path):
    save_model(tmp_path / "my-model", sentencepiece_tokenizer())
    model = load_model(str(tmp_path / "my-model"))
    assert model.name == "my-model"
    assert model.vocabulary.names[1] == "<s>"
    assert model.vocabulary.end_ids == (2,)
    assert not model.has_chat_template
    names = [model.vocabulary.names[i] for i in model.encode("the t", chat=False)]
    assert names == [" the", " t"]


def test_a_folder_with_a_broken_weight_file(tmp_path):
    save_model(tmp_path, sentencepiece_tokenizer())
    (tmp_path / "model.safetensors").write_bytes(b"\x00" * 100)
    with pytest.raises(ModelError, match="could not be loaded"):
        load_model(str(tmp_path))
