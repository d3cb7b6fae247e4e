"""jsonschema's keywords written anew where its own search patterns without a limit, or round numbers."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from referencing.jsonschema import lookup_recursive_ref, specification_with

from playground.records.ecma_pattern import found_in


def bounded(checker: Any) -> Any:
    """A draft's validator with these keywords, for the schema and all schemas inside."""
    known = {keyword: ours for keyword, ours in _BOUNDED.items() if keyword in checker.VALIDATORS}
    validator = extend(checker, known)  # type: ignore[no-untyped-call]
    validator.evolve = _evolve
    return validator


def _evolve(validator: Any, **changes: Any) -> Any:
    """The validator for a part of its schema, also behind a `$schema`, where jsonschema takes its own."""
    kept = {"schema": validator.schema, "registry": validator._registry, "_resolver": validator._resolver}
    return type(validator)(**kept | changes)


def _pattern(validator: Any, pattern: str, value: Any, schema: Any) -> Iterator[ValidationError]:
    if validator.is_type(value, "string") and not found_in(pattern, value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


def _pattern_properties(validator: Any, patterns: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if not validator.is_type(value, "object"):
        return
    for pattern, subschema in patterns.items():
        for key, item in value.items():
            if found_in(pattern, key):
                yield from validator.descend(item, subschema, path=key, schema_path=pattern)


def _additional_properties(validator: Any, rest: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if validator.is_type(value, "object"):
        yield from _others(validator, rest, value, _declared(schema, value))


def _unevaluated_properties(validator: Any, rest: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if validator.is_type(value, "object"):
        beside = {keyword: stated for keyword, stated in schema.items() if keyword != "unevaluatedProperties"}
        yield from _others(validator, rest, value, _evaluated(validator.evolve(schema=beside), value))


def _others(validator: Any, rest: Any, value: Any, known: set[str]) -> Iterator[ValidationError]:
    """The errors of the keys that are not known."""
    for key, item in value.items():
        if key in known:
            continue
        if rest is False:
            yield ValidationError(f"the key {key!r} is not allowed")
        else:
            yield from validator.descend(item, rest, path=key)


def _declared(schema: Any, value: Any) -> set[str]:
    """The keys that `properties` and `patternProperties` speak of."""
    properties, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    return {key for key in value if key in properties or any(found_in(each, key) for each in patterns)}


def _evaluated(validator: Any, value: Any) -> set[str]:
    """The keys that the validator's schema, and the schemas that apply to the same value, speak of."""
    schema = validator.schema
    if not isinstance(schema, dict):
        return set()
    if "additionalProperties" in schema or "unevaluatedProperties" in schema:
        return set(value)
    applied = (_evaluated(each, value) for each in _applied(validator, value))
    return _declared(schema, value).union(*applied)


def _applied(validator: Any, value: Any) -> Iterator[Any]:
    """The validators of the schemas beside this one that hold for the value."""
    schema = validator.schema
    for keyword in ("$ref", "$dynamicRef"):
        if keyword in schema:
            yield _referred(validator, validator._resolver.lookup(schema[keyword]))
    if "$recursiveRef" in schema and "$recursiveRef" in validator.VALIDATORS:
        yield _referred(validator, lookup_recursive_ref(validator._resolver))
    for subschema in schema.get("allOf", ()):
        yield _inside(validator, subschema)
    dependent = schema.get("dependentSchemas", {})
    for subschema in (subschema for key, subschema in dependent.items() if key in value):
        yield _inside(validator, subschema)
    for subschema in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        option = _inside(validator, subschema)
        if option.is_valid(value):
            yield option
    if "if" in schema:
        condition = _inside(validator, schema["if"])
        holds = condition.is_valid(value)
        yield from [condition] if holds else []
        yield _inside(validator, schema.get("then" if holds else "else", True))


def _referred(validator: Any, resolved: Any) -> Any:
    return validator.evolve(schema=resolved.contents, _resolver=resolved.resolver)


def _inside(validator: Any, schema: Any) -> Any:
    specification = specification_with(validator.META_SCHEMA["$schema"])
    resolver = validator._resolver.in_subresource(specification.create_resource(schema))
    return validator.evolve(schema=schema, _resolver=resolver)


def _multiple_of(validator: Any, of: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    """Exact in the digits that are written: to binary floats, 0.3 is no multiple of 0.1."""
    if validator.is_type(value, "number") and (_exact(value) / _exact(of)).denominator != 1:
        yield ValidationError(f"{value!r} is not a multiple of {of!r}")


def _exact(number: int | float) -> Fraction:
    return Fraction(number if isinstance(number, int) else Decimal(repr(number)))


_BOUNDED = {
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "unevaluatedProperties": _unevaluated_properties,
    "multipleOf": _multiple_of,
}
