"""Each event on a session of the toy model: which components change, and what they then say."""

import asyncio
from types import SimpleNamespace
from typing import Any

import gradio as gr
import pytest

from playground.page import panels
from playground.page.examples import Example
from playground.page.handlers import Handlers
from playground.page.store import Store
from tests.page.html import read

DIGITS = Example("digits", "gbnf", "root ::= [0-9]{3}\n", "Three digits.")
LETTERS = Example("letters", "gbnf", "root ::= [a-c]+\n", "Letters.")
SETTINGS = [0, 0, 1, 0, 0, 20, "off", ""]


class Tab:
    """A visitor's tab: the last value of each component, by its elem_id."""

    def __init__(self, handlers: Handlers, page: panels.Panels, name: str) -> None:
        self.handlers = handlers
        self.page = page
        self.request = SimpleNamespace(session_hash=name)
        self.shown: dict[str, Any] = {}

    def do(self, method: str, *inputs: Any) -> dict[str, Any]:
        """What changed."""
        return self._take(getattr(self.handlers, method)(self.request, *inputs))

    def click(self, method: str, number: int) -> dict[str, Any]:
        return self.do(method, SimpleNamespace(id=number))

    def start(self, text: str = DIGITS.text, kind: str = "gbnf") -> dict[str, Any]:
        return self.do("start", kind, text, "prompt", False, *SETTINGS)

    def run(self) -> list[dict[str, Any]]:
        return [self._take(update) for update in self.handlers.run(self.request)]

    def _take(self, update: dict[Any, Any]) -> dict[str, Any]:
        changed = {component.elem_id: value for component, value in update.items()}
        self.shown |= changed
        return changed

    @property
    def step(self) -> tuple[int, int]:
        """The step shown and the current one."""
        section = read(self.shown["text"]).one("section")
        return int(section.attributes["data-step"]), int(section.attributes["data-now"])

    @property
    def tokens(self) -> list[str]:
        return [chip.text for chip in read(self.shown["text"]).all("button", data_action="look")]

    @property
    def notice(self) -> str:
        return read(self.shown["notice"]).text


@pytest.fixture(scope="module")
def page(toy) -> panels.Panels:
    async def build() -> panels.Panels:
        with gr.Blocks(analytics_enabled=False):
            return panels.build(toy, DIGITS, [DIGITS, LETTERS])

    # Outside of a running loop, gr.Blocks makes loops that it does not close.
    return asyncio.run(build())


@pytest.fixture
def handlers(toy, page: panels.Panels) -> tuple[Handlers, panels.Panels, Store]:
    store = Store(capacity=2, idle=3600)
    return Handlers(toy, page, store, [DIGITS, LETTERS]), page, store


@pytest.fixture
def tab(handlers) -> Tab:
    tab = Tab(*handlers[:2], "a")
    tab.start()
    return tab


DRAWN = {"notice", "text", "times", "verdict", "timeline", "record"}
DRAWN |= {"bars-head", "bars", "stack", "vocabulary-head", "vocabulary"}


def test_starting_draws_everything_at_step_0(tab: Tab) -> None:
    assert set(tab.shown) == DRAWN | {"compile-status", "rules", "exports"}
    assert tab.step == (0, 0)


def test_an_error_changes_the_status_alone(tab: Tab) -> None:
    tab.do("step")
    changed = tab.start("root ::= nowhere")
    assert set(changed) == {"compile-status"}
    assert "still the one from before" in changed["compile-status"]
    tab.do("step")
    assert tab.step == (2, 2)


def test_an_error_without_a_session_does_not_speak_of_one(handlers) -> None:
    tab = Tab(*handlers[:2], "new")
    assert "from before" not in tab.start("root ::= nowhere")["compile-status"]


def test_an_example_fills_in_its_constraint_and_prompt_and_starts(tab: Tab) -> None:
    tab.do("step")
    fields = [DIGITS.kind, "typed", "typed", False, *SETTINGS]
    changed = tab.do("load_example", "letters", *fields)
    assert (changed["kind"], changed["constraint"], changed["prompt"]) == ("gbnf", LETTERS.text, "Letters.")
    assert tab.step == (0, 0)


def test_a_pasted_request_fills_in_the_fields_and_starts(tab: Tab) -> None:
    tab.do("step")
    fields = [DIGITS.kind, "typed", "typed", False, *SETTINGS]
    changed = tab.do("read_paste", '{"prompt": "Well?", "structured_outputs": {"regex": "[xy]"}}', *fields)
    assert (changed["kind"], changed["constraint"], changed["prompt"]) == ("regex", "[xy]", "Well?")
    assert "read as a request to vLLM" in changed["paste-status"]
    assert tab.step == (0, 0)


@pytest.mark.parametrize("regex", ["[xy]", "[xy"])
def test_a_request_that_cannot_be_used_changes_its_status_alone(tab: Tab, regex: str) -> None:
    tab.do("step")
    end = "}}" if regex == "[xy" else ""
    body = f'{{"prompt": "Well?", "structured_outputs": {{"regex": "{regex}"{end}'
    changed = tab.do("read_paste", body, DIGITS.kind, "typed", "typed", False, *SETTINGS)
    assert set(changed) == {"paste-status"}
    assert "No field was changed." in changed["paste-status"]
    assert tab.step == (1, 1)


