"""Each event on a session of the toy model: which components change, and what they then say."""

import asyncio
import json
import re
import threading
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import gradio as gr
import pytest

from playground.engines import ENGINES, EngineError
from playground.lessons.examples import Example
from playground.models.shared import WaitingError
from playground.page import panels
from playground.page.door import Door, Rate
from playground.page.handlers import Handlers
from playground.page.observer import Observer
from playground.page.store import Store
from tests.page.html import read

DIGITS = Example("digits", "gbnf", "root ::= [0-9]{3}\n", "Three digits.")
LETTERS = Example("letters", "gbnf", "root ::= [a-c]+\n", "Letters.")
NO_BREAKPOINTS = ("", 0, "")
STRICTNESS = ["any", "no", "declared", "xgrammar", ""]
SETTINGS = [0, 0, 1, 0, 0, 20, "off", "", *STRICTNESS]


class Tab:
    """A visitor's tab: the last value of each component, by its elem_id."""

    def __init__(self, handlers: Handlers, page: panels.Panels, name: str) -> None:
        self.handlers = handlers
        self.page = page
        self.request = SimpleNamespace(session_hash=name, client=None)
        self.shown: dict[str, Any] = {}

    def do(self, method: str, *inputs: Any) -> dict[str, Any]:
        """What changed."""
        return self._take(getattr(self.handlers, method)(self.request, *inputs))

    def click(self, method: str, number: int) -> dict[str, Any]:
        return self.do(method, SimpleNamespace(id=number))

    def start(self, text: str = DIGITS.text, kind: str = "gbnf") -> dict[str, Any]:
        return self.do("start", kind, text, "prompt", False, *SETTINGS)

    def choose(self, name: str, *fields: Any) -> dict[str, Any]:
        return self.do("choose_example", SimpleNamespace(id=name), *fields)

    def run(self, ask: str = "ask_run", breakpoints: Sequence[Any] = NO_BREAKPOINTS) -> list[dict[str, Any]]:
        getattr(self.handlers.running, ask)(self.request)
        return self.begin_run(breakpoints)

    def begin_run(self, breakpoints: Sequence[Any] = NO_BREAKPOINTS) -> list[dict[str, Any]]:
        """What is left of a click on Run once the queue gets to it."""
        return [self._take(update) for update in self.handlers.running.run(self.request, *breakpoints)]

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
            return panels.build(toy, [DIGITS, LETTERS])

    # Outside of a running loop, gr.Blocks makes loops that it does not close.
    return asyncio.run(build())


@pytest.fixture
def handlers(toy, page: panels.Panels) -> tuple[Handlers, panels.Panels, Store]:
    store = Store(capacity=2, idle=3600, put_away=2**20)
    door = Door(store, Rate(10_000), Observer())
    return Handlers(toy, page, door, [DIGITS, LETTERS]), page, store


@pytest.fixture
def tab(handlers) -> Tab:
    tab = Tab(*handlers[:2], "a")
    tab.start()
    return tab


NOTHING = {"notice": gr.skip()}
"""What Gradio takes for no change; an empty answer would be an error to it."""
DRAWN = {"notice", "text", "times", "verdict", "timeline", "record"}
DRAWN |= {"bars-head", "bars", "stack", "vocabulary-head", "vocabulary"}


PROBLEMS = {"prompt-problem", "sampling-problem", "trigger-problem"}


def test_starting_draws_everything_at_step_0(tab: Tab) -> None:
    assert set(tab.shown) == DRAWN | PROBLEMS | {"compile-status", "given", "rules", "exports"}
    assert [tab.shown[place] for place in PROBLEMS] == ["", "", ""]
    assert tab.step == (0, 0)


def test_an_error_changes_the_status_alone(tab: Tab) -> None:
    tab.do("step")
    changed = tab.start("root ::= nowhere")
    assert set(changed) == {"compile-status"} | PROBLEMS
    assert "still the one from before" in changed["compile-status"]
    tab.do("step")
    assert tab.step == (2, 2)


def test_an_error_without_a_session_does_not_speak_of_one(handlers) -> None:
    tab = Tab(*handlers[:2], "new")
    assert "from before" not in tab.start("root ::= nowhere")["compile-status"]


