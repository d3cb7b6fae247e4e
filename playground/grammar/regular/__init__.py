"""Regular languages: patterns read as JSON Schema means them, combined, and written as a grammar.

JSON Schema asks for strings that match a pattern and have a length, for keys that match one pattern and
are none of the declared names, for numbers that are multiples and lie between bounds. Such
intersections and differences need finite automata. (The libraries that have them took minutes for a
pattern with a length, `greenery` 4.2.3, or are no longer kept, `interegular`.)
"""

from playground.grammar.regular.dfa import Dfa, TooLarge, combine, complement, minimal, of_lengths, of_words
from playground.grammar.regular.meter import metered
from playground.grammar.regular.pattern import Pattern, read_pattern
from playground.grammar.regular.pattern_reader import PatternError
from playground.grammar.regular.to_node import Spelling, node_of

__all__ = [
    "Dfa",
    "Pattern",
    "PatternError",
    "Spelling",
    "TooLarge",
    "combine",
    "complement",
    "metered",
    "minimal",
    "node_of",
    "of_lengths",
    "of_words",
    "read_pattern",
]
