"""The vocabulary as a picture: opened, pointed at, drawn anew at each step, and a way into the table."""

import pytest
from playwright.sync_api import expect

from playground.models import load_model
from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser

COLOUR = """([x, y]) => {
  const canvas = document.querySelector("#map canvas");
  const scale = canvas.width / canvas.clientWidth;
  return [...canvas.getContext("2d").getImageData(x * scale, y * scale, 1, 1).data].slice(0, 3);
}"""


def place(page: PlaygroundPage, index: int) -> list[float]:
    """The middle of a cell, from the canvas's corner."""
    drawn = page.find("#map")
    cell, columns = (float(drawn.get_attribute(f"data-{name}") or "") for name in ("cell", "columns"))
    return [(index % columns + 0.4) * cell, (index // columns + 0.4) * cell]


def colour(page: PlaygroundPage, index: int) -> list[int]:
    found: list[int] = page.page.evaluate(COLOUR, place(page, index))
    return found


def test_the_map_shows_each_token_and_leads_to_its_row(kept_page: PlaygroundPage) -> None:
    page = kept_page
    vocabulary = load_model("toy").vocabulary
    four, letter = vocabulary.names.index("4"), vocabulary.names.index("x")
    page.begin("GBNF", 'root ::= [0-9] "x" [0-9]\n')
    page.find(".map-toggle").click()
    drawn = page.find("#map")
    canvas = drawn.locator("canvas")
    expect(drawn).to_have_attribute("data-step", "0")
    expect(canvas).to_have_attribute(
        "aria-label", f"Map of all tokens: 10 allowed, {len(vocabulary) - 10} masked. The table lists them."
    )
    expect(page.find("#vocabulary .scroll")).to_be_hidden()
    canvas.hover(position=dict(zip("xy", place(page, 0), strict=True)))
    # Tokens without text come first in the order of first bytes.
    first = next(i for i, token in enumerate(vocabulary.tokens) if not token)
    expect(drawn.locator(".note")).to_contain_text(f"{vocabulary.names[first]}   id {first}, masked")
    drawn.locator("[data-order=id]").click()
    expect(drawn).to_have_attribute("data-order", "id")
    lit, dark = colour(page, four), colour(page, letter)
    assert lit != dark
    page.step()
    expect(drawn).to_have_attribute("data-step", "1")
    # Now the letter is the only one.
    assert colour(page, four) == dark
    assert colour(page, letter) != dark
    x, y = place(page, four)
    canvas.hover(position={"x": x, "y": y})
    expect(drawn.locator(".note")).to_have_text(f"4   id {four}, masked at its first character")
    canvas.click(position={"x": x, "y": y})
    expect(page.find("#vocabulary .scroll")).to_be_visible()
    expect(page.find("#vocabulary .scroll")).to_have_attribute("data-query", str(four))
    expect(page.find(f"#vocabulary tbody[data-token='{four}']")).to_be_visible()
    # Closed, it is not drawn any more.
    page.step()
    expect(drawn).to_have_attribute("data-step", "1")
