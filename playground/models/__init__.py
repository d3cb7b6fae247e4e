"""Weights and tokenizer as logits and a vocabulary of bytes."""

from playground.models.load import load_model
from playground.models.protocol import Cache, Logits, Model, ModelError

__all__ = ["Cache", "Logits", "Model", "ModelError", "load_model"]
