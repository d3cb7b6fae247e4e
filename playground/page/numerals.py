"""How numbers are written on the page."""

from __future__ import annotations

_SMALLEST_DECIMAL = 0.0005


def probability(value: float) -> str:
    """Three decimals, and two significant digits for what would read as 0.000."""
    if value == 0:
        return "0"
    if value < _SMALLEST_DECIMAL:
        digits, exponent = f"{value:.1e}".split("e")
        return f"{digits}e−{abs(int(exponent))}"
    return f"{value:.3f}"


def duration(seconds: float) -> str:
    """Milliseconds below a second, else seconds; never more than three digits."""
    milliseconds = seconds * 1000
    if milliseconds < 0.05:
        return "<0.1 ms"
    if milliseconds < 9.95:
        return f"{milliseconds:.1f} ms"
    if milliseconds < 999.5:
        return f"{milliseconds:.0f} ms"
    return f"{seconds:.1f} s"


def count(number: int, noun: str = "", plural: str = "") -> str:
    """A number with thousands separated and, when there is a noun, the noun in its right form."""
    if not noun:
        return f"{number:,}"
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def shortened(text: str, width: int) -> str:
    """The text in at most `width` characters, an ellipsis standing for what was cut."""
    return text if len(text) <= width else text[: width - 1] + "…"
