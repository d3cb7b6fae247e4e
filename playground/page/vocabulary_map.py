"""The vocabulary as one picture, a cell a token: drawn by the browser, and sent only while it is open."""

from __future__ import annotations

import base64
import json
import zlib

import gradio as gr

from playground.automaton import Vocabulary
from playground.decoding.visible import visible_token
from playground.decoding.vocabulary_map import DECADES, LEVELS, VocabularyMap
from playground.page.render import render, script
from playground.page.view import View


def build() -> gr.HTML:
    """Closed at first. A click on its button is the event `show`, its `id` 1 to open and 0 to close."""
    return gr.HTML(
        None,
        html_template=render("vocabulary_map.html"),
        apply_default_css=False,
        js_on_load=script("map.js"),
        elem_id="vocabulary-map",
    )


def render_map(view: View) -> str:
    """What `static/map.js` draws: levels and offsets as bytes, deflated, and counts in words."""
    position = view.position
    return json.dumps(
        {
            "step": position.index,
            "chosen": view.chosen.token_id if view.chosen else None,
            "levels": LEVELS,
            "decades": DECADES,
            "data": _packed(view.map) if view.map else "",
            "words": _words(view),
        }
    )


def token_names(vocabulary: Vocabulary) -> bytes:
    """The tokens as the page shows them, and the first byte of each, −1 for one without text; JSON."""
    names = [visible_token(vocabulary, token_id) for token_id in range(len(vocabulary))]
    first = [token[0] if token else -1 for token in vocabulary.tokens]
    return json.dumps({"names": names, "first": first}, ensure_ascii=False).encode()


def _packed(found: VocabularyMap) -> str:
    return base64.b64encode(zlib.compress(found.levels.tobytes() + found.offsets.tobytes(), 1)).decode()


def _words(view: View) -> str:
    position = view.position
    if position.finish_reason == "stop":
        return "No token follows."
    counts = f"{position.allowed_count:,} allowed, {position.masked_count:,} masked"
    return f"Map of all tokens: {counts}. The table lists them."
