"""The example grammars of llama.cpp, read from a checkout of it: they parse, and their texts pass both masks.

The project carries no copy of them: LLAMA_CPP_GRAMMARS names the checkout's `grammars` folder.
"""

import os
from pathlib import Path

import pytest

from playground.automaton import check
from playground.constraints import Constraint
from playground.decoding import Session
from playground.models import Model

FOLDER = os.environ.get("LLAMA_CPP_GRAMMARS", "")
TEXTS = {
    "arithmetic": ("x1*(2 +y) = 7\n", 2),
    "c": ("int f(int x){int y = x+1;while(y<9){y = y*( 2-1 );}return f(y);}", 4),
    "chess": ("1. e4 e5\n2. Nf3 Nc6\n3. O-O exd8=Q+\n", 0),
    "english": ("It works, [mostly]: 99%!", 0),
    "japanese": ("東京は、きれい カタカナ", 0),
    "json": ('{"a": [1, -2.5e3, {"b\\u00e9": true}], "c": ""}', 1),
    "json_arr": ('[\n{"a": 1},\n"b"]', 3),
    "list": ("- bread\n- two eggs\n", 0),
}
"""A text that each must accept, and the character that makes it invalid when `\\0` takes its place."""


@pytest.mark.skipif(not FOLDER, reason="LLAMA_CPP_GRAMMARS names no folder of llama.cpp's example grammars")
@pytest.mark.parametrize("name", TEXTS)
def test_example(name: str, smollm2: Model) -> None:
    constraint = Constraint("gbnf", (Path(FOLDER) / f"{name}.gbnf").read_text(encoding="utf-8"))
    text, place = TEXTS[name]
    assert check(constraint, text).status == "complete"
    broken = check(constraint, text[:place] + "\0" + text[place + 1 :])
    assert (broken.status, broken.offset) == ("invalid", place)
    session = Session(smollm2, "", constraint, budget=1000)
    for token_id in smollm2.vocabulary.tokenize(text):
        assert session.position.agreement.state == "agree", session.text
        session.step(token_id)
    assert session.text == text
    assert session.position.may_end
