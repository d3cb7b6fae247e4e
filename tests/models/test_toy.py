"""The toy models against the lesson's tables."""

import numpy as np
import pytest

from playground.models import ModelError, load_model
from playground.models.toy import ToyModel
from playground.models.toy_presets import PRESETS


def next_logits(model, token_ids):
    return model.logits(model.forward(model.new_cache(), token_ids))


def softmax(logits):
    weights = np.exp(logits.astype(np.float64) - logits.max())
    return weights / weights.sum()


def test_masking_lesson_table():
    model = load_model("toy:lesson2")
    assert model.vocabulary.names == ("Sure", "{", " {", '"', "Here", "[", "```", "\n")
    before = softmax(next_logits(model, model.encode("Reply with JSON.", chat=False)))
    assert before.round(4).tolist() == [0.4027, 0.0899, 0.0331, 0.0074, 0.2443, 0.0201, 0.1482, 0.0545]

    allowed = np.array([text in (b"{", b" {") for text in model.vocabulary.tokens])
    kept_mass = before[allowed].sum()
    assert round(kept_mass, 4) == 0.1229
    assert (before[allowed] / kept_mass).round(4).tolist() == [0.7311, 0.2689]


def test_colour_lesson_vocabulary():
    model = load_model("toy:lesson3")
    texts = ["r", "e", "d", "re", "red", "g", "gr", "green", "ee", "en"]
    texts += ["ey", "n", "y", "b", "l", "u", "bl", "ue", "yellow"]
    assert [t.decode() for t in model.vocabulary.tokens[:-1]] == texts
    assert len(model.vocabulary) == 20
    assert model.vocabulary.end_ids == (19,)
    assert model.vocabulary.tokens[19] is None


def test_tool_call_lesson_offers_its_candidates_in_order():
    model = load_model("toy:lesson11")
    cache = model.new_cache()
    state = model.forward(cache, model.encode("Read the file.", chat=False))
    favourites = []
    for _ in range(10):
        best, second = np.argsort(-model.logits(state))[:2]
        favourites.append((model.vocabulary.names[best], model.vocabulary.names[second]))
        state = model.forward(cache, [int(best)])
    assert [best for best, _ in favourites] == [
        "I will ", "read the file.\n", "<tool_call>", '{"name": "', "readFile",
        '", "args": {"path": "', "src/Main.java", '"}}', "</tool_call>", "<eos>",
    ]  # fmt: skip
    assert {step: favourites[step][1] for step in (0, 3, 4, 5, 7, 8)} == {
        0: "Let me ", 3: "{'name': '", 4: "read_file", 5: '", "path": "', 7: '"}', 8: "\n",
    }  # fmt: skip


def test_unknown_line_lesson_probabilities():
    model = load_model("toy:lesson13")
    assert model.vocabulary.names == ('"unknown"', "null", "42", "7", "1", "<eos>")
    cache = model.new_cache()
    first = softmax(model.logits(model.forward(cache, model.encode("Which line?", chat=False))))
    assert first == pytest.approx([0.55, 0.20, 0.10, 0.08, 0.07, 0.0], abs=1e-7)
    assert softmax(model.logits(model.forward(cache, [2]))).tolist() == [0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_sound(name):
    model = ToyModel(PRESETS[name])
    texts = PRESETS[name].texts
    assert len({t.encode() if isinstance(t, str) else t for t in texts}) == len(texts)
    logits = next_logits(model, model.encode("anything", chat=False))
    assert logits.shape == (len(model.vocabulary),)
    assert logits.dtype == np.float32
    assert np.isfinite(logits).all()


def test_scores_depend_on_the_context_and_repeat():
    first, again = ToyModel(PRESETS["toy"]), ToyModel(PRESETS["toy"])
    a, b = first.encode("a", chat=False), first.encode("b", chat=False)
    assert np.array_equal(next_logits(first, a), next_logits(again, a))
    assert not np.array_equal(next_logits(first, a), next_logits(first, b))


def test_incremental_forward_and_crop_equal_a_full_forward():
    model = load_model("toy")
    ids = model.encode('{"name": "Ada"}', chat=False)
    cache = model.new_cache()
    model.forward(cache, ids[:3])
    model.forward(cache, model.encode("zz", chat=False))
    cache.crop(3)
    assert cache.token_ids == ids[:3]
    state = model.forward(cache, ids[3:])
    assert np.array_equal(model.logits(state), next_logits(model, ids))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{"name": "red', ['{"', "name", '": "', "red"]),
        ("greenish", ["green", "i", "s", "h"]),
        ("a<eos><tool_call>", ["a", "<eos>", "<tool_call>"]),
        ("é", ["é"]),
        ("ü", ["\N{REPLACEMENT CHARACTER}", "<unk>"]),  # bytes C3, which is a token, and BC, which is not
        ("\ud800", ["?"]),
        ("", []),
    ],
)
def test_tokenize(text, names):
    vocabulary = load_model("toy").vocabulary
    assert [vocabulary.names[i] for i in vocabulary.tokenize(text)] == names


def test_a_character_can_be_spelled_in_single_bytes():
    vocabulary = load_model("toy").vocabulary
    ids = [vocabulary.tokens.index(bytes([b])) for b in "😀€".encode()]
    assert vocabulary.decode(ids) == "😀€".encode()


def test_an_empty_prompt_still_has_a_token():
    assert load_model("toy").encode("", chat=False)


def test_chat_is_refused():
    with pytest.raises(ModelError, match="no chat template"):
        load_model("toy").encode("hello", chat=True)


def test_context_length_is_enforced():
    model = load_model("toy")
    with pytest.raises(ModelError, match="4096"):
        model.encode("x" * 5000, chat=False)
    cache = model.new_cache()
    model.forward(cache, [0] * 4096)
    with pytest.raises(ModelError, match="4096"):
        model.forward(cache, [0])
    assert len(cache.token_ids) == 4096
