"""What to do about a character that GBNF does not expect, by where it stands. Longer texts come first."""

from __future__ import annotations

_CONTINUATION = (
    "A rule ends with its line. To go on in the next line, end the line with `|` "
    "or put the parts in parentheses."
)
_COMMENT = "A comment begins with `#`."
_DEFINITION = "A rule is written `name ::= …`."

BEFORE_RULE = {
    "|": _CONTINUATION,
    '"': _CONTINUATION,
    "(": _CONTINUATION,
    "[": _CONTINUATION,
    "//": _COMMENT,
    "/*": _COMMENT,
    "--": _COMMENT,
    "<": f"{_DEFINITION} Rule names take no angle brackets.",
    "```": "Leave the lines with ``` out.",
    "": f"{_DEFINITION} A name has letters a-z and A-Z, digits and `-`.",
}

BEFORE_DEFINITION = {
    ":=": "Write `::=` instead of `:=`.",
    "=": "Write `::=` instead of `=`.",
    ":": "Write `::=` instead of `:`.",
    "->": "Write `::=` instead of `->`.",
    "": f"{_DEFINITION} A name has letters a-z and A-Z, digits and `-`.",
}

INSIDE_RULE = {
    "::=": "Start every rule on a line of its own.",
    ")": "There is no open `(` for it.",
    "]": 'There is no open `[` for it; as text write `"]"`.',
    "}": 'There is no open `{` for it; as text write `"}"`.',
    "'": 'A literal is written with double quotes: `"…"`.',
    "“": 'A literal is written with straight double quotes: `"…"`.',
    "”": 'A literal is written with straight double quotes: `"…"`.',
    "`": 'A literal is written with double quotes: `"…"`.',
    "//": _COMMENT,
    "/": 'A literal is written with double quotes: `"/"`. GBNF has no `/regex/`.',
    ";": "A rule ends with its line; leave `;` out.",
    ",": 'Parts follow each other without a comma; as text write `","`.',
    "\\": 'An escape belongs into a literal or a class: `"\\n"`, `[\\n]`.',
    "^": "A negated class is written `[^…]`.",
    "$": "GBNF has no anchors: the whole text must match anyway.",
    "=": 'As text write `"="`.',
    "": 'Text is written in double quotes: `"…"`.',
}

REPEAT = "Put it after the part it repeats; as text write it in quotes."
REPETITION_LIMIT = "Give the inner part a rule of its own: llama.cpp counts a rule name once."
UNFINISHED_RULE = 'After `::=` and after `|` a rule goes on in the next line. For the empty text write `""`.'
