"""The page in the words of a visitor. Every wait is for something the page shows."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

EXAMPLE = "finding"
"""What a first visitor sees."""
NUMBERS = ("temperature", "top-k", "top-p", "min-p", "seed", "budget")
RENEW = (Path(__file__).parent / "renew.js").read_text(encoding="utf-8")
LONG = 2000
"""Tokens of a run that goes on for long enough to be paused."""


class PlaygroundPage:
    def __init__(self, page: Page) -> None:
        self.page = page
        self._first: dict[str, object] = {}

    def remember(self) -> None:
        """Keep what all fields hold, for `renew`."""
        self.open_section("#sampling")  # what was never unfolded is not there
        expect(self.find("#budget input").first).to_be_visible()
        self._first = self.page.evaluate(RENEW, None)
        self.open_section("#sampling")  # folds it

    def renew(self) -> None:
        """Back to the first example at step 0 and the fields as they were, in less time than a new page."""
        self.page.mouse.move(0, 0)
        # None after a constraint that was refused.
        start = self.page.evaluate("document.querySelector('#compile-status .compile')?.dataset.start") or ""
        self._renew_numbers()
        self.page.evaluate(RENEW, self._first)
        self.find("#example select").select_option(EXAMPLE)
        expect(self.find("#compile-status .compile")).not_to_have_attribute("data-start", start)
        self.at_step(0)
        self.drawn_at_step(0)

    def _renew_numbers(self) -> None:
        """By typing: a number that a script sets does not reach Gradio."""
        for name in NUMBERS:
            field = self.find(f"#{name} input")
            if field.count() and field.first.input_value() != self._first[f"{name} "]:
                if not field.first.is_visible():
                    self.open_section("#sampling")
                field.first.fill(self._first[f"{name} "])
                field.first.blur()

    # What is shown

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    @property
    def text(self) -> Locator:
        return self.find("#text section")

    @property
    def chips(self) -> Locator:
        return self.find("#text .chips .chip")

    @property
    def candidates(self) -> Locator:
        """The rows of the bars."""
        return self.find("#bars .rows button")

    @property
    def rows(self) -> Locator:
        """The vocabulary table, one element a token."""
        return self.find("#vocabulary tbody[data-token]")

    def written(self) -> str:
        """The tokens so far, white space as the page shows it."""
        return "".join(self.chips.all_text_contents())

    def now(self) -> int:
        return int(self.text.get_attribute("data-now") or "")

    def at_step(self, step: int) -> None:
        """Wait until the position of this step is shown."""
        expect(self.text).to_have_attribute("data-step", str(step))

    def drawn_at_step(self, step: int) -> None:
        """Wait until the bars of this step are drawn."""
        expect(self.find("#bars .plot")).to_have_attribute("data-step", str(step))

    def finished(self, reason: str) -> None:
        """Wait until the text has ended for this reason."""
        expect(self.find("#finish-reason code")).to_have_text(reason)

    def alert(self, selector: str, *words: str) -> Locator:
        """Wait for an alert in this panel that has these words."""
        alert = self.find(f"{selector} [role=alert]")
        for word in words:
            expect(alert).to_contain_text(word)
        return alert

    # What a visitor does

    def press(self, control: str) -> None:
        """One of `step`, `back`, `run`, `pause`, `reset`, `start`."""
        self.find(f"#{control}").click()

    def step(self, times: int = 1) -> None:
        """Step and wait for each."""
        for _ in range(times):
            following = self.now() + 1
            self.press("step")
            self.at_step(following)

    def pick(self, selector: str, label: str) -> None:
        """One of several choices."""
        choice = self.find(selector).get_by_label(label, exact=True)
        choice.click(force=True)
        expect(choice).to_be_checked()

    def choose(self, example: str) -> None:
        """One of the list of examples, by its name."""
        self.find("#example select").select_option(example)

    def paste(self, text: str, into: str = "#constraint .cm-content") -> None:
        """Replace what a field holds, the way a paste does."""
        self.find(into).click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(text)

    def paste_constraint(self, kind: str, text: str) -> None:
        self.pick("#kind", kind)
        self.paste(text)

    def begin(self, kind: str, text: str) -> None:
        """Compile this constraint and wait for its session at step 0."""
        if not self.now():
            self.step()
        self.paste_constraint(kind, text)
        self.press("start")
        self.at_step(0)

    def run_for_long(self) -> None:
        """Start a run of `LONG` tokens and wait until it is under way."""
        self.open_section("#sampling")
        self.fill("#budget", str(LONG))
        # Capital letters are tokens of one character in the toy's vocabulary.
        self.begin("GBNF", f"root ::= [A-Z]{{{LONG // 2}}} [A-Z]{{{LONG // 2}}}\n")
        self.press("run")
        expect(self.text).to_have_attribute("data-state", "running")

    def open_section(self, selector: str) -> None:
        """Unfold `#sampling` or `#trigger`."""
        self.find(f"{selector} button.label-wrap").click()

    def fill(self, selector: str, value: str) -> None:
        self.find(f"{selector} input, {selector} textarea").first.fill(value)

    def search(self, query: str, show: str = "All") -> None:
        """Search the vocabulary and wait for the answer."""
        self.pick("#show", show)
        self.fill("#search", query)
        table = self.find("#vocabulary .scroll")
        expect(table).to_have_attribute("data-show", show.lower())
        expect(table).to_have_attribute("data-query", query)

    def force(self, token: str) -> None:
        """Click this token in the vocabulary."""
        self.search(token)
        self.rows.locator("button.token").get_by_text(token, exact=True).first.click()

    def force_and_wait(self, token: str) -> None:
        following = self.now() + 1
        self.force(token)
        self.at_step(following)

    def click_candidate(self, row: int) -> None:
        """Click this row of the bars, from 0, at its right end: a row is clickable as a whole."""
        self.drawn_at_step(self.now())
        button = self.candidates.nth(row)
        box = button.bounding_box()
        assert box is not None
        button.click(position={"x": box["width"] - 5, "y": box["height"] / 2})

    def click_timeline(self, step: int) -> None:
        """Click the column of this step."""
        shown = self.text.get_attribute("data-step") or ""
        expect(self.find("#timeline .plot")).to_have_attribute("data-step", shown)
        self.page.mouse.click(*self.place_on_timeline(step))

    def place_on_timeline(self, step: int) -> tuple[float, float]:
        """The middle of this step's column."""
        column = self.find("#timeline .barlayer .trace path").nth(step).bounding_box()
        chart = self.find("#timeline .plot").bounding_box()
        assert column is not None
        assert chart is not None
        return column["x"] + column["width"] / 2, chart["y"] + chart["height"] / 2
