"""The endpoints on a live server: each program of the page runs as it stands, and refusals are messages."""

from __future__ import annotations

import ast
import subprocess
import sys
from typing import Any

import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError
from playwright.sync_api import expect

from playground.models import load_model
from playground.page.api import ENDPOINTS
from tests.browser.playground_page import PlaygroundPage

pytestmark = pytest.mark.browser

NUMBER = {"kind": "regex", "text": "[0-9]{3}", "prompt": "A number:"}


@pytest.fixture(scope="module")
def client(toy_url: str) -> Client:
    return Client(toy_url, verbose=False)


def token_id(text: str) -> int:
    return load_model("toy").vocabulary.tokens.index(text.encode())


def test_the_page_lists_every_endpoint_with_a_program_that_runs(kept_page: PlaygroundPage) -> None:
    page = kept_page
    page.open_section("#api-section")
    programs = page.find("#api pre").all_text_contents()
    assert len(programs) == len(ENDPOINTS) == 6
    expect(page.find("#api dt code").first).to_have_text("compile")
    # In one process, since Python takes longer to start than the calls.
    run = subprocess.run(
        [sys.executable, "-c", "\n".join(programs)], capture_output=True, text=True, timeout=120, check=True
    )
    printed = [line for line in run.stdout.splitlines() if line.startswith("{")]
    answers: list[Any] = [ast.literal_eval(line) for line in printed]
    compiled, checked, stepped, ran, explained, extracted = answers
    coverage = {entry["where"]: entry["status"] for entry in compiled["schema"]["coverage"]["entries"]}
    assert coverage == {"/type": "enforced", "/uniqueItems": "looser"}
    assert (checked["status"], checked["offset"]) == ("invalid", 5)
    assert stepped["text"] in "0123456789"
    assert (ran["finish_reason"], ran["text"] in ("yes", "no"), ran["record"]["value"]) == (
        "stop",
        True,
        ran["text"],
    )
    assert (explained["allowed"], explained["after"]) == (False, 0.0)
    assert "a digit" in explained["reason"]
    assert extracted["record"]["value"] in (7, 8)
    assert extracted["attempts"][-1]["finish_reason"] == "stop"


def test_tokens_that_are_handed_over_are_gone_on_from(client: Client) -> None:
    seven = token_id("7")
    step = client.predict(**NUMBER, token_ids=[seven, seven], token_id=seven, api_name="/step")
    assert (step["position"]["text"], step["position"]["index"], step["forced"]) == ("77", 2, True)
    assert step["token_ids"] == [seven] * 3
    run = client.predict(**NUMBER, token_ids=step["token_ids"], api_name="/run")
    assert (run["text"], run["finish_reason"]) == ("777", "stop")
    cut = client.predict(**NUMBER, max_tokens=2, settings={"budget": 2}, api_name="/run")
    assert (len(cut["token_ids"]), cut["finish_reason"], cut["record"]["errors"] != []) == (2, "length", True)


@pytest.mark.parametrize(
    ("endpoint", "changes", "says"),
    [
        ("step", {"text": "[0-9"}, "line 1, column"),
        ("step", {"token_ids": [token_id("x")]}, "is masked"),
        ("step", {"token_ids": [10**6]}, "There is no token"),
        ("step", {"settings": {"temprature": 1}}, "There is no setting 'temprature'; the settings are chat,"),
        ("step", {"settings": {"budget": 10**9}}, "PLAYGROUND_BUDGET"),
        ("explain", {"token": "xyzzy"}, "not one"),
    ],
)
def test_what_cannot_be_used_is_refused_as_on_the_page(
    client: Client, endpoint: str, changes: dict[str, Any], says: str
) -> None:
    with pytest.raises(AppError, match=says):
        client.predict(**(NUMBER | changes), api_name=f"/{endpoint}")


def test_a_text_that_is_too_ambiguous_to_check_is_refused_in_words(client: Client) -> None:
    nested = 'root ::= (((("a"{0,17}){0,17}){0,17}){0,17}) "b"'
    with pytest.raises(AppError, match="too ambiguous"):
        client.predict(kind="gbnf", text=nested, candidate="a" * 60, api_name="/check")
