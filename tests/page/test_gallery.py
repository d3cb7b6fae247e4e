from playground.lessons.gallery import cards
from playground.models import load_model
from playground.page.gallery import GalleryView
from tests.page.html import read


def test_each_example_is_a_card_that_opens_it() -> None:
    drawn = read(GalleryView(load_model("toy")).open()).one("ul", class_="cards").all("li")
    assert [card.one("button").attributes["data-choose"] for card in drawn] == [
        card.example.name for card in cards()
    ]
    for shown, card in zip(drawn, cards(), strict=True):
        assert card.teaches in shown.text
        assert card.observe in shown.text
        assert shown.one("svg").attributes["class"] == "railroad-diagram"
        assert "disabled" not in shown.one("button").attributes


def test_what_a_small_vocabulary_cannot_write_is_not_opened() -> None:
    drawn = read(GalleryView(load_model("toy:lesson3")).open()).one("ul", class_="cards").all("button")
    usable = {card.attributes["data-choose"] for card in drawn if "disabled" not in card.attributes}
    assert "colour" in usable
    assert "person" not in usable
