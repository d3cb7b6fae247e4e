"""The examples as cards, in a window over the page, drawn when it is opened."""

from __future__ import annotations

import gradio as gr
from markupsafe import Markup

from playground.lessons.gallery import cards
from playground.lessons.writable import can_write
from playground.models import Model
from playground.page.constraint import KINDS
from playground.page.render import render, script


class GalleryView:
    def __init__(self, model: Model) -> None:
        self._model = model

    def open(self) -> str:
        """Every card; those of texts that the model's tokens cannot spell say so."""
        kinds = {kind: title for title, kind in KINDS}
        shown = [
            (card, Markup(card.picture), can_write(self._model.vocabulary, card.example.constraint.grammar))
            for card in cards()
        ]
        return render("gallery.html", cards=shown, kinds=kinds, model=self._model)


def build() -> gr.HTML:
    return gr.HTML("", apply_default_css=False, js_on_load=script("library.js"), elem_id="gallery")
