"""Remarks as sentences."""

import pytest

from playground.grammar.diagnostics import Diagnostic


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("there is no rule", "There is no rule."),
        ("The rule is unused.", "The rule is unused."),
        ("did you mean it?", "Did you mean it?"),
        ("a choice, twice", "A choice, twice."),
        ("minLength is no number", "minLength is no number."),
        ("$ref points at nothing", "$ref points at nothing."),
        ("`root` is missing", "`root` is missing."),
        ("llama.cpp refuses this", "llama.cpp refuses this."),
        ("xgrammar cannot do this", "xgrammar cannot do this."),
        ("max_tokens must be 1", "max_tokens must be 1."),
    ],
)
def test_a_message_is_a_sentence_and_code_stays_as_it_is(message: str, sentence: str) -> None:
    diagnostic = Diagnostic("code", message, line=2, column=3)
    assert diagnostic.sentence == sentence
    assert str(diagnostic) == f"line 2, column 3: {sentence}"
