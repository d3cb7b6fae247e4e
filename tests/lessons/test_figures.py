"""What the lesson's text states, written down from there, against what the lessons compute."""

import json

import pytest

from playground.lessons import LESSONS
from playground.lessons.colours import colours
from playground.lessons.command import command
from playground.lessons.conversion import RANDOM_ANSWER, conversion
from playground.lessons.heavy import heavy
from playground.lessons.lazy import lazy
from playground.lessons.mask_cost import mask_cost
from playground.lessons.masking import masking
from playground.lessons.recogniser import recognised, spanning
from playground.lessons.request_bodies import answers, request_kinds
from playground.lessons.retries import extractions
from playground.lessons.truncation import truncation


def test_2_a_mask_on_eight_tokens() -> None:
    table = [(t.text, t.logit, round(t.before, 4), t.allowed, round(t.after, 4)) for t in masking().tokens]
    assert table == [
        ("Sure", 3.0, 0.4027, False, 0.0),
        ("{", 1.5, 0.0899, True, 0.7311),
        ("␣{", 0.5, 0.0331, True, 0.2689),
        ('"', -1.0, 0.0074, False, 0.0),
        ("Here", 2.5, 0.2443, False, 0.0),
        ("[", 0.0, 0.0201, False, 0.0),
        ("```", 2.0, 0.1482, False, 0.0),
        ("⏎", 1.0, 0.0545, False, 0.0),
    ]
    assert round(masking().kept_mass, 4) == 0.1229
    assert [round(ratio, 1) for ratio in masking().ratios] == [2.7, 2.7]


def test_3_three_ways_through_four_words_and_a_dead_end() -> None:
    first = ("r", "re", "red", "g", "gr", "green", "b", "bl")
    end = ("<eos>",)
    found = {
        run.word: [(step.text, step.allowed, step.chosen) for step in run.steps] for run in colours().runs
    }
    assert found == {
        "red": [("", first, "re"), ("re", ("d",), "d"), ("red", end, "<eos>")],
        "grey": [
            ("", first, "gr"),
            ("gr", ("e", "ee", "ey"), "e"),
            ("gre", ("e", "en", "y"), "y"),
            ("grey", end, "<eos>"),
        ],
        "green": [
            ("", first, "gr"),
            ("gr", ("e", "ee", "ey"), "ee"),
            ("gree", ("n",), "n"),
            ("green", end, "<eos>"),
        ],
    }
    draft = colours()
    assert (draft.size, draft.draft_size) == (20, 19)
    assert (draft.draft_text, draft.draft_allowed, draft.draft_finish) == ("r", (), "dead_end")


def test_4_ten_texts() -> None:
    found = [(text.text, text.status, text.offset, len(text.stack)) for text in recognised().texts]
    assert found == [
        ('{"a": [1, 2], "b": "x"}', "complete", 23, 0),
        ('{"a": [1, 2', "valid_prefix", 11, 2),
        ("[tru", "valid_prefix", 4, 1),
        ("[true]", "complete", 6, 0),
        ('"unterminated', "valid_prefix", 13, 0),
        ('{"a" 1}', "invalid", 5, 1),
        ('{"a": 1,}', "invalid", 8, 1),
        ('{"a": -}', "invalid", 7, 1),
        ("{} extra", "invalid", 3, 0),
        ("[[[[[[1]]]]]]", "complete", 13, 0),
    ]
    assert [text.stack for text in recognised().growing] == [
        ("object",),
        ("object", "array"),
        ("object", "array"),
    ]


def test_5_eleven_tokens() -> None:
    found = {token.text: (token.rejected_at, token.complete, token.stack) for token in spanning().tokens}
    inside = ("object", "array")
    assert found == {
        "y": (None, False, inside),
        '"': (None, False, inside),
        '"]': (None, False, ("object",)),
        '"]}': (None, True, ()),
        '",␣"': (None, False, inside),
        '"],': (None, False, ("object",)),
        '"]}⏎': (None, True, ()),
        '"]},': (3, False, ()),
        '"}': (1, False, ()),
        "⏎": (0, False, ()),
        "\\n": (None, False, inside),
    }
    assert spanning().allowed == 8
    assert spanning().stack == inside


