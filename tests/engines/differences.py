"""Constraints with texts that fit them, and the kinds of difference that engines may show there.

The kinds were worked out from what each constraint is made of: strings bring escapes and control
characters with them, numbers exponents and -0, declared keys their order, and so on. White space, forced
text and characters of several tokens may show in any of them.
"""

from dataclasses import dataclass

from playground.engines.difference import Kind
from tests.grammar_cases import CASES

ANYWHERE: frozenset[Kind] = frozenset({"white_space", "forced_text", "split_characters"})
STRING: frozenset[Kind] = frozenset({"control_characters", "escapes"})
NUMBER: frozenset[Kind] = frozenset({"exponent"})
INTEGER: frozenset[Kind] = frozenset({"exponent", "minus_zero"})
OBJECT: frozenset[Kind] = frozenset({"key_order", "other_keys", "not_json"}) | STRING
ANY: frozenset[Kind] = OBJECT | INTEGER


@dataclass(frozen=True)
class Row:
    kind: str
    constraint: str
    texts: tuple[str, ...]
    kinds: frozenset[Kind]

    @property
    def name(self) -> str:
        return self.constraint if len(self.constraint) < 80 else f"{self.constraint[:80]}…"


def schema(text: str, *texts: str, kinds: frozenset[Kind] = frozenset()) -> Row:
    return Row("json_schema", text, texts, kinds | ANYWHERE)


def kinds(*names: Kind) -> frozenset[Kind]:
    return frozenset(names)


def keys(properties: str, required: str = "", rest: str = "") -> str:
    """The schema of an object."""
    wanted = f', "required": [{required}]' if required else ""
    return f'{{"type": "object", "properties": {{{properties}}}{wanted}{rest}}}'


A_INTEGER, B_STRING = '"a": {"type": "integer"}', '"b": {"type": "string"}'
POINT = keys('"x": {"type": "integer"}', '"x"')
CLOSED = ', "additionalProperties": false'
TREE = keys(
    '"v": {"type": "integer"}, "next": {"anyOf": [{"$ref": "#/$defs/n"}, {"type": "null"}]}', '"v", "next"'
)

