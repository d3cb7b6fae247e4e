"""Any causal language model that transformers loads, run on the GPU when there is one."""

from __future__ import annotations

import copy
import os
import threading
from pathlib import Path
from typing import Any
from uuid import uuid4

import jinja2
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, DynamicCache
from transformers.cache_utils import DynamicLayer, DynamicSlidingWindowLayer

from playground.models.protocol import Cache, Logits, ModelError, OutOfMemoryError
from playground.models.token_bytes import clean, read_vocabulary
from playground.models.zero_gpu import ZERO_GPU, on_gpu


class KeyValueCache:
    """The keys and values of `token_ids`, in tensors of the model's device."""

    def __init__(self) -> None:
        self.token_ids: list[int] = []
        # Without the model's config every layer keeps all positions, sliding windows too: it can be cropped.
        self.key_values: Any = DynamicCache()

    @property
    def size(self) -> int:
        layers = [layer for layer in self.key_values.layers if layer.is_initialized]
        return sum(layer.keys.nbytes + layer.values.nbytes for layer in layers)

    def crop(self, length: int) -> None:
        surplus = len(self.token_ids) - length
        if surplus > 0:
            self.key_values.crop(-surplus)
            del self.token_ids[length:]

    def clear(self) -> None:
        self.token_ids.clear()
        self.key_values = DynamicCache()


class _GivenState(torch.nn.Module):
    """Stands in for a model's body: answers with the state it is given, in the body's kind of output."""

    def __init__(self, output_class: type) -> None:
        super().__init__()
        self._output_class = output_class

    def forward(self, *_: Any, inputs_embeds: torch.Tensor, **__: Any) -> Any:
        return self._output_class(last_hidden_state=inputs_embeds)


