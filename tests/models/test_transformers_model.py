"""Models with weights: the bundled one, and tiny ones of many architectures."""

import pickle
import threading

import numpy as np
import pytest
import torch
from transformers import (
    CohereConfig,
    Gemma2Config,
    GPT2Config,
    GraniteConfig,
    LlamaConfig,
    MambaConfig,
    MistralConfig,
    MixtralConfig,
)

from playground.models import ModelError, load_model
from playground.models.transformers_model import TransformersModel
from tests.models.tiny import byte_level_tokenizer, save_model, sentencepiece_tokenizer

ARCHITECTURES = {
    "llama": (LlamaConfig, {}),
    "window of 4": (MistralConfig, {"sliding_window": 4}),
    "capped scores": (Gemma2Config, {"final_logit_softcapping": 2.0, "sliding_window": 4}),
    "divided scores": (GraniteConfig, {"logits_scaling": 5.0}),
    "multiplied scores": (CohereConfig, {"logit_scale": 0.3}),
    "learned positions": (GPT2Config, {"n_embd": 16, "n_layer": 2, "n_head": 2, "n_positions": 64}),
    "experts": (MixtralConfig, {"num_local_experts": 2, "num_experts_per_tok": 1}),
}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tiny")
    save_model(folder, byte_level_tokenizer(), end_ids=[259, 260])
    return load_model(str(folder))


def tolerance(model):
    return 1e-4 if model.dtype == "float32" else 0.3


def last_logits(model, cache, token_ids):
    return model.logits(model.forward(cache, token_ids))


@pytest.mark.weights
def test_bundled_model_answers(smollm2):
    cache = smollm2.new_cache()
    logits = last_logits(smollm2, cache, smollm2.encode("What is the capital of France?", chat=True))
    answer = []
    while (choice := int(logits.argmax())) not in smollm2.vocabulary.end_ids and len(answer) < 20:
        answer.append(choice)
        logits = last_logits(smollm2, cache, [choice])
    assert smollm2.vocabulary.decode(answer) == b"The capital of France is Paris."


@pytest.mark.weights
def test_bundled_model_describes_itself(smollm2):
    assert smollm2.name == "SmolLM2-135M-Instruct"
    assert smollm2.context_length == 8192
    assert smollm2.has_chat_template
    assert len(smollm2.vocabulary) == 49_152
    assert [smollm2.vocabulary.names[i] for i in smollm2.vocabulary.end_ids] == ["<|im_end|>"]
    expected = ("cuda", "bfloat16") if torch.cuda.is_available() else ("cpu", "float32")
    assert (smollm2.device, smollm2.dtype) == expected


@pytest.mark.weights
def test_bundled_model_steps_and_crops_as_if_it_read_all_at_once(smollm2):
    ids = smollm2.encode("The small model reads one token after another.", chat=False)
    whole = last_logits(smollm2, smollm2.new_cache(), ids)
    cache = smollm2.new_cache()
    smollm2.forward(cache, ids[:4])
    smollm2.forward(cache, smollm2.encode(" a detour that is taken back", chat=False))
    cache.crop(4)
    for token_id in ids[4:]:
        stepped = last_logits(smollm2, cache, [token_id])
    assert stepped.dtype == np.float32
    np.testing.assert_allclose(stepped, whole, atol=10 * tolerance(smollm2))


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_scores_are_those_of_transformers(architecture, tmp_path):
    config_class, config = ARCHITECTURES[architecture]
    reference = save_model(tmp_path, byte_level_tokenizer(), config_class, **config)
    model = load_model(str(tmp_path))
    ids = model.encode("the heathen then", chat=False)
    with torch.inference_mode():
        expected = reference(torch.tensor([ids])).logits[0].numpy()
    assert expected.std() > 0.05
    cache = model.new_cache()
    first = last_logits(model, cache, ids[:6])
    np.testing.assert_allclose(first, expected[5], atol=tolerance(model))
    model.forward(cache, ids[:3])
    cache.crop(6)
    assert cache.token_ids == ids[:6]
    for position in range(6, len(ids)):
        stepped = last_logits(model, cache, [ids[position]])
        np.testing.assert_allclose(stepped, expected[position], atol=tolerance(model))


def test_a_model_with_a_running_state_is_refused(tmp_path):
    save_model(tmp_path, byte_level_tokenizer(), MambaConfig, state_size=4)
    with pytest.raises(ModelError, match=r"mamba.*cannot be taken back"):
        load_model(str(tmp_path))


def test_the_state_is_small_and_gives_the_same_scores_later(tiny):
    cache = tiny.new_cache()
    state = tiny.forward(cache, tiny.encode("the theme", chat=False))
    assert state.shape == (16,)
    assert state.untyped_storage().nbytes() == 16 * 4
    scores = tiny.logits(state)
    tiny.forward(cache, [1, 2, 3])
    assert np.array_equal(tiny.logits(state), scores)
    assert scores.shape == (len(tiny.vocabulary),)


def test_crop_to_nothing_and_beyond(tiny):
    ids = tiny.encode("the", chat=False)
    cache = tiny.new_cache()
    cache.crop(3)
    expected = last_logits(tiny, cache, ids)
    cache.crop(100)
    assert cache.token_ids == ids
    cache.crop(0)
    assert cache.token_ids == []
    assert np.array_equal(last_logits(tiny, cache, ids), expected)


