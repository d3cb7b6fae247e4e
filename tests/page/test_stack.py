from dataclasses import replace

import pytest

from playground.decoding.position import Agreement, OpenRule, TagPlace, TriggerState
from playground.page.stack import render_stack
from tests.page.html import read
from tests.page.views import HOSTILE, STACK, position, view


def test_open_rules_innermost_last_each_with_its_place() -> None:
    panel = read(render_stack(view()))
    rules = panel.all("li")
    assert [rule.text for rule in rules] == ['root "{" • num "}"', "num [0-9] • [0-9]{0,3}"]
    assert rules[0].one("span", class_="done").text == '"{"'


def test_depth_and_number_of_stacks() -> None:
    panel = read(render_stack(view()))
    assert panel.one("output", id="stack-depth").text == "2"
    assert panel.one("p", class_="facts").text == "depth 2 1 stack"
    several = read(render_stack(view(position(stack=replace(STACK, count=3)))))
    assert several.one("p", class_="facts").text == "depth 2 deepest of 3 stacks"


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (("[0-9]", '"}"'), 'expects [0-9]"}"'),
        ((), "expects nothing"),
        (("the end of the text",), "expects the end of the text"),
    ],
)
def test_what_is_expected(expected: tuple, text: str) -> None:
    stack = replace(STACK, expected=expected)
    assert read(render_stack(view(position(stack=stack)))).one("p", class_="expected").text == text


def test_a_character_that_has_begun() -> None:
    panel = read(render_stack(view(position(stack=replace(STACK, partial="⟨E2 82⟩")))))
    assert panel.one("p", class_="partial").text == "in the middle of a character: ⟨E2 82⟩"


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (TagPlace("free"), "free text, until a tag begins"),
        (TagPlace("inside", ("add",)), "inside tag add"),
        (TagPlace("inside", ("add", "now")), "at the beginning of one of the tags add, now"),
        (TagPlace("done"), "done: only the end may follow"),
    ],
)
def test_the_place_between_tags(place: TagPlace, text: str) -> None:
    panel = read(render_stack(view(position(stack=replace(STACK, place=place)))))
    assert panel.one("p", id="tag-place").text == text


@pytest.mark.parametrize(
    ("trigger", "text"),
    [
        (TriggerState("off"), "trigger off"),
        (TriggerState("thinking"), "thinking"),
        (TriggerState("thinking", seen="</th"), "thinking: </th of its end seen"),
        (TriggerState("active", since_token=4, offset=12), "thinking ended at token 4, character 12"),
        (TriggerState("waiting"), "trigger waiting"),
        (TriggerState("waiting", seen="<", by=0), "trigger waiting: < seen, 1 character of trigger 1"),
        (
            TriggerState("waiting", seen="<tool" + "x" * 20, by=1),
            "trigger waiting: …tool" + "x" * 20 + " seen, 25 characters of trigger 2",
        ),
        (
            TriggerState("active", since_token=4, offset=12, by=1),
            "trigger 2 fired at token 4, character 12",
        ),
    ],
)
def test_trigger(trigger: TriggerState, text: str) -> None:
    assert read(render_stack(view(position(trigger=trigger)))).one("p", id="trigger-state").text == text


@pytest.mark.parametrize(
    ("agreement", "text"),
    [
        (Agreement("agree"), "✓ A second reading of the grammar agrees."),
        (
            Agreement("differ", only_engine=(5, 6), only_engine_count=40),
            "≠ A second reading of the grammar differs. Only the engine allows 40 tokens: 5, 6, ….",
        ),
        (
            Agreement("differ", only_automaton=(7,), only_automaton_count=1),
            "≠ A second reading of the grammar differs. Only the automaton allows 1 token: 7.",
        ),
        (
            Agreement("unknown", note="no grammar is active yet"),
            "The mask is not compared here. No grammar is active yet.",
        ),
    ],
)
def test_agreement_of_automaton_and_engine(agreement: Agreement, text: str) -> None:
    details = read(render_stack(view(position(agreement=agreement)))).one("details", id="agreement")
    assert details.one("summary").text == text
    assert "compares the two masks" in details.one("p").text


def test_without_a_stack_the_note_says_why() -> None:
    panel = read(render_stack(view(position(stack=None, stack_note="no grammar is active yet"))))
    assert panel.one("p", class_="empty").text == "No grammar is active yet."
    assert panel.all("output") == []


def test_when_the_text_is_finished_nothing_is_expected() -> None:
    panel = read(render_stack(view(position(finish_reason="stop"))))
    assert panel.one("p", class_="empty").text == "The text is finished; no rule is open."
    assert panel.all("p", class_="expected") == panel.all("output") == panel.all("details") == []


def test_names_and_places_are_text() -> None:
    stack = replace(STACK, rules=(OpenRule(HOSTILE, f"{HOSTILE} • {HOSTILE}"),), expected=(HOSTILE,))
    panel = read(
        render_stack(view(position(stack=stack, trigger=TriggerState("waiting", seen=HOSTILE, by=0))))
    )
    assert panel.one("code", class_="rule").text_in_full == HOSTILE
    assert panel.one("code", class_="place").text_in_full == f"{HOSTILE} • {HOSTILE}"
    assert panel.one("p", class_="expected").one("code").text_in_full == HOSTILE
    assert panel.all("script") == panel.all("img") == []


def test_the_raw_frames_on_demand_and_the_open_rules_for_the_diagrams() -> None:
    panel = read(render_stack(view()))
    assert panel.one("details", class_="frames").one("span").text == (
        "5 frames on this stack. The depth counts only named rules that still wait for something; "
        "frames also count groups, repetitions and rules that nothing need follow."
    )
    assert panel.one("section").attributes["data-open"] == '["root", "num"]'
