"""llama.cpp's texts, one token of the bundled tokenizer after the other, against xgrammar's masks."""

from typing import Any

import pytest

from playground.constraints import Constraint
from playground.engines import compile_constraint
from playground.engines.protocol import Matcher, unpack
from tests.conformance import cases, parts


@pytest.mark.weights
@pytest.mark.parametrize("case", cases("llama_cpp_grammar.json", "grammar"))
def test_the_masks_let_through_what_matches_and_nothing_else(case: dict[str, Any], smollm2) -> None:
    vocabulary = smollm2.vocabulary
    compiled = compile_constraint("xgrammar", Constraint("gbnf", case["grammar"]), vocabulary)
    for wanted, texts in ((True, case["accepts"]), (False, case["rejects"])):
        for text in texts:
            ids = [i for part in parts(text) for i in token_ids(part, vocabulary)]
            assert passes(compiled.matcher(), ids, len(vocabulary)) == wanted, text


def token_ids(part: str | int, vocabulary) -> list[int]:
    return [part] if isinstance(part, int) else list(vocabulary.tokenize(part))


def passes(matcher: Matcher, ids: list[int], size: int) -> bool:
    for token_id in ids:
        allowed = unpack(matcher.mask(), size)[token_id]
        assert matcher.accept(token_id) == allowed
        if not allowed:
            return False
    return matcher.may_end()