SCHEMAS = [
    schema('{"type": "null"}', "null"),
    schema('{"type": "boolean"}', "true", "false"),
    schema('{"type": "integer"}', "-12", "0", kinds=INTEGER),
    schema('{"type": "number"}', "-12.50e+10", "-0.0", "7", kinds=NUMBER),
    schema('{"type": "string"}', '"a\\n\\u00e9 é"', '"日😀"', kinds=STRING),
    schema('{"type": ["string", "null"]}', "null", '"x"', kinds=STRING),
    schema('{"type": ["integer", "boolean"]}', "12", "true", kinds=INTEGER),
    schema('{"const": "yes"}', '"yes"', kinds=kinds("values")),
    schema('{"const": 12}', "12", kinds=kinds("values", "exponent")),
    schema('{"const": null}', "null", kinds=kinds("values")),
    schema('{"const": {"a": [1, true]}}', '{"a":[1,true]}', kinds=kinds("values") | OBJECT),
    schema('{"enum": ["red", "redwood"]}', '"red"', '"redwood"', kinds=kinds("values")),
    schema('{"enum": ["a\\"b", "é"]}', '"a\\"b"', '"é"', kinds=kinds("values", "escapes")),
    schema('{"enum": ["red", 12, null]}', "12", '"red"', kinds=kinds("values")),
    schema('{"enum": [1, 2.5, 12]}', "12", "2.5", kinds=kinds("values", "exponent")),
    schema('{"type": "integer", "minimum": 0, "maximum": 100}', "36", "0", kinds=kinds("bounds") | INTEGER),
    schema(
        '{"type": "integer", "exclusiveMinimum": -5, "maximum": 5}',
        "-4",
        "3",
        kinds=kinds("bounds") | INTEGER,
    ),
    schema('{"type": "number", "minimum": 0}', "1.5", kinds=kinds("bounds") | INTEGER),
    schema('{"type": "integer", "multipleOf": 5}', "10", kinds=kinds("bounds") | INTEGER),
    schema(
        '{"type": "string", "minLength": 2, "maxLength": 4}', '"abc"', '"éa"', kinds=kinds("lengths") | STRING
    ),
    schema('{"type": "string", "maxLength": 3}', '""', '"abc"', kinds=kinds("lengths") | STRING),
    schema('{"type": "string", "minLength": 1}', '"a b"', kinds=kinds("lengths") | STRING),
    schema('{"type": "string", "pattern": "^[a-z]+[0-9]{2}$"}', '"ab12"', kinds=kinds("patterns")),
    schema('{"type": "string", "pattern": "^(red|redwood)$"}', '"redwood"', kinds=kinds("patterns")),
    schema('{"type": "string", "pattern": "\\\\d+"}', '"12"', kinds=kinds("patterns", "unicode_classes")),
    schema('{"type": "string", "format": "date"}', '"2024-02-29"', kinds=kinds("formats")),
    schema('{"type": "string", "format": "time"}', '"12:30:00Z"', kinds=kinds("formats")),
    schema('{"type": "string", "format": "email"}', '"a@b.de"', kinds=kinds("formats")),
    schema(
        '{"type": "array", "items": {"type": "integer"}}', "[]", "[1, 22]", kinds=kinds("items") | INTEGER
    ),
    schema(
        '{"type": "array", "items": {"type": "string"}, "minItems": 1}',
        '["x"]',
        kinds=kinds("items") | STRING,
    ),
    schema(
        '{"type": "array", "items": {"type": "boolean"}, "maxItems": 2}', "[true,false]", kinds=kinds("items")
    ),
    schema(
        '{"type": "array", "items": {"type": "null"}, "minItems": 2, "maxItems": 2}',
        "[null,null]",
        kinds=kinds("items"),
    ),
    schema(
        '{"type": "array", "prefixItems": [{"type": "integer"}, {"type": "boolean"}], "items": false}',
        "[1,true]",
        kinds=kinds("items") | ANY,
    ),
    schema(
        '{"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}',
        "[[1],[]]",
        kinds=kinds("items") | INTEGER,
    ),
    schema(keys(A_INTEGER, '"a"'), '{"a": 1}', kinds=OBJECT | INTEGER),
    schema(
        keys(f"{A_INTEGER}, {B_STRING}", '"a", "b"', CLOSED),
        '{"a":1,"b":"x"}',
        '{\n  "a": 12,\n  "b": ""\n}',
        kinds=OBJECT | INTEGER,
    ),
    schema(keys(f"{A_INTEGER}, {B_STRING}"), "{}", '{"b":"x"}', '{"a":1,"b":"x"}', kinds=OBJECT | INTEGER),
    schema(keys(f"{A_INTEGER}, {B_STRING}", '"b"'), '{"b":"x"}', '{"a":1,"b":"x"}', kinds=OBJECT | INTEGER),
    schema(
        keys(A_INTEGER, "", ', "additionalProperties": {"type": "string"}'),
        '{"a":1,"z":"q"}',
        kinds=OBJECT | INTEGER,
    ),
    schema(
        '{"type": "object", "additionalProperties": {"type": "integer"}}',
        '{"k":1,"l":2}',
        kinds=OBJECT | INTEGER,
    ),
    Row("json_object", "", ('{"a":[1,{}]}', "{ }"), ANY | ANYWHERE),
    schema('{"type": "array", "items": {}, "maxItems": 0}', "[]", kinds=kinds("items") | ANY),
    schema('{"type": "object", "properties": {}, "additionalProperties": false}', "{}", kinds=OBJECT),
    schema(
        keys(
            '"s": {"enum": ["low", "high"]}, "line": {"type": "integer"}, "file": {"type": "string"}',
            '"file", "line", "s"',
        ),
        '{"s":"high","line":88,"file":"P"}',
        kinds=OBJECT | INTEGER | kinds("values"),
    ),
    schema(
        keys(f'"p": {POINT}, "q": {POINT}', '"p", "q"'), '{"p":{"x":1},"q":{"x":2}}', kinds=OBJECT | INTEGER
    ),
    schema('{"anyOf": [{"type": "string"}, {"type": "integer"}]}', '"x"', "12", kinds=STRING | INTEGER),
    schema(f'{{"anyOf": [{POINT}, {{"type": "null"}}]}}', '{"x":1}', "null", kinds=OBJECT | INTEGER),
    schema('{"oneOf": [{"type": "boolean"}, {"type": "null"}]}', "true", "null", kinds=kinds("alternatives")),
    schema(f'{{"allOf": [{POINT}]}}', '{"x":1}', kinds=OBJECT | INTEGER | kinds("alternatives")),
    schema(
        f'{{"$defs": {{"p": {POINT}}}, "type": "object", "properties": {{"p": {{"$ref": "#/$defs/p"}}}}, '
        '"required": ["p"]}',
        '{"p":{"x":1}}',
        kinds=OBJECT | INTEGER,
    ),
    schema(
        f'{{"$defs": {{"n": {TREE}}}, "$ref": "#/$defs/n"}}',
        '{"v":1,"next":{"v":2,"next":null}}',
        kinds=OBJECT | INTEGER,
    ),
]


