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
    assert panel.one("p", class_="empty").text == "The typed record appears here when the text is finished."
    assert panel.all("pre") == []


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