@pytest.mark.parametrize(
    ("changes", "part", "title", "message", "unfolded"),
    [
        (
            {"trigger": "pattern", "value": "("},
            "trigger",
            "Trigger and thinking",
            "Python does not accept",
            {"trigger"},
        ),
        (
            {"trigger": "token", "value": "zzz"},
            "trigger",
            "Trigger and thinking",
            "is not one token",
            {"trigger"},
        ),
        ({"trigger": "word"}, "trigger", "Trigger and thinking", "The trigger word is empty", {"trigger"}),
        (
            {"trigger": "word", "value": "a", "kind": "none"},
            "trigger",
            "Trigger and thinking",
            "there is none",
            {"trigger"},
        ),
        ({"budget": 0}, "sampling", "Sampling and budget", "A token budget of 0", {"sampling"}),
        ({"top_p": 3}, "sampling", "Sampling and budget", "Top-p must", {"sampling"}),
        ({"prompt": "word " * 4000}, "prompt", "Prompt", "do not fit into the 4096", set()),
    ],
)
def test_an_error_is_said_where_its_field_is(
    tab: Tab, changes: dict[str, Any], part: str, title: str, message: str, unfolded: set[str]
) -> None:
    fields = {"kind": "gbnf", "text": DIGITS.text, "prompt": "", "chat": False, "temperature": 0, "top_k": 0}
    fields |= {"top_p": 1, "min_p": 0, "seed": 0, "budget": 20, "trigger": "off", "value": ""}
    changed = tab.do("start", *(fields | changes).values(), *STRICTNESS)
    assert message in read(changed.pop(f"{part}-problem")).one("p", class_="message").text
    assert f"✕ Not started: see “{title}”." in read(changed.pop("compile-status")).text
    folds = {name: changed.pop(name) for name in unfolded}
    assert all(fold["open"] for fold in folds.values())
    assert set(changed) == PROBLEMS - {f"{part}-problem"}
    assert set(changed.values()) == {""}
    assert tab.start()["trigger-problem"] == ""


FIELDS = [LETTERS.kind, LETTERS.text, LETTERS.prompt, False, *SETTINGS]


def own(tab: Tab) -> list[str]:
    """What the list of examples has of the visitor's own."""
    groups = read(tab.shown["example"]).all("optgroup", label="What you wrote")
    return [option.text for group in groups for option in group.all("option")]


def test_an_example_fills_in_its_constraint_and_prompt_and_starts(tab: Tab) -> None:
    tab.do("step")
    changed = tab.choose("letters", DIGITS.kind, DIGITS.text, DIGITS.prompt, False, 0.5, *SETTINGS[1:])
    assert (changed["kind"], changed["constraint"], changed["prompt"]) == ("gbnf", LETTERS.text, "Letters.")
    assert (changed["chat"], changed["temperature"]) == (False, 0.5)
    assert read(changed["example"]).one("select").attributes["data-current"] == "letters"
    assert tab.step == (0, 0)
    assert own(tab) == []


def test_what_a_visitor_wrote_can_be_brought_back_after_an_example(tab: Tab) -> None:
    typed = ["regex", "[ab]+", "My prompt.", False, *SETTINGS[:6], "word", "go", *STRICTNESS]
    tab.choose("digits", *typed)
    assert own(tab) == ["Your own 1"]
    # An example that was changed is the visitor's own, too.
    tab.choose("letters", DIGITS.kind, "root ::= [0-9]", DIGITS.prompt, False, *SETTINGS)
    assert own(tab) == ["Your own 1", "Your own 2"]
    changed = tab.choose("your_own_1", *FIELDS)
    assert (changed["kind"], changed["constraint"], changed["prompt"]) == ("regex", "[ab]+", "My prompt.")
    assert (changed["trigger-kind"], changed["trigger-value"]) == ("word", "go")
    assert changed["trigger"]["open"]
    assert own(tab) == ["Your own 1", "Your own 2"]
    assert tab.step == (0, 0)