def test_sessions_on_several_threads_do_not_disturb_each_other(tiny):
    prompts = [tiny.encode(text, chat=False) for text in ("the", "hehe", "a b c d", "then the")]
    expected = [last_logits(tiny, tiny.new_cache(), ids) for ids in prompts]
    got = [None] * len(prompts)

    def run(slot):
        for _ in range(5):
            cache = tiny.new_cache()
            for token_id in prompts[slot]:
                got[slot] = last_logits(tiny, cache, [token_id])

    threads = [threading.Thread(target=run, args=(slot,)) for slot in range(len(prompts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result, scores in zip(got, expected, strict=True):
        np.testing.assert_allclose(result, scores, atol=tolerance(tiny))


def test_ends_are_those_of_tokenizer_and_generation_config(tiny):
    assert tiny.vocabulary.names[259:261] == ("<|start|>", "<|end|>")
    assert tiny.vocabulary.end_ids == (259, 260)


def test_context_length_is_enforced(tiny):
    with pytest.raises(ModelError, match=r"64 tokens; .* reads 64"):
        tiny.encode("a" * 64, chat=False)
    cache = tiny.new_cache()
    tiny.forward(cache, tiny.encode("a" * 63, chat=False))
    tiny.forward(cache, [0])
    with pytest.raises(ModelError, match="64 tokens, and they are used up"):
        tiny.forward(cache, [0])
    assert len(cache.token_ids) == 64


def test_a_failed_pass_leaves_an_empty_cache(tiny):
    cache = tiny.new_cache()
    tiny.forward(cache, [0, 1])
    with pytest.raises(IndexError):
        tiny.forward(cache, [len(tiny.vocabulary)])
    assert cache.token_ids == []
    expected = last_logits(tiny, tiny.new_cache(), [0, 1])
    np.testing.assert_allclose(last_logits(tiny, cache, [0, 1]), expected, atol=tolerance(tiny))


def names(model, token_ids):
    return [model.vocabulary.names[i] for i in token_ids]


def test_chat_wraps_the_prompt_as_a_turn(tiny):
    turn = ["<|start|>", *"user", "\n", " the", "<|end|>", "\n", "<|start|>", *"assistant", "\n"]
    assert names(tiny, tiny.encode(" the", chat=True)) == turn


def test_special_tokens_in_a_turn_are_plain_text(tiny):
    ids = tiny.encode("a<|end|>b<call>", chat=True)
    turn = [
        "<|start|>",
        *"user",
        "\n",
        *"a<|end|>b",
        "<call>",
        "<|end|>",
        "\n",
        "<|start|>",
        *"assistant",
        "\n",
    ]
    assert names(tiny, ids) == turn


def test_special_tokens_in_a_raw_prompt_are_special(tiny):
    assert names(tiny, tiny.encode("a<|end|>", chat=False)) == ["a", "<|end|>"]


def test_special_tokens_that_a_template_would_rewrite_are_refused(tmp_path):
    template = "{{ messages[0]['content'] | upper }}"
    save_model(tmp_path, byte_level_tokenizer(template))
    model = load_model(str(tmp_path))
    assert names(model, model.encode("ab", chat=True)) == ["A", "B"]
    with pytest.raises(ModelError, match="text of a special token"):
        model.encode("a<|end|>", chat=True)


@pytest.mark.parametrize(
    ("template", "message"),
    [(None, "no chat template"), ("{{ raise_exception('system turn first') }}", "system turn first")],
)
def test_a_template_that_is_missing_or_fails(template, message, tmp_path):
    save_model(tmp_path, byte_level_tokenizer(template))
    model = load_model(str(tmp_path))
    assert model.has_chat_template == (template is not None)
    with pytest.raises(ModelError, match=message):
        model.encode("hi", chat=True)


def test_an_empty_prompt(tiny, tmp_path):
    with pytest.raises(ModelError, match="write a prompt"):
        tiny.encode("", chat=False)
    save_model(tmp_path, sentencepiece_tokenizer())
    model = load_model(str(tmp_path))
    assert names(model, model.encode("", chat=False)) == ["<s>"]


def test_a_prompt_with_lone_surrogates(tiny):
    assert tiny.vocabulary.decode(tiny.encode("a\ud800b", chat=False)) == b"a?b"


def test_a_token_without_weights_is_refused(tmp_path):
    tokenizer = byte_level_tokenizer()
    save_model(tmp_path, tokenizer, padding=-1)
    model = load_model(str(tmp_path))
    assert len(model.vocabulary) == len(tokenizer) - 1
    with pytest.raises(ModelError, match="no weights for the token '<call>'"):
        model.encode("<call>", chat=False)


def test_where_a_gpu_is_lent_only_the_pass_asks_for_it_and_keeps_nothing(tmp_path, tiny, monkeypatch):
    asked = []

    def lend(function):
        def lent(*arguments):
            # What is lent to is another process: arguments and answer are copied.
            asked.append(arguments)
            return pickle.loads(pickle.dumps(function(*pickle.loads(pickle.dumps(arguments)))))

        return lent

    monkeypatch.setattr("playground.models.transformers_model.ZERO_GPU", True)
    monkeypatch.setattr("playground.models.transformers_model.on_gpu", lend)
    save_model(tmp_path, byte_level_tokenizer())
    model = TransformersModel(tmp_path, "lent")
    cache, expected = model.new_cache(), tiny.new_cache()
    for text in ([1, 2, 3], [4], [5]):
        scores = last_logits(tiny, expected, text)
        np.testing.assert_allclose(last_logits(model, cache, text), scores, atol=tolerance(tiny))
    cache.crop(4)
    expected.crop(4)
    scores = last_logits(tiny, expected, [6])
    np.testing.assert_allclose(last_logits(model, cache, [6]), scores, atol=tolerance(tiny))
    assert cache.size == 0
    assert asked == [([1, 2, 3],), ([1, 2, 3, 4],), ([1, 2, 3, 4, 5],), ([1, 2, 3, 4, 6],)]
