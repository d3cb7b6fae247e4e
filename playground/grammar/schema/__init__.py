"""JSON Schema as a grammar: read place by place, normalised, written as rules, and accounted for."""

from playground.grammar.schema.coverage import Coverage, Entry
from playground.grammar.schema.notes import Status
from playground.grammar.schema.options import SchemaOptions
from playground.grammar.schema.read import SchemaReading, read_schema

__all__ = ["Coverage", "Entry", "SchemaOptions", "SchemaReading", "Status", "read_schema"]
