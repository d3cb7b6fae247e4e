"""Masks of structural tags over the whole bundled vocabulary: xgrammar's own compile beside ours."""

import codecs
import json

import numpy as np
import pytest
import xgrammar as xgr

from playground.constraints import Constraint
from playground.engines import ENGINES
from playground.engines.protocol import unpack
from playground.engines.xgrammar import _tokenizer_info
from playground.models import Model

# Without a length: with one, xgrammar's own strings are others.
WEATHER = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "unit": {"enum": ["celsius", "fahrenheit"]}},
    "required": ["city", "unit"],
    "additionalProperties": False,
}
ALARM = {"type": "object", "properties": {"hour": {"type": "integer"}}, "additionalProperties": False}
TOOLS = {
    "type": "triggered_tags",
    "triggers": ["<tool_call>"],
    "tags": [
        {
            "type": "tag",
            "begin": f'<tool_call>\n{{"name": "{name}", "arguments": ',
            "content": {"type": "json_schema", "json_schema": schema},
            "end": "}\n</tool_call>",
        }
        for name, schema in (("get_weather", WEATHER), ("set_alarm", ALARM))
    ],
}
ARGUMENTS = '{"city": "<tool_call> é", "unit": "celsius"}'
CALL = f'<tool_call>\n{{"name": "get_weather", "arguments": {ARGUMENTS}}}\n</tool_call>'
NESTED = {
    "type": "sequence",
    "elements": [
        {"type": "tag", "begin": "<think>", "content": {"type": "any_text"}, "end": ["</think>", "</stop>"]},
        {
            "type": "tags_with_separator",
            "separator": ", ",
            "tags": [
                {
                    "type": "tag",
                    "begin": f"[{name}",
                    "content": {"type": "regex", "pattern": "=[0-9a-z ]{1,9}"},
                    "end": "]",
                }
                for name in ("first", "fine")
            ],
        },
    ],
}
CASES = [
    (json.dumps({"type": "structural_tag", "format": TOOLS}), f"Let me <b>see</b>. {CALL} and\n{CALL} <tool"),
    (
        json.dumps({"type": "structural_tag", "format": NESTED}),
        "<think>a < b </thin </stop>[fine=9 lives], [first=1]",
    ),
]


def begins_text(data: bytes) -> bool:
    """Whether these are characters in UTF-8, the last of which may be cut."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize(("text", "written"), CASES, ids=["triggered_tags", "nested"])
def test_three_ways_to_the_same_mask(smollm2: Model, text: str, written: str) -> None:
    vocabulary = smollm2.vocabulary
    constraint = Constraint("structural_tag", text)
    info = _tokenizer_info(vocabulary)
    native = xgr.GrammarMatcher(xgr.GrammarCompiler(info, max_threads=2).compile_structural_tag(text))
    engines = [ENGINES[name].compile(constraint, vocabulary).matcher() for name in ("xgrammar", "automaton")]
    # In free text xgrammar's own compile lets any byte through, so special tokens too.
    is_text = np.array([bool(data) and begins_text(data) for data in vocabulary.tokens])
    is_text[list(vocabulary.end_ids)] = True
    token_ids = list(vocabulary.tokenize(written))
    for token_id in (*token_ids, None):
        words = np.zeros((1, -(-info.vocab_size // 32)), dtype=np.int32)
        native.fill_next_token_bitmask(words)
        wanted = unpack(words[0], len(vocabulary)) & is_text
        masks = [unpack(engine.mask(), len(vocabulary)) for engine in engines]
        differ = [
            [vocabulary.tokens[i] for i in np.flatnonzero(mask != wanted)[:5].tolist()] for mask in masks
        ]
        assert differ == [[], []], token_id
        if token_id is not None:
            assert native.accept_token(token_id)
            assert all(engine.accept(token_id) for engine in engines)
    assert [engine.may_end() for engine in engines] == [True, True]
