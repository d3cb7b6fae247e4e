from playground.automaton import ParseTree, RuleSpan
from playground.page.record import render_record
from playground.records import Record
from tests.page.html import read
from tests.page.views import HOSTILE, view

FINDING = Record(
    kind="json_schema",
    value={"file": "Größe.java", "line": 88},
    typed=None,
    source="class Finding(BaseModel):\n    file: str\n    line: int\n",
    repr="Finding(file='Größe.java', line=88)",
)


def test_while_the_text_is_not_finished_there_is_none() -> None:
    panel = read(render_record(view()))
    empty = "The typed record appears here when the text is finished. Parse tree so far"
    assert panel.one("p", class_="empty").text == empty
    assert panel.one("button").attributes["data-action"] == "tree"
    assert panel.all("pre") == []


def test_the_parse_tree_is_offered_where_there_is_a_text_and_a_grammar() -> None:
    assert read(render_record(view(chips=()))).all("button") == []
    assert read(render_record(view(is_constrained=False))).all("button") == []


def test_the_parse_tree_so_far() -> None:
    spans = (RuleSpan("root", 0, 6, 0, complete=False), RuleSpan("num", 5, 6, 1, complete=False))
    panel = read(render_record(view(tree=ParseTree(spans, "line 8", complete=False, ambiguous=False))))
    tree = panel.one("details", id="parse-tree")
    assert tree.one("summary").text == "parse tree, as far as it goes"
    assert [line.text for line in tree.all("li")] == ["root line␣8 open", "num 8 open"]
    assert tree.all("li")[1].attributes["style"] == "--depth: 1"


def test_a_long_part_of_the_tree_is_cut_and_an_ambiguous_one_says_so() -> None:
    spans = (RuleSpan("root", 0, 100, 0, complete=True),)
    panel = read(render_record(view(tree=ParseTree(spans, "x" * 100, complete=True, ambiguous=True))))
    assert panel.one("summary").text == "parse tree (one of several)"
    assert panel.one("li").text == f"root {'x' * 60}…"


def test_the_object_its_json_and_its_type() -> None:
    panel = read(render_record(view(finish_reason="stop", record=FINDING)))
    assert panel.one("p", id="finish-reason").text == "finish reason: stop"
    assert panel.one("pre", id="record-repr").text == "Finding(file='Größe.java', line=88)"
    assert panel.one("pre", id="record-value").text_in_full == '{\n  "file": "Größe.java",\n  "line": 88\n}'
    assert panel.one("pre", id="record-source").text_in_full == FINDING.source
    assert panel.one("section").attributes["data-kind"] == "json_schema"


def test_a_text_that_was_cut_says_so_and_shows_no_value() -> None:
    cut = Record("json_schema", None, None, "", "", errors=("The text was cut by the budget.",))
    panel = read(render_record(view(finish_reason="length", record=cut)))
    assert panel.one("p", class_="alert").text == "The text was cut by the budget."
    assert panel.one("p", id="finish-reason").text == "finish reason: length"
    assert panel.all("pre") == []


def test_notes_are_shown_beside_the_value() -> None:
    noted = Record("gbnf", {"move": "e4"}, None, "", "", notes=("The text can be read in several ways.",))
    panel = read(render_record(view(finish_reason="stop", record=noted)))
    assert panel.one("p", class_="note").text == "The text can be read in several ways."
    assert panel.all("details") == []


def test_everything_the_model_wrote_is_text() -> None:
    hostile = Record("regex", {HOSTILE: HOSTILE}, None, HOSTILE, HOSTILE, notes=(HOSTILE,))
    panel = read(render_record(view(finish_reason="stop", record=hostile)))
    assert panel.one("pre", id="record-repr").text_in_full == HOSTILE
    assert panel.one("pre", id="record-source").text_in_full == HOSTILE
    assert panel.all("script") == panel.all("img") == []
