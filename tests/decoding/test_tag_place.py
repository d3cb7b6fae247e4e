"""Where a text stands between tags, told by hand after each piece of text."""

import json

import pytest

from playground.automaton import DEAD, Automaton
from playground.constraints import Constraint
from playground.decoding.position import TagPlace
from playground.decoding.tag_place import tag_place

FREE, DONE = TagPlace("free"), TagPlace("done")


def tag(begin: str, end: str, content: object) -> dict[str, object]:
    return {"type": "tag", "begin": begin, "content": content, "end": end}


NUMBER = {"type": "json_schema", "json_schema": {"type": "boolean"}}
INNER = {"type": "triggered_tags", "triggers": ["<in"], "tags": [tag("<in>", "</in>", NUMBER)]}
TAGS = [tag("<f=add>", "</f>", NUMBER), tag("<f=now>", "</f>", NUMBER), tag("<out>", "</out>", INNER)]
AUTO = {"type": "triggered_tags", "triggers": ["<f=", "<out"], "tags": TAGS}
EITHER = TagPlace("inside", ("f add", "f now"))
ADD, NOW = TagPlace("inside", ("f add",)), TagPlace("inside", ("f now",))
OUT, IN = TagPlace("inside", ("out",)), TagPlace("inside", ("in",))


@pytest.mark.parametrize(
    ("more", "pieces"),
    [
        (
            {},
            [
                ("", FREE),
                ("a <f", FREE),
                ("=", EITHER),
                ("a", ADD),
                ("dd>true", ADD),
                ("</f>", FREE),
                ("b", FREE),
            ],
        ),
        ({}, [("<f=n", NOW), ("ow>false</f", NOW), (">", FREE)]),
        ({}, [("<out>a", OUT), ("<in>", IN), ("true</in>", OUT), ("</out>", FREE)]),
        ({"stop_after_first": True}, [("a<f=", EITHER), ("add>true<", ADD), ("/f>", DONE)]),
        ({"at_least_one": True}, [("<", TagPlace("inside", ("f add", "f now", "out"))), ("o", OUT)]),
    ],
)
def test_place(more: dict[str, bool], pieces: list[tuple[str, TagPlace]]) -> None:
    constraint = Constraint("structural_tag", json.dumps({"format": {**AUTO, **more}}))
    automaton = Automaton(constraint.grammar)
    state = automaton.start
    found = []
    for text, _ in pieces:
        state = automaton.feed(state, text.encode())
        assert state != DEAD
        found.append((text, tag_place(automaton, state, constraint.tags)))
    assert found == pieces