@pytest.mark.parametrize(
    ("kind", "visible"), [("choice", True), ("json_object", "hidden"), ("none", "hidden")]
)
def test_the_editor_is_there_for_kinds_that_have_a_text(tab: Tab, kind: str, visible: object) -> None:
    changed = tab._take(tab.handlers.choose_kind(kind))
    assert set(changed) == {"kind-hint", "constraint"}
    assert changed["constraint"]["visible"] == visible


def test_step_back_and_reset(tab: Tab) -> None:
    assert set(tab.do("step")) == DRAWN
    tab.do("step")
    assert tab.step == (2, 2)
    tab.do("back")
    assert tab.step == (1, 1)
    tab.do("reset")
    assert tab.step == (0, 0)


def test_force(tab: Tab, toy) -> None:
    tab.click("force", toy.vocabulary.names.index("7"))
    assert (tab.tokens, tab.notice) == (["7"], "")
    tab.click("force", toy.vocabulary.names.index("x"))
    assert tab.tokens == ["7"]
    assert "is masked" in tab.notice
    tab.do("step")
    assert tab.notice == ""


@pytest.mark.parametrize("token_id", [-1, 10**9])
def test_a_token_that_there_is_not_is_refused(tab: Tab, token_id: int) -> None:
    tab.click("force", token_id)
    assert tab.notice
    assert tab.step == (0, 0)


def test_looking_back_and_returning(tab: Tab) -> None:
    tab.do("step")
    tab.do("step")
    tab.click("look", 1)
    assert tab.step == (1, 2)
    tab.do("look_at_now")
    assert tab.step == (2, 2)


@pytest.mark.parametrize("index", [-1, 2, 99])
def test_looking_at_a_step_that_there_is_not_shows_the_current_one(tab: Tab, index: int) -> None:
    tab.do("step")
    tab.do("step")
    tab.click("look", index)
    assert tab.step == (2, 2)


def test_an_earlier_step_cannot_be_changed_but_gone_on_from(tab: Tab, toy) -> None:
    tab.do("step")
    tab.do("step")
    tab.click("look", 1)
    tab.click("force", toy.vocabulary.names.index("7"))
    assert "Step 1 is an earlier one" in tab.notice
    assert tab.step == (1, 2)
    tab.do("rewind")
    assert tab.step == (1, 1)


def test_going_on_from_now_changes_nothing(tab: Tab) -> None:
    tab.do("step")
    tab.do("rewind")
    assert tab.step == (1, 1)


def test_a_run_ends_with_a_drawing_of_the_end(tab: Tab) -> None:
    assert len(tab.run()) >= 1
    assert read(tab.shown["text"]).one("section").attributes["data-state"] == "stop"
    assert 'id="record-value"' in tab.shown["record"]


def test_a_run_of_a_finished_text_draws_that_it_is_finished(tab: Tab) -> None:
    tab.run()
    step = tab.step
    tab.run()
    assert tab.step == step


def test_any_action_ends_a_run_between_two_steps(tab: Tab) -> None:
    tab.start("root ::= [a-z]{200}\n")
    run = tab.handlers.run(tab.request)
    tab._take(next(run))
    assert read(tab.shown["text"]).one("section").attributes["data-state"] == "running"
    tab.do("pause")
    assert read(tab.shown["text"]).one("section").attributes["data-state"] == "waiting"
    assert list(run) == []


def test_a_closed_tab_ends_its_run_and_is_forgotten(tab: Tab, handlers) -> None:
    tab.start("root ::= [a-z]{200}\n")
    run = tab.handlers.run(tab.request)
    next(run)
    tab.handlers.close(tab.request)
    assert list(run) == []
    assert len(handlers[2]) == 0


def test_searching_and_turning_pages_change_the_table_alone(tab: Tab) -> None:
    assert set(tab.do("filter", "ye", "masked")) == {"vocabulary"}
    assert [button.text for button in read(tab.shown["vocabulary"]).all("button", class_="token")] == [
        "yellow"
    ]
    tab.do("filter", "", "all")
    tab.click("turn_page", 1)
    assert read(tab.shown["vocabulary"]).one("div", class_="scroll").attributes["data-page"] == "1"
    tab.do("step")
    assert read(tab.shown["vocabulary"]).one("div", class_="scroll").attributes["data-page"] == "0"


@pytest.mark.parametrize("method", ["step", "back", "reset", "pause", "look_at_now", "rewind"])
def test_a_session_that_was_put_away_says_what_to_do(handlers, method: str) -> None:
    tab = Tab(*handlers[:2], "unknown")
    assert set(tab.do(method)) == {"notice"}
    assert "“Compile and start” begins it anew" in tab.notice


def test_a_run_of_a_session_that_was_put_away_says_so_too(handlers) -> None:
    tab = Tab(*handlers[:2], "unknown")
    assert [set(update) for update in tab.run()] == [{"notice"}]


def test_two_tabs_have_two_sessions(tab: Tab, handlers) -> None:
    other = Tab(*handlers[:2], "b")
    other.start(LETTERS.text)
    other.do("step")
    assert (tab.step, other.step) == ((0, 0), (1, 1))
    assert other.tokens[0] in "abc"
