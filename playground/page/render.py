"""From data to HTML: templates that escape whatever a visitor or a model wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from playground.page import numerals

STATIC = Path(__file__).resolve().parents[2] / "static"

_environment = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_environment.filters |= {
    "probability": numerals.probability,
    "duration": numerals.duration,
    "count": numerals.count,
    "shortened": numerals.shortened,
}


def render(template: str, **values: Any) -> str:
    """The template filled in, everything that is not markup of ours escaped."""
    return _environment.get_template(template).render(**values)


def script(name: str) -> str:
    """A JavaScript file of `static/`, for `gr.HTML(js_on_load=…)`."""
    return (STATIC / name).read_text(encoding="utf-8")