def test_an_own_text_that_cannot_be_used_is_brought_back_all_the_same(tab: Tab) -> None:
    tab.choose("letters", "gbnf", "root ::= nowhere", "", False, *SETTINGS)
    changed = tab.choose("your_own_1", *FIELDS)
    assert changed["constraint"] == "root ::= nowhere"
    assert "nowhere" in changed["compile-status"]


def test_an_example_switches_the_trigger_of_the_one_before_off(tab: Tab) -> None:
    changed = tab.choose("letters", *FIELDS[:10], "word", "go", *STRICTNESS)
    assert (changed["trigger-kind"], changed["trigger-value"]) == ("off", "")


def test_a_pasted_request_keeps_what_it_replaces(tab: Tab) -> None:
    body = '{"prompt": "Well?", "structured_outputs": {"regex": "[xy]"}}'
    changed = tab.do("read_paste", body, "regex", "typed", "typed", False, *SETTINGS)
    assert own(tab) == ["Your own 1"]
    assert read(changed["example"]).one("select").attributes["data-current"] == ""


def test_an_example_that_is_not_there_changes_nothing(tab: Tab) -> None:
    assert set(tab.choose("your_own_7", *FIELDS)) == {"notice"}


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
    ("kind", "editor", "strictness"),
    [
        ("choice", True, "hidden"),
        ("json_object", "hidden", "hidden"),
        ("none", "hidden", "hidden"),
        ("json_schema", True, True),
    ],
)
def test_editor_and_strictness_are_there_for_the_kinds_that_have_them(
    tab: Tab, kind: str, editor: object, strictness: object
) -> None:
    changed = tab._take(tab.handlers.choose_kind(kind))
    assert set(changed) == {"kind-hint", "constraint", "white-space", "other-keys", "key-order"}
    assert changed["constraint"]["visible"] == editor
    assert {changed[each]["visible"] for each in ("white-space", "other-keys", "key-order")} == {strictness}


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


PAIRS = 'root ::= "a" "b" pair pair\npair ::= "<" [0-9] ">"\n'


@pytest.mark.parametrize(
    ("ask", "breakpoints", "written", "why"),
    [
        ("ask_choice", NO_BREAKPOINTS, "ab<", "10 tokens are allowed here"),
        ("ask_run", ("pair", 0, ""), "ab", "rule pair opens"),
        ("ask_run", ("", 0, "<"), "ab<", "token < was chosen"),
        # The first letter is given, however little the toy wants it.
        ("ask_run", ("", 1, ""), "a", "is under 1"),
    ],
)
def test_a_run_stops_on_the_way_and_says_why(tab: Tab, ask: str, breakpoints, written: str, why: str) -> None:
    tab.start(PAIRS)
    tab.run(ask, breakpoints)
    assert "".join(tab.tokens) == written
    section = read(tab.shown["text"]).one("section")
    assert section.attributes["data-state"] == "waiting"
    assert section.one("p", class_="status").text.startswith(f"step {len(written)} · stopped: ")
    assert why in section.one("p", class_="status").text
    assert "The run stopped: " in section.one("p", class_="sr-only").text
    tab.do("pause")
    assert "stopped" not in tab.shown["text"]


def test_a_run_to_the_end_of_a_rule(tab: Tab) -> None:
    tab.start(PAIRS)
    tab.run(breakpoints=("", 0, "<"))
    tab.run("ask_rule_end")
    assert len(tab.tokens) == 5
    assert "rule pair has ended" in tab.shown["text"]


@pytest.mark.parametrize(
    ("ask", "breakpoints", "says"),
    [
        ("ask_run", ("nowhere", 0, ""), "has no rule “nowhere”"),
        ("ask_rule_end", NO_BREAKPOINTS, "no open rule to run to the end of: the trigger has not fired"),
    ],
)
def test_a_run_that_cannot_be_done_takes_no_step(tab: Tab, ask: str, breakpoints, says: str) -> None:
    settings = [*SETTINGS[:6], "word", "a", *STRICTNESS]
    tab.do("start", "gbnf", PAIRS, "prompt", False, *settings)
    tab.run(ask, breakpoints)
    assert says in tab.notice
    assert tab.step == (0, 0)
    tab.do("step")
    assert tab.step == (1, 1)