def regex(pattern: str, *texts: str, kinds: frozenset[Kind] = frozenset()) -> Row:
    return Row("regex", pattern, texts, kinds | {"forced_text", "split_characters"})


CLASSES = kinds("unicode_classes")
CONTROL = kinds("control_characters")

REGEXES = [
    regex("abc", "abc"),
    regex("red|redwood", "red", "redwood"),
    regex("(red|green|blue)", "green"),
    regex("yes|no|none|maybe", "none", "maybe"),
    regex("[a-z]+", "abc", "people"),
    regex("[a-z]{2,4}", "age", "name"),
    regex("[A-Za-z_][A-Za-z0-9_]*", "name_1", "SELECT"),
    regex("^x+$", "xx"),
    regex("a*b?c+", "aabcc", "c"),
    regex("(ab|a)(c|bcd)?", "abcd", "ac"),
    regex("a*?b", "aab"),
    regex("[0-9]{4}-[0-9]{2}-[0-9]{2}", "2024-02-29"),
    regex(r"\d{4}-\d{2}", "2024-02", kinds=CLASSES),
    regex(r"\d+(\.\d+)?", "12.50", "7", kinds=CLASSES),
    regex(r"\w+", "name", "a_1", kinds=CLASSES),
    regex(r"\w+\s\w+", "red green", "a\tb", kinds=CLASSES),
    regex(r"\D", "x", "é", kinds=CLASSES | CONTROL),
    regex(r"\+?1? ?\(?[2-9]\d{2}\)?[- ]?\d{3}-\d{4}", "+1 (555) 010-9999", kinds=CLASSES),
    regex(r"(?P<day>[0-3][0-9])/(?P<month>[01][0-9])", "29/02"),
    regex("(?:a(?:b(?:c)?)?)?", "", "ab", "abc"),
    regex("([a-z]+,)*[a-z]+", "a,b,c"),
    regex(".", "a", "é", "😀", kinds=CONTROL),
    regex(".{2,3}", "ab", "日本", kinds=CONTROL),
    regex("[^a]", "b", "é", kinds=CONTROL),
    regex(r"[^\n]*", "a b", kinds=CONTROL),
    regex('"[^"]*"', '"red"', kinds=CONTROL),
    regex("caf(é|e)", "café", "cafe"),
    regex("[日本語]+", "日本"),
    regex("[α-ω]", "λ"),
    regex(r"\x41\u00e9", "Aé"),
    regex(r"[-+*/()0-9.]+", "1+(2*3)"),
    regex(r"\{\}|\[\]", "{}", "[]"),
]


GRAMMARS = [
    Row("gbnf", case.grammar, case.matches, kinds("forced_text"))
    for case in CASES
    if case.matches and max(map(len, case.matches)) < 200
]
