"""What becomes of the keywords of a JSON Schema under the engine in use."""

from __future__ import annotations

from collections.abc import Mapping

from playground.constraints import Constraint
from playground.engines import format_enforcer_keywords, outlines_keywords
from playground.engines.keywords import (
    ENFORCED,
    FORMAT,
    NO_FRACTION,
    ONE_WAY,
    Decider,
    Place,
    Reading,
    Said,
    enforced,
    members,
)
from playground.grammar.schema import Status
from playground.grammar.schema.coverage import Coverage


def _type(place: Place) -> Said:
    return NO_FRACTION if "integer" in place.types else ENFORCED


_GUIDANCE_NATIVE = (
    Decider(
        "",
        {
            **enforced("$ref allOf anyOf oneOf minimum maximum exclusiveMinimum exclusiveMaximum"),
            **enforced("multipleOf minLength maxLength pattern prefixItems items additionalItems minItems"),
            **enforced("maxItems patternProperties additionalProperties required"),
            "type": _type,
            "enum": ONE_WAY,
            "const": ONE_WAY,
            "properties": (Status.NARROWER, "keys come in the order in which they are listed"),
            "format": FORMAT,
            "minProperties": members,
            "maxProperties": members,
        },
    ),
)
"""llguidance 1.9.1 reads every keyword it knows wherever it stands, and refuses a schema with another one."""

_READINGS: Mapping[str, Reading] = {
    reading.engine: reading
    for reading in (
        Reading("guidance-native", _GUIDANCE_NATIVE),
        outlines_keywords.READING,
        format_enforcer_keywords.READING,
    )
}


def coverage_for(engine: str, constraint: Constraint) -> Coverage:
    """What becomes of every keyword of a JSON Schema under an engine; nothing for another kind of constraint.

    Under an engine that follows the grammar it is the coverage of the grammar.
    """
    if constraint.schema is None:
        return Coverage(())
    reading = _READINGS.get(engine)
    return reading.coverage(constraint) if reading else constraint.schema.coverage