def test_the_map_is_sent_only_while_it_is_open(tab: Tab) -> None:
    assert set(tab.click("show_map", 1)) == {"vocabulary-map"}
    assert set(tab.do("step")) == DRAWN | {"vocabulary-map"}
    assert json.loads(tab.shown["vocabulary-map"])["step"] == 1
    assert set(tab.click("show_map", 0)) == {"notice"}
    assert set(tab.do("step")) == DRAWN


def test_any_action_ends_a_run_between_two_steps(tab: Tab) -> None:
    tab.start("root ::= [a-z]{200}\n")
    tab.handlers.running.ask_run(tab.request)
    run = tab.handlers.running.run(tab.request, *NO_BREAKPOINTS)
    tab._take(next(run))
    assert read(tab.shown["text"]).one("section").attributes["data-state"] == "running"
    tab.do("pause")
    assert read(tab.shown["text"]).one("section").attributes["data-state"] == "waiting"
    assert list(run) == []


def test_a_closed_tab_ends_its_run_and_is_forgotten(tab: Tab, handlers) -> None:
    tab.start("root ::= [a-z]{200}\n")
    tab.handlers.running.ask_run(tab.request)
    run = tab.handlers.running.run(tab.request, *NO_BREAKPOINTS)
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


@pytest.mark.parametrize("method", ["step", "back", "reset", "pause", "rewind"])
def test_a_run_that_waited_in_the_queue_does_not_overtake_a_later_click(tab: Tab, method: str) -> None:
    tab.do("step")
    tab.handlers.running.ask_run(tab.request)
    tab.do(method)
    tokens = tab.tokens
    assert tab.begin_run() == [NOTHING]
    tab.do("pause")
    assert tab.tokens == tokens


def test_a_run_does_not_begin_on_a_session_that_was_started_after_it(tab: Tab) -> None:
    tab.handlers.running.ask_run(tab.request)
    tab.start(LETTERS.text)
    assert tab.begin_run() == [NOTHING]
    assert tab.step == (0, 0)


def test_a_click_begins_one_run(tab: Tab) -> None:
    tab.handlers.running.ask_run(tab.request)
    tab.handlers.running.ask_run(tab.request)
    assert len(tab.begin_run()) >= 1
    assert tab.begin_run() == [NOTHING]


def test_a_further_attempt_goes_on_with_a_larger_budget(tab: Tab) -> None:
    tab.do("start", "gbnf", LETTERS.text, "", False, 0, 0, 1, 0, 0, 2, "off", "", *STRICTNESS)
    tab.run()
    assert len(tab.tokens) == 2
    tab.handlers.running.ask_retry(tab.request)
    tab.begin_run()
    assert 2 < len(tab.tokens) <= 8


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


class Held:
    """An engine that compiles one constraint only when it is let go."""

    name = "xgrammar"

    def __init__(self, text: str, refuses: bool) -> None:
        self._text = text
        self._refuses = refuses
        self.reached, self.let_go = threading.Event(), threading.Event()

    def compile(self, constraint, vocabulary):
        if constraint.text == self._text:
            self.reached.set()
            assert self.let_go.wait(30)
            if self._refuses:
                raise EngineError("No.")
        return ENGINES["xgrammar"].compile(constraint, vocabulary)


@pytest.mark.parametrize("refuses", [False, True])
def test_a_session_asked_for_earlier_does_not_take_the_place_of_a_later_one(toy, page, refuses) -> None:
    slow = "root ::= [0-9]{7}"
    engine = Held(slow, refuses)
    store = Store(capacity=2, idle=3600, put_away=2**20)
    door = Door(store, Rate(100), Observer())
    tab = Tab(Handlers(toy, page, door, [DIGITS], {"xgrammar": engine}), page, "a")
    earlier = []
    asking = threading.Thread(target=lambda: earlier.append(tab.start(slow)))
    asking.start()
    assert engine.reached.wait(30)
    tab.start("root ::= [a-c]{3}")
    engine.let_go.set()
    asking.join()
    assert earlier == [NOTHING]
    assert store.visit("a").session.constraint.text == "root ::= [a-c]{3}"


