"""Formats as patterns, each written after the document that defines it.

The standard leaves formats to whoever reads the value; here a text has to have the format.
"""

from __future__ import annotations

from functools import cache

from playground.grammar.regular import Pattern, metered, read_pattern

_YEAR = r"(?:[1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])"
_LEAP_YEAR = r"(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)"
_DAYS = (
    r"(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    r"|02-(?:0[1-9]|1[0-9]|2[0-8]))"
)
_DATE = rf"(?:{_YEAR}-{_DAYS}|{_LEAP_YEAR}-02-29)"
_CLOCK = r"(?:[01][0-9]|2[0-3]):[0-5][0-9]"
_TIME = rf"{_CLOCK}:[0-5][0-9](?:\.[0-9]+)?(?:Z|[+-]{_CLOCK})"

_PERIOD_TIME = r"T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
_PERIOD_DATE = r"(?:[0-9]+D|[0-9]+M(?:[0-9]+D)?|[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?)"
_DURATION = rf"P(?:{_PERIOD_DATE}(?:{_PERIOD_TIME})?|{_PERIOD_TIME}|[0-9]+W)"

_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOST = rf"{_LABEL}(?:\.{_LABEL})*"
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_EMAIL = rf"{_ATOM}(?:\.{_ATOM})*@{_HOST}"

_BYTE = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_IPV4 = rf"{_BYTE}(?:\.{_BYTE}){{3}}"
_H16 = r"[0-9A-Fa-f]{1,4}"
_LS32 = rf"(?:{_H16}:{_H16}|{_IPV4})"
_IPV6 = (
    "(?:"
    + "|".join(
        (
            rf"(?:{_H16}:){{6}}{_LS32}",
            rf"::(?:{_H16}:){{5}}{_LS32}",
            rf"(?:{_H16})?::(?:{_H16}:){{4}}{_LS32}",
            rf"(?:(?:{_H16}:)?{_H16})?::(?:{_H16}:){{3}}{_LS32}",
            rf"(?:(?:{_H16}:){{0,2}}{_H16})?::(?:{_H16}:){{2}}{_LS32}",
            rf"(?:(?:{_H16}:){{0,3}}{_H16})?::{_H16}:{_LS32}",
            rf"(?:(?:{_H16}:){{0,4}}{_H16})?::{_LS32}",
            rf"(?:(?:{_H16}:){{0,5}}{_H16})?::{_H16}",
            rf"(?:(?:{_H16}:){{0,6}}{_H16})?::",
        )
    )
    + ")"
)
_UUID = r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"


def _uri(letters: str) -> tuple[str, str]:
    """A URI and a reference (RFC 3986) whose unreserved characters are letters, digits and `-._~`."""
    plain = rf"{letters}0-9._~!$&'()*+,;=\-"
    percent = "%[0-9A-Fa-f]{2}"
    piece = rf"(?:[{plain}:@]|{percent})"
    no_colon = rf"(?:[{plain}@]|{percent})"
    host = rf"(?:\[{_IPV6}\]|(?:[{plain}]|{percent})*)"
    authority = rf"(?:(?:[{plain}:]|{percent})*@)?{host}(?::[0-9]*)?"
    path = rf"(?:/{piece}*)*"
    tail = rf"(?:\?(?:{piece}|[/?])*)?(?:#(?:{piece}|[/?])*)?"
    absolute = rf"[A-Za-z][A-Za-z0-9+.-]*:(?://{authority}{path}|/(?:{piece}+{path})?|{piece}+{path}|){tail}"
    relative = rf"(?://{authority}{path}|/(?:{piece}+{path})?|{no_colon}+{path}|){tail}"
    return absolute, rf"(?:{absolute}|{relative})"


_URI, _URI_REFERENCE = _uri("A-Za-z")
_IRI, _IRI_REFERENCE = _uri(
    r"A-Za-z\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\u{10000}-\u{1fffd}\u{20000}-\u{2fffd}"
)
_JSON_POINTER = r"(?:/(?:[^/~]|~[01])*)*"

PATTERNS = {
    "date": _DATE,
    "time": _TIME,
    "date-time": rf"{_DATE}T{_TIME}",
    "duration": _DURATION,
    "email": _EMAIL,
    "hostname": _HOST,
    "ipv4": _IPV4,
    "ipv6": _IPV6,
    "uuid": _UUID,
    "uri": _URI,
    "uri-reference": _URI_REFERENCE,
    "iri": _IRI,
    "iri-reference": _IRI_REFERENCE,
    "json-pointer": _JSON_POINTER,
    "relative-json-pointer": rf"(?:0|[1-9][0-9]*)(?:#|{_JSON_POINTER})",
}
"""The formats that are followed: RFC 3339, 3986, 3987, 4122, 4291, 6901, and 5321 without quoted names."""


@cache
def format_pattern(name: str) -> Pattern:
    with metered(None):
        pattern = read_pattern(f"^{PATTERNS[name]}$")
        _ = pattern.automaton
    return pattern