def test_6_what_a_mask_costs() -> None:
    cost = mask_cost()
    assert (cost.size, cost.allowed, cost.naive, cost.walked) == (20_000, 656, 31_226, 4_162)
    assert round(cost.naive / cost.walked, 1) == 7.5
    assert (cost.row.words, cost.row.row_bytes) == (4_748, 18_992)
    assert cost.checks_per_second == 7_596_800


def test_7_bounds_lead_to_the_end() -> None:
    found = {line.text: (line.status, line.offset) for line in command().lines}
    assert found == {
        "edit src/app.java line 12\n": ("complete", 26),
        "edit errmsg/loader/loaderyy.java line 8888\n": ("complete", 43),
        "edit App.java line 12\n": ("invalid", 5),  # a capital letter
        "edit abcdefghi.java line 12\n": ("invalid", 13),  # a ninth one
        "edit app.java line 012\n": ("invalid", 19),
    }
    assert command().budget == 60
    assert command().bounded.finished == len(command().bounded.runs)
    # The first version of the text's grammar ran into its budget in the middle of a path.
    assert command().unbounded.finished < len(command().unbounded.runs)
    cut = next(run for run in command().unbounded.runs if run.finish_reason == "length")
    assert (cut.tokens, ".java" in cut.text) == (60, False)


def test_8_a_range_of_numbers_and_an_answer_of_random_weights() -> None:
    found = {number.digits: number.status for number in conversion().numbers}
    assert found == {
        "0": "invalid",
        "1": "complete",
        "42": "complete",
        "042": "invalid",
        "9999": "complete",
        "10000": "invalid",
    }
    assert conversion().answer_status == "complete"
    assert conversion().answer == json.loads(RANDOM_ANSWER)
    assert conversion().answer == {"file": "'多少钱EnergyEST多少钱", "line": 5555, "severity": "high"}
    assert len("'多少钱EnergyEST多少钱") == 16
    rules = {rule.name: rule.body for rule in conversion().rules}
    assert rules["file"] == r'"\"" char{0,16} "\""'
    assert rules["severity"] == r'"\"low\"" | "\"high\""'
    assert conversion().finish_reason == "stop"


def test_9_how_an_answer_ends() -> None:
    bug, anything, xml = answers()
    assert (bug.kind, bug.finish_reason, bool(bug.record), bug.error) == ("json_schema", "stop", True, "")
    assert (anything.finish_reason, anything.completion_tokens, anything.record) == ("length", 60, "")
    # As in the text, the budget is spent inside the first key.
    assert anything.text.startswith('{"')
    assert anything.text.count('"') == 1
    assert "not parsed" in anything.error
    assert xml.error.startswith('response_format type must be one of "text" or "json_object", but got: xml')


def test_10_requests_and_the_buffer_of_masks() -> None:
    kinds = request_kinds()
    assert [(body.kind, body.error) for body in kinds.bodies] == [
        ("choice", ""),
        ("regex", ""),
        ("json_schema", ""),
        ("gbnf", ""),
        ("json_object", ""),
        ("json_schema", ""),
    ]
    assert json.loads(kinds.bodies[0].body)["structured_outputs"] == {"choice": ["positive", "negative"]}
    assert kinds.bodies[1].text == r"[A-Z][a-z]+\.java:[0-9]{1,5}"
    assert kinds.bodies[3].text == 'root ::= ("yes" | "no")'
    assert all(body.error for body in kinds.refused)
    assert (kinds.buffer.rows, kinds.buffer.words) == (1_024, 4_748)
    assert round(kinds.buffer.total_bytes / 2**20, 2) == 18.55