class TransformersModel:
    """A `Model` over `AutoModelForCausalLM`: bfloat16 on CUDA, float32 on the processor.

    The hidden state is the last layer's after its norm, shape (hidden size,), on the processor, in the
    model's dtype: 2.3 KB for the bundled model.
    """

    def __init__(self, source: str | Path, name: str, local_only: bool = False) -> None:
        """Load from a folder or a hub id, which `local_only` looks up among earlier downloads.

        Raises ModelError for a model that cannot be stepped, and whatever
        transformers raises when it cannot load `source`.
        """
        # One core stays free for masks and the page: torch's threads wait by spinning, and a pass on all
        # cores takes ten times as long as soon as anything else runs.
        torch.set_num_threads(max(1, len(os.sched_getaffinity(0)) - 1))
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._dtype = torch.bfloat16 if self._device.type == "cuda" else torch.float32
        self._tokenizer: Any = AutoTokenizer.from_pretrained(source, local_files_only=local_only)
        model: Any = AutoModelForCausalLM.from_pretrained(
            source, dtype=self._dtype, local_files_only=local_only
        )
        _check_can_step_back(model, name)
        head = _without_body(model.eval().requires_grad_(False))
        # Where a GPU is only lent for a pass, the head stays with this process.
        self._head: Any = copy.deepcopy(head) if ZERO_GPU else head
        self._head_device = torch.device("cpu") if ZERO_GPU else self._device
        model = model.to(self._device)
        self._text_only: Any = copy.deepcopy(self._tokenizer.backend_tokenizer)
        self._text_only.encode_special_tokens = True
        self._body: Any = model.base_model
        self._lent_read = on_gpu(self._read_all)
        self._lock = threading.Lock()
        self.name = name
        self.device = self._device.type
        self.dtype = str(self._dtype).removeprefix("torch.")
        self.context_length = _context_length(model, self._tokenizer)
        self.has_chat_template = bool(self._tokenizer.chat_template)
        width = model.get_output_embeddings().weight.shape[0]
        self.vocabulary = read_vocabulary(self._tokenizer, width, _end_ids(model, self._tokenizer))

    def encode(self, prompt: str, chat: bool) -> list[int]:
        """As the protocol says. In a user's turn, the text of a special token is plain text; in a raw prompt
        it is the special token, so that a template can be written by hand.
        """
        prompt = clean(prompt)
        token_ids = self._encode_turn(prompt) if chat else self._encode_raw(prompt)
        if len(token_ids) >= self.context_length:
            raise ModelError(
                f"The prompt has {len(token_ids):,} tokens; {self.name} reads {self.context_length:,}, the "
                "answer included. Shorten the prompt."
            )
        width = len(self.vocabulary)
        if unknown := [token_id for token_id in token_ids if token_id >= width]:
            text = self._tokenizer.convert_ids_to_tokens(unknown[0])
            raise ModelError(f"{self.name} has no weights for the token {text!r} of the prompt.")
        return token_ids

    def new_cache(self) -> KeyValueCache:
        return KeyValueCache()

    def forward(self, cache: Cache, token_ids: list[int]) -> torch.Tensor:
        """As the protocol says. When the pass fails, say for want of memory, the cache is left empty."""
        assert isinstance(cache, KeyValueCache)
        length = len(cache.token_ids) + len(token_ids)
        if length > self.context_length:
            raise ModelError(f"{self.name} reads {self.context_length:,} tokens, and they are used up.")
        try:
            with self._lock:
                last = (
                    self._lent_read([*cache.token_ids, *token_ids])
                    if ZERO_GPU
                    else self._read(cache, token_ids)
                )
        except BaseException as error:
            cache.clear()  # some layers have read the tokens and others have not
            if isinstance(error, torch.OutOfMemoryError):
                raise OutOfMemoryError(
                    f"{length:,} tokens are too many for the memory of the GPU."
                ) from error
            raise
        cache.token_ids.extend(token_ids)
        return last

    def _read(self, cache: KeyValueCache, token_ids: list[int]) -> torch.Tensor:
        ids = torch.tensor([token_ids], device=self._device)
        with torch.inference_mode():
            output = self._body(input_ids=ids, cache=cache.key_values, use_cache=True)
        return _last(output)

    def _read_all(self, token_ids: list[int]) -> torch.Tensor:
        """The state after a whole text, with no keys and values kept."""
        ids = torch.tensor([token_ids], device=self._device)
        with torch.inference_mode():
            output = self._body(input_ids=ids, use_cache=False)
        return _last(output)

    def logits(self, hidden: torch.Tensor) -> Logits:
        with torch.inference_mode():
            output = self._head(inputs_embeds=hidden.to(self._head_device)[None, None])
            scores: Logits = output.logits[0, 0].float().cpu().numpy()
            return scores

    def _encode_raw(self, prompt: str) -> list[int]:
        token_ids: list[int] = self._tokenizer.encode(prompt)
        if token_ids:
            return token_ids
        if self._tokenizer.bos_token_id is None:
            raise ModelError(f"{self.name} has no token to begin a text with: write a prompt.")
        return [self._tokenizer.bos_token_id]

    def _encode_turn(self, prompt: str) -> list[int]:
        if not self.has_chat_template:
            raise ModelError(f"{self.name} has no chat template; ask it for a raw completion instead.")
        tokenize = self.vocabulary.tokenize
        plain = self._text_only.encode(prompt, add_special_tokens=False).ids
        if plain == tokenize(prompt):
            return list(tokenize(self._render(prompt)))
        # The prompt holds the text of a special token. Only the template may set those, so its two parts and
        # the prompt are tokenized apart.
        mark = uuid4().hex
        before, found, after = self._render(mark).partition(mark)
        if not found or mark in after:
            raise ModelError(
                f"The prompt holds the text of a special token, and {self.name}'s chat template does not let "
                "it pass as plain text. Leave that text out, or ask for a raw completion."
            )
        return [*tokenize(before), *plain, *tokenize(after)]

    def _render(self, prompt: str) -> str:
        turn = [{"role": "user", "content": prompt}]
        try:
            text: str = self._tokenizer.apply_chat_template(turn, tokenize=False, add_generation_prompt=True)
        except jinja2.TemplateError as error:
            raise ModelError(f"The chat template of {self.name} fails: {error}") from error
        return text


def _last(output: Any) -> torch.Tensor:
    last: torch.Tensor = output.last_hidden_state[0, -1]
    return last.to("cpu", copy=True)  # a view would keep the states of the whole prompt alive


def _check_can_step_back(model: Any, name: str) -> None:
    layers = DynamicCache(config=model.config).layers
    if model._is_stateful or any(type(x) not in (DynamicLayer, DynamicSlidingWindowLayer) for x in layers):
        raise ModelError(
            f"{name} ({model.config.model_type}) keeps a running state that cannot be taken back by a token. "
            "Take a model with attention layers only."
        )


def _without_body(model: Any) -> Any:
    """The model's own way from its last state to the scores (head, scaling, capping), on the same weights."""
    with torch.inference_mode():
        output = model.base_model(input_ids=torch.zeros(1, 1, dtype=torch.long, device=model.device))
    head = copy.copy(model)
    head._modules = {**model._modules, model.base_model_prefix: _GivenState(type(output))}
    return head


def _end_ids(model: Any, tokenizer: Any) -> tuple[int, ...]:
    """The ends that the tokenizer and the generation config name, either of which may name none."""
    named = model.generation_config.eos_token_id
    listed = named if isinstance(named, list) else [named]
    return tuple(sorted({i for i in [*listed, tokenizer.eos_token_id] if i is not None}))


def _context_length(model: Any, tokenizer: Any) -> int:
    """Tokens. Some position schemes set no limit; then the tokenizer's counts, unless it is a placeholder."""
    declared = getattr(model.config.get_text_config(), "max_position_embeddings", None)
    return int(declared or min(tokenizer.model_max_length, 1_000_000))
