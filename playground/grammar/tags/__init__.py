"""Structural tags, as xgrammar and vLLM have them: free text in which tags switch a constraint on and off."""

from playground.grammar.tags.read import read_structural_tag
from playground.grammar.tags.tag import Tag

__all__ = ["Tag", "read_structural_tag"]
