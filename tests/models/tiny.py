"""Models of a few thousand random weights with tokenizers written by hand, saved as transformers does."""

import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers
from transformers import AutoModelForCausalLM, LlamaConfig, PreTrainedTokenizerFast

CHAT_TEMPLATE = (
    "{% for m in messages %}<|start|>{{ m['role'] }}\n{{ m['content'] }}<|end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|start|>assistant\n{% endif %}"
)


def byte_level_tokenizer(chat_template=CHAT_TEMPLATE):
    """Byte-level BPE with three merges, two special tokens, and one added token that is plain text."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = [("Ġ", "t"), ("h", "e"), ("Ġt", "he")]
    pieces = alphabet + ["".join(pair) for pair in merges]
    backend = Tokenizer(models.BPE({piece: i for i, piece in enumerate(pieces)}, merges))
    backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    backend.decoder = decoders.ByteLevel()
    backend.add_special_tokens(["<|start|>", "<|end|>"])
    backend.add_tokens([AddedToken("<call>", normalized=False)])
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="<|end|>")
    tokenizer.chat_template = chat_template
    return tokenizer


def sentencepiece_tokenizer():
    """As Llama 2's: ▁ for a space, one put before each text, and byte pieces for what has no piece."""
    byte_pieces = [f"<0x{byte:02X}>" for byte in range(256)]
    merges = [("▁", "t"), ("h", "e"), ("▁t", "he")]
    pieces = ["<unk>", "<s>", "</s>", *byte_pieces, *"▁the", *("".join(pair) for pair in merges)]
    vocabulary = {piece: i for i, piece in enumerate(pieces)}
    backend = Tokenizer(models.BPE(vocabulary, merges, unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    backend.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    steps = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    backend.decoder = decoders.Sequence(steps)
    backend.add_special_tokens(["<unk>", "<s>", "</s>"])
    return PreTrainedTokenizerFast(
        tokenizer_object=backend, unk_token="<unk>", bos_token="<s>", eos_token="</s>"
    )


def word_piece_tokenizer():
    backend = Tokenizer(models.WordPiece({"[UNK]": 0, "the": 1, "##n": 2}, unk_token="[UNK]"))
    backend.decoder = decoders.WordPiece(prefix="##")
    return PreTrainedTokenizerFast(tokenizer_object=backend, unk_token="[UNK]")


SIZES = {
    "hidden_size": 16,
    "intermediate_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "num_key_value_heads": 1,
    "head_dim": 8,
    "max_position_embeddings": 64,
}


def save_model(folder, tokenizer, config_class=LlamaConfig, padding=5, end_ids=None, **config):
    """Save a model with `padding` ids more than the tokenizer has, and return it."""
    torch.manual_seed(7)
    sizes = SIZES | {"vocab_size": len(tokenizer) + padding, "eos_token_id": None} | config
    model = AutoModelForCausalLM.from_config(config_class(**sizes)).eval()
    for parameter in model.parameters():  # far enough from zero for scores to differ
        torch.nn.init.normal_(parameter, std=0.5)
    model.generation_config.eos_token_id = end_ids
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return model
