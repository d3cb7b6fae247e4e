"""What a visitor pasted, read and checked: a kind, a text, and the grammar it stands for."""

from playground.constraints.bodies import ImportedBody, read_body
from playground.constraints.constraint import KINDS, Constraint, Kind
from playground.constraints.errors import ConstraintError
from playground.constraints.exports import Export, export_request
from playground.constraints.request import Request, RequestTrigger
from playground.constraints.tokens import resolve_tokens

__all__ = [
    "KINDS",
    "Constraint",
    "ConstraintError",
    "Export",
    "ImportedBody",
    "Kind",
    "Request",
    "RequestTrigger",
    "export_request",
    "read_body",
    "resolve_tokens",
]
