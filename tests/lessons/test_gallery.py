"""The cards, and a few of their observations made on the very model that they speak of."""

from pathlib import Path

import pytest

from playground.decoding import Session
from playground.lessons.examples import Example, example, load_examples
from playground.lessons.gallery import cards, read_card
from playground.models import Model


def test_every_example_has_a_card_of_two_sentences_and_a_picture() -> None:
    assert [card.example for card in cards()] == list(load_examples())
    for card in cards():
        assert card.teaches.endswith(".")
        assert card.observe.endswith(".")
        assert card.picture.startswith("<svg")
    assert len({card.teaches for card in cards()} | {card.observe for card in cards()}) == 2 * len(cards())


def test_a_card_has_two_lines(tmp_path: Path) -> None:
    yes = Example("yes", "choice", "yes", "Yes?")
    with pytest.raises(FileNotFoundError, match=r"yes\.card\.txt"):
        read_card(yes, tmp_path)
    (tmp_path / "yes.card.txt").write_text("One line.\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"has 1 lines: write what it teaches"):
        read_card(yes, tmp_path)


def finished(name: str, model: Model) -> Session:
    asked = example(name)
    session = Session(model, asked.prompt, asked.constraint)
    list(session.run())
    return session


@pytest.mark.weights
@pytest.mark.parametrize(
    ("name", "observed"), [("colour", 0.01), ("review", 0.01), ("person", None), ("finding", None)]
)
def test_observations_at_step_0(smollm2: Model, name: str, observed: float | None) -> None:
    asked = example(name)
    position = Session(smollm2, asked.prompt, asked.constraint).position
    wanted = position.candidates[0].text
    if observed:
        assert position.kept_mass < observed
    assert {"colour": "The", "finding": "```"}.get(name, wanted) == wanted


@pytest.mark.weights
def test_observations_of_whole_runs(smollm2: Model) -> None:
    assert finished("person", smollm2).record().repr == "Record(name='Ada', age=42)"
    finding = finished("finding", smollm2)
    assert (finding.finish_reason, finding.record().value["line"]) == ("stop", 88)
    sentiment = finished("sentiment", smollm2)
    assert (sentiment.text, len(sentiment.token_ids)) == ("negative", 2)
    command = finished("command", smollm2)
    assert command.text.endswith("\n")
    assert len(command.token_ids) < 20
    assert command.verdict().overruled > len(command.token_ids) / 2
    calls = finished("weather_tools", smollm2)
    before, _, after = calls.text.partition("<tool_call>")
    assert before.strip()
    assert after.partition("</tool_call>")[2].strip()
    assert calls.record().repr.startswith("[GetWeather(")
    phone = finished("phone", smollm2)
    assert all(chip.allowed_count == 1 for chip in phone.tokens() if chip.text == "-")


def test_the_observation_of_the_tool_call(toy: Model) -> None:
    position = Session(toy, "", example("tool_call").constraint).position
    assert [c.text for c in position.candidates if c.allowed] == ["<"]
