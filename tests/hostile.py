"""Inputs that have brought servers down, or were made to: each is a way to fill in the page.

`HOSTILE` is read by tests/test_hostile.py, which fills each of them in and expects an answer.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>"
BIDIRECTIONAL = "\u202e\u2066drow\u2069 \u200f\ufeff\u0301"


@dataclass(frozen=True)
class Hostile:
    """One input. `works` when it is strange, and a session of it is to start all the same."""

    name: str
    kind: str = "gbnf"
    text: str = 'root ::= "a"'
    prompt: str = "prompt"
    trigger: str = "off"
    value: str = ""
    temperature: Any = 0
    budget: Any = 20
    engine: str = "xgrammar"
    works: bool | None = False
    """None: either is right, as long as there is an answer."""


def _nested(opening: str, core: str, closing: str, times: int) -> str:
    return opening * times + core + closing * times


def _schema(**schema: Any) -> str:
    return json.dumps(schema)


def _deep_schema(times: int) -> str:
    return '{"items":' * times + "{}" + "}" * times


def _counted(times: int) -> str:
    text = '"a"'
    for _ in range(times):
        text = f"({text}){{0,200}}"
    return f"root ::= {text}"


_MANY = " | ".join(f"[a-z]{{{i},{i + 100}}}" for i in range(300))
_CHAIN = "\n".join(f"r{i} ::= r{i + 1}" for i in range(1900))
_DOUBLING = "\n".join(f"r{i} ::= r{i + 1} r{i + 1}" for i in range(60))
_LEFT = "\n".join(f"r{i} ::= n r{i + 1}" for i in range(50))

HOSTILE = (
    # What crashes, hangs or fills the memory of an engine.
    Hostile("repeats itself", text="root ::= root{2}"),
    Hostile("repeats itself through others", text="root ::= a{2}\na ::= root{3}"),
    Hostile("nested counts", text=_counted(4)),
    Hostile("deeper nested counts", text=_counted(12)),
    Hostile("many overlapping counts", text=f"root ::= {_MANY}"),
    Hostile("count beyond all", text='root ::= "a"{999999999999999999999}'),
    Hostile("count of a count", text='root ::= ("a"{2000}){2000}'),
    Hostile("least above most", text='root ::= "a"{5,2}'),
    Hostile("parentheses in a pattern", kind="regex", text=_nested("(", "a", ")", 30_000)),
    Hostile("groups in a rule", text="root ::= " + _nested("(", '"a"', ")", 20_000)),
    Hostile("brackets that never close", text="root ::= " + "(" * 90_000),
    Hostile("class that never closes", text="root ::= [" + "a" * 90_000),
    Hostile("literal that never closes", text='root ::= "' + "a" * 90_000),
    # Sizes.
    Hostile("a megabyte", text="root ::= " + "a" * 2**20),
    Hostile("a megabyte of spaces", text=" " * 2**20),
    Hostile("a megabyte of newlines", text="\n" * 2**20),
    Hostile("a megabyte of prompt", prompt="x" * 2**20),
    Hostile("a huge literal", text=f'root ::= "{"a" * 90_000}"'),
    Hostile("a huge class", text=f"root ::= [{''.join(map(chr, range(0x4E00, 0x9FFF)))}]", works=None),
    Hostile("50,000 rules", text="root ::= r0\n" + "".join(f"r{i}::=\n" for i in range(50_000))),
    Hostile("rules that are there twice", text='root ::= "a"\n' * 5_000, works=None),
    Hostile("a long chain of rules", text=f'root ::= r0\n{_CHAIN}\nr1900 ::= "a"', works=None),
    Hostile("doubling at each rule", text=f'root ::= r0\n{_DOUBLING}\nr60 ::= "a"', works=None),
    Hostile("many alternatives", text="root ::= " + " | ".join(f'"{i}"' for i in range(9_000)), works=None),
    Hostile("many choices", kind="choice", text="\n".join(map(str, range(10_000))), works=None),
    # Left recursion and rules that lead nowhere.
    Hostile("left recursion", text='root ::= root "a" | "a"'),
    Hostile("hidden left recursion", text='root ::= n root "a"\nn ::= ""'),
    Hostile("left recursion hidden deep", text=f'root ::= r0\n{_LEFT}\nr50 ::= n root\nn ::= "x"?'),
    Hostile("no way out", text='root ::= "a" root', works=True),
    Hostile("an empty loop", text='root ::= ("")* "a"', works=None),
    Hostile("loops in loops", text='root ::= (("a"*)*)*', works=None),
    Hostile("ambiguous", text='root ::= a\na ::= a a | "a" | "aa"'),
    Hostile("rule that is not there", text="root ::= nowhere"),
    # Regular expressions.
    Hostile("catastrophic pattern", kind="regex", text="(a+)+$", works=None),
    Hostile("catastrophic alternatives", kind="regex", text="(a|a)*b", works=None),
    Hostile("pattern of stars", kind="regex", text="(((a*)*)*)*", works=None),
    Hostile("huge counts in a pattern", kind="regex", text="a{99999999}"),
    Hostile("nested counts in a pattern", kind="regex", text="((a{1,100}){1,100}){1,100}"),
    Hostile("backreference", kind="regex", text=r"(a)\1"),
    Hostile("lookbehind", kind="regex", text="(?<=a)b"),
    Hostile("a recursive pattern", kind="regex", text="(?R)"),
    Hostile("exponential automaton", kind="regex", text="(a|b)*a(a|b){60}", works=None),
    # JSON Schema.
    Hostile("not JSON", kind="json_schema", text="{" * 50_000),
    Hostile("deep schema", kind="json_schema", text=_deep_schema(20_000)),
    Hostile("schema loop", kind="json_schema", text=_schema(**{"$ref": "#"})),
    Hostile(
        "schema loop of two",
        kind="json_schema",
        text=_schema(
            **{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}
        ),
    ),
    Hostile("reference to elsewhere", kind="json_schema", text=_schema(**{"$ref": "http://192.0.2.1/s"})),
    Hostile("reference to a file", kind="json_schema", text=_schema(**{"$ref": "file:///etc/passwd"})),
    Hostile("many enum members", kind="json_schema", text=_schema(enum=list(range(15_000)))),
    Hostile(
        "many properties", kind="json_schema", text=_schema(properties={f"p{i}": {} for i in range(5_000)})
    ),
    Hostile("huge bounds", kind="json_schema", text='{"type":"integer","maximum":1e400}', works=None),
    Hostile("huge lengths", kind="json_schema", text=_schema(type="string", minLength=10**9), works=True),
    Hostile(
        "catastrophic pattern in a schema",
        kind="json_schema",
        text=_schema(type="string", pattern="^(([a-z])+.)+[A-Z]([a-z])+$"),
        works=None,
    ),
    Hostile(
        "all of many",
        kind="json_schema",
        text=_schema(allOf=[{"anyOf": [{"const": j} for j in range(20)]} for _ in range(20)]),
        works=None,
    ),
    Hostile("script in a schema", kind="json_schema", text=_schema(title=SCRIPT, enum=[SCRIPT]), works=True),
    # Characters.
    Hostile("NUL in a grammar", text='root ::= "a\x00b"', works=None),
    Hostile("NUL for a grammar", text="\x00"),
    Hostile("half a surrogate pair", text='root ::= "\ud800"'),
    Hostile("half a surrogate pair in the prompt", prompt="a\udfffb", works=None),
    Hostile("writing backwards", text=f'root ::= "{BIDIRECTIONAL}"', prompt=BIDIRECTIONAL, works=None),
    Hostile("control characters", prompt="".join(map(chr, range(32))), works=True),
    Hostile("a character beyond Unicode", text=r'root ::= "\UFFFFFFFF"'),
    Hostile("script for a grammar", text=SCRIPT),
    Hostile("script in a literal", text=f'root ::= "{SCRIPT}"', prompt=SCRIPT, works=None),
    Hostile("script in a pattern", kind="regex", text=f"{SCRIPT}("),
    Hostile("script for a trigger", trigger="token", value=SCRIPT),
    # The other fields, some of which no page of ours would send.
    Hostile("catastrophic trigger", trigger="pattern", value="(a+)+$", works=None),
    Hostile("a huge trigger", trigger="word", value="x" * 100_000, works=None),
    Hostile("a thousand triggers", trigger="word", value="\n".join(map(str, range(1_000))), works=None),
    Hostile("a kind that there is not", kind="__class__"),
    Hostile("an engine that there is not", engine="../../etc/passwd"),
    Hostile("a trigger that there is not", trigger="eval", value="x"),
    Hostile("a budget beyond all", budget=10**18),
    Hostile("a budget below none", budget=-1),
    Hostile("a temperature that is no number", temperature=float("nan")),
    Hostile("a temperature beyond all", temperature=float("inf")),
    Hostile("a temperature of text", temperature="hot"),
    Hostile("a crash by another engine", text="root ::= root{2}", engine="guidance"),
    Hostile("nested counts by another engine", text=_counted(4), engine="guidance"),
    Hostile(
        "a deep pattern by another engine",
        kind="regex",
        text=_nested("(", "a", ")", 5_000),
        engine="outlines",
    ),
    Hostile("overlapping counts by another engine", text=f"root ::= {_MANY}", engine="lm-format-enforcer"),
)
