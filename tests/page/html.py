"""Reads a fragment of HTML the way a browser would, so that tests speak of elements and not of markup."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"br", "img", "input", "link", "meta"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    def all(self, tag: str = "", **attributes: str) -> list[Element]:
        """Every element below with this tag and these attributes (`class_` for one of its classes)."""
        found = []
        for child in self.children:
            if isinstance(child, Element):
                if child._is(tag, attributes):
                    found.append(child)
                found += child.all(tag, **attributes)
        return found

    def one(self, tag: str = "", **attributes: str) -> Element:
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} elements {tag} {attributes}"
        return found[0]

    @property
    def text(self) -> str:
        """The text as it is read, runs of white space as one space."""
        whole = "".join(child if isinstance(child, str) else child.text_in_full for child in self.children)
        return " ".join(whole.split())

    @property
    def text_in_full(self) -> str:
        return "".join(child if isinstance(child, str) else child.text_in_full for child in self.children)

    def _is(self, tag: str, attributes: dict[str, str]) -> bool:
        if tag and self.tag != tag:
            return False
        for name, value in attributes.items():
            if name == "class_":
                if value not in self.attributes.get("class", "").split():
                    return False
            elif self.attributes.get(name.replace("_", "-")) != value:
                return False
        return True


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Element("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(fragment: str) -> Element:
    """The fragment's elements. Fails on a tag that is not closed."""
    reader = _Reader()
    reader.feed(fragment)
    reader.close()
    assert len(reader.open) == 1, f"<{reader.open[-1].tag}> is not closed"
    return reader.open[0]