def test_a_session_that_was_put_away_comes_back_when_its_tab_acts(tab: Tab, handlers, toy) -> None:
    tab.do("start", "regex", "[a-c]{9}", "", False, 1.5, 0, 1, 0, 7, 20, "off", "", *STRICTNESS)
    tab.do("step")
    tab.click("force", toy.vocabulary.names.index("b"))
    tab.do("step")
    shown = {place: tab.shown[place] for place in ("text", "bars-head", "stack")}
    visit = handlers[2].visit("a")
    visit.put_away()
    assert visit.session is None
    tab.do("pause")
    assert {place: tab.shown[place] for place in shown} == shown
    visit.put_away()
    assert "still the one from before" in tab.start("root ::= nowhere")["compile-status"]
    tab.click("look", 1)
    assert tab.step == (1, 3)


def test_visitors_beyond_the_number_of_sessions_alive_all_go_on(handlers) -> None:
    tabs = [Tab(*handlers[:2], name) for name in "abcde"]  # 2 of them may be alive
    for tab in tabs:
        tab.start()
    for count in (1, 2):
        for tab in tabs:
            tab.do("step")
            assert tab.step == (count, count)
        assert len(handlers[2]) == 2


def test_a_visitor_who_comes_too_often_is_told_the_limit(toy, page) -> None:
    observer = Observer()
    store = Store(capacity=2, idle=3600, put_away=2**20)
    handlers = Handlers(toy, page, Door(store, Rate(3), observer), [DIGITS])
    tab, other = Tab(handlers, page, "a"), Tab(handlers, page, "b")
    tab.start()
    tab.do("step")
    tab.do("step")
    with pytest.raises(gr.Error, match=r"More than 3 requests a minute.*PLAYGROUND_REQUESTS"):
        tab.do("step")
    other.start()
    assert other.step == (0, 0)
    assert b'limits_hit_total{limit="PLAYGROUND_REQUESTS"} 1.0' in observer.figures()
    assert b"playground_steps_total 2.0" in observer.figures()


class Busy:
    """A toy that is busy with others when it is told so."""

    def __init__(self, toy) -> None:
        self._toy = toy
        self.is_busy = False

    def __getattr__(self, name):
        return getattr(self._toy, name)

    def forward(self, cache, token_ids):
        if self.is_busy:
            raise WaitingError(4, "Try again.")
        return self._toy.forward(cache, token_ids)


def test_a_step_that_has_to_wait_is_not_taken_and_a_run_says_so_and_goes_on(toy, page) -> None:
    store = Store(capacity=2, idle=3600, put_away=2**20)
    busy = Busy(toy)
    tab = Tab(Handlers(busy, page, Door(store, Rate(100), Observer()), [DIGITS]), page, "a")
    tab.start()
    tab.do("step")
    busy.is_busy = True
    assert set(tab.do("step")) == {"notice"}
    assert "4 before you" in tab.notice
    tab.handlers.running.ask_run(tab.request)
    run = tab.handlers.running.run(tab.request, *NO_BREAKPOINTS)
    assert set(tab._take(next(run))) == {"notice"}
    assert "4 before you" in tab.notice
    busy.is_busy = False
    for update in run:
        tab._take(update)
    assert read(tab.shown["text"]).one("section").attributes["data-state"] == "stop"
    assert tab.notice == ""


@pytest.mark.parametrize(
    ("prompt", "budget", "part", "says"),
    [
        ("x" * 50_001, 20, "prompt", "50,001 characters; 50,000 are the limit.*PLAYGROUND_PROMPT_CHARACTERS"),
        ("", 8_193, "sampling", "8,193 is more than 8,192, the limit.*PLAYGROUND_BUDGET"),
    ],
)
def test_more_than_the_page_gives_is_refused(
    tab: Tab, prompt: str, budget: int, part: str, says: str
) -> None:
    fields = ["gbnf", DIGITS.text, prompt, False, *SETTINGS[:5], budget, "off", "", *STRICTNESS]
    assert re.search(says, read(tab.do("start", *fields)[f"{part}-problem"]).text)