def test_11_a_lazy_grammar() -> None:
    steps = [(step.active, [offer.text for offer in step.offers], step.chosen) for step in lazy().steps]
    assert steps == [
        (False, ["I␣will␣", "Let␣me␣"], "I␣will␣"),
        (False, ["read␣the␣file.⏎"], "read␣the␣file.⏎"),
        (False, ["<tool_call>"], "<tool_call>"),
        (True, ['{"name":␣"', "{'name':␣'"], '{"name":␣"'),
        (True, ["readFile", "read_file"], "read_file"),
        (True, ['",␣"args":␣{"path":␣"', '",␣"path":␣"'], '",␣"args":␣{"path":␣"'),
        (True, ["src/Main.java"], "src/Main.java"),
        (True, ['"}}', '"}'], '"}}'),
        (True, ["</tool_call>", "⏎"], "</tool_call>"),
        (True, ["<eos>"], "<eos>"),
    ]
    assert lazy().text == (
        "I will read the file.\n"
        '<tool_call>{"name": "read_file", "args": {"path": "src/Main.java"}}</tool_call>'
    )
    assert (lazy().fired_at_token, lazy().starts_at_character) == (2, len("I will read the file.\n"))
    assert lazy().value == {"name": "read_file", "path": "src/Main.java"}


def test_12_white_space_and_cuts() -> None:
    found = truncation()
    assert (len(found.answer), found.white_space.white, found.percent) == (92, 68, 73)
    assert (found.compact, len(found.compact)) == ('{"file":"","fixed":true}', 24)
    assert [(len(cut.text), cut.parses) for cut in found.cuts] == [
        (10, False),
        (25, False),
        (40, False),
        (47, False),
        (48, True),
    ]
    for cut in found.cuts:
        json.loads(cut.text + cut.completion)
        assert len(cut.completion) == cut.missing
    any_much, one, none = found.remedies
    assert any_much.percent > one.percent > none.percent == 0
    assert one.text.count("\n") == 0


def test_13_guesses_become_confident_and_keys_have_an_order() -> None:
    table = {token.text: (token.before, token.after) for token in heavy().masking.tokens if token.before > 0}
    assert table == {
        '"unknown"': (pytest.approx(0.55), 0.0),
        "null": (pytest.approx(0.20), 0.0),
        "42": (pytest.approx(0.10), pytest.approx(0.400)),
        "7": (pytest.approx(0.08), pytest.approx(0.320)),
        "1": (pytest.approx(0.07), pytest.approx(0.280)),
    }
    assert heavy().masking.kept_mass == pytest.approx(0.25)
    # llama.cpp writes required keys first; the order of the schema is kept when both are.
    orders = {
        (order.required, order.key_order): (order.reasoning_first, order.answer_first)
        for order in heavy().orderings
    }
    assert orders[("answer",), "required_first"] == (False, True)
    assert orders[("answer",), "declared"] == (True, False)
    assert orders[("reasoning", "answer"), "required_first"] == (True, False)
    assert orders[("reasoning", "answer"), "any"] == (True, True)


def test_15_a_cut_text_is_tried_again_and_never_parsed() -> None:
    twice, once = extractions()
    assert [(a.max_tokens, a.finish_reason) for a in twice.attempts] == [(64, "length"), (256, "stop")]
    assert twice.attempts[0].completion_tokens == 64
    assert [(a.max_tokens, a.finish_reason) for a in once.attempts] == [(64, "stop")]
    for extraction in (twice, once):
        written = json.loads(extraction.attempts[-1].text)
        assert len(written["file"]) <= 24
        assert 1 <= written["line"] <= 99_999
        assert extraction.record == (
            f"Finding(file={written['file']!r}, line={written['line']}, severity={written['severity']!r})"
        )


def test_the_lessons_are_numbered_and_each_opens_an_example() -> None:
    assert [lesson.number for lesson in LESSONS] == list(range(1, 16))
    assert all(lesson.example.prompt and lesson.question.endswith("?") for lesson in LESSONS)


@pytest.mark.parametrize("number", [2, 3, 6, 12])
def test_plain_data_that_is_computed_once(number: int) -> None:
    figures = LESSONS[number - 1].figures
    json.dumps(figures().to_dict())
    assert figures() is figures()
