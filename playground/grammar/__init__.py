"""Grammars: model, GBNF parser and printers; regex and JSON Schema arrive here as grammars."""
