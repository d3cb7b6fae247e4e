"""What a visitor pasted, read and checked: a kind, a text, and the grammar it stands for."""

from playground.constraints.constraint import KINDS, Constraint, Kind
from playground.constraints.errors import ConstraintError
from playground.constraints.tokens import resolve_tokens

__all__ = ["KINDS", "Constraint", "ConstraintError", "Kind", "resolve_tokens"]
