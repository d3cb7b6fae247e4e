"""What llama-server's own endpoints take: `grammar`, `json_schema`, and the triggers of a lazy grammar."""

from __future__ import annotations

from playground.constraints.body_fields import Fields
from playground.constraints.request import RequestTrigger, TriggerKind

LLAMA_FIELDS = ("grammar", "json_schema", "grammar_lazy", "grammar_triggers", "preserved_tokens", "n_predict")
TRIGGER_TYPES: tuple[TriggerKind, ...] = ("token", "word", "pattern", "full_pattern")
"""By the number that stands for them."""
ANY_OBJECT: tuple[object, ...] = ({}, {"type": "object"})
"""Schemas that llama-server turns into its grammar of any object."""
_PRESERVED = "Grammar trigger word should be marked as preserved token: list it in preserved_tokens."


def read_llama(fields: Fields) -> tuple[str, str] | None:
    """Kind and text of the constraint, or None when there is none. Raises ConstraintError."""
    grammar = fields.string("grammar")
    schema = fields.object("json_schema")
    if grammar and schema is not None:
        message = "Cannot use both json_schema and grammar"
        raise fields.error("two-constraints", message, "Leave one of them out.", "json_schema")
    if grammar:
        return "gbnf", grammar
    if schema is None:
        return None
    if fields.get("json_schema") in ANY_OBJECT:
        return "json_object", ""
    return "json_schema", fields.written("json_schema")


def read_triggers(fields: Fields, notes: list[str]) -> tuple[RequestTrigger, ...]:
    """The triggers, when the body asks for a lazy grammar. Raises ConstraintError."""
    lazy = fields.flag("grammar_lazy")
    triggers = tuple(_trigger(entry) for entry in fields.objects("grammar_triggers"))
    preserved = fields.strings("preserved_tokens")
    if not lazy:
        if triggers:
            notes.append("grammar_triggers do nothing without grammar_lazy: true.")
        return ()
    if not triggers:
        message = "Error: no triggers set for lazy grammar!"
        hint = 'Add "grammar_triggers": [{"type": 1, "value": "…"}].'
        raise fields.error("triggers", message, hint, "grammar_lazy")
    if "messages" in fields:
        notes.append("llama-server reads triggers at /completion only; its chat endpoint sets its own.")
    for trigger in triggers:
        if trigger.kind == "word" and trigger.value not in preserved:
            notes.append(f"If {trigger.value!r} is a single token, llama-server refuses it. {_PRESERVED}")
    return triggers


def _trigger(entry: Fields) -> RequestTrigger:
    number = entry.whole("type")
    if number is None or not 0 <= number < len(TRIGGER_TYPES):
        numbers = ", ".join(f"{number} {kind}" for number, kind in enumerate(TRIGGER_TYPES))
        message = "a trigger needs a type" if number is None else f"there is no trigger type {number}"
        path = () if number is None else ("type",)
        raise entry.error("trigger-type", message, f"The types are {numbers}.", *path)
    value, token = entry.string("value"), entry.whole("token")
    kind = TRIGGER_TYPES[number]
    if not value and (kind != "token" or token is None):
        raise entry.error("trigger-value", f"a trigger of the type {number} ({kind}) needs a value")
    return RequestTrigger(kind, value or "", token)
