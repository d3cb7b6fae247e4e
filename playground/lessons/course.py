"""The fifteen lessons in their order: a question each, the figures that answer it, and what to try then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playground.lessons.colours import colours
from playground.lessons.command import command
from playground.lessons.conversion import conversion
from playground.lessons.examples import Example, example
from playground.lessons.free_text import seven_answers
from playground.lessons.heavy import heavy
from playground.lessons.lazy import lazy
from playground.lessons.mask_cost import mask_cost
from playground.lessons.masking import masking
from playground.lessons.person import people
from playground.lessons.recogniser import recognised, spanning
from playground.lessons.request_bodies import answers, request_kinds
from playground.lessons.retries import extractions
from playground.lessons.truncation import truncation


@dataclass(frozen=True, slots=True)
class Lesson:
    """One screen. `figures` computes what it shows, once; `opens` is the name of the example to try."""

    number: int
    title: str
    question: str
    figures: Callable[[], Any] = field(repr=False)
    opens: str

    @property
    def example(self) -> Example:
        return example(self.opens)


LESSONS = (
    Lesson(
        1,
        "Answers without a mask",
        "A model is asked for JSON. Which of its seven usual answers can a program use?",
        seven_answers,
        "lesson_1",
    ),
    Lesson(
        2,
        "A mask on eight tokens",
        "The model would begin with “Sure”, and only two tokens may begin an object. "
        "What does the mask do to their probabilities?",
        masking,
        "lesson_2",
    ),
    Lesson(
        3,
        "Four words, twenty tokens",
        "The text has to be red, green, grey or blue. Which tokens may come next, "
        "and what happens when no token is “e”?",
        colours,
        "lesson_3",
    ),
    Lesson(
        4,
        "A stack for what nests",
        "Is a text complete, the beginning of one, or beyond repair, and what has to be remembered to tell?",
        recognised,
        "lesson_json",
    ),
    Lesson(
        5,
        "One token, several signs",
        "A grammar is about characters, and a model writes tokens. "
        "The text ends inside a string: which of these eleven may follow?",
        spanning,
        "lesson_json",
    ),
    Lesson(
        6,
        "What a mask costs",
        "Every token of the vocabulary has to be judged before each step. How many characters is that?",
        mask_cost,
        "lesson_json",
    ),
    Lesson(
        7,
        "A grammar for commands",
        "Why does every repetition in this grammar have a bound?",
        command,
        "command",
    ),
    Lesson(
        8,
        "From schema to grammar",
        "A grammar cannot compare numbers. How does it say “from 1 to 9999”?",
        conversion,
        "finding",
    ),
    Lesson(
        9,
        "How an answer ends",
        "Three requests to a server. Which of the answers may a program parse?",
        answers,
        "lesson_9",
    ),
    Lesson(
        10,
        "Asking vLLM",
        "How is each kind of constraint asked for, and how much memory do the masks of a whole batch take?",
        request_kinds,
        "sentiment",
    ),
    Lesson(
        11,
        "A grammar that waits",
        "A model thinks aloud and then calls a tool. How can only the call be held to a grammar?",
        lazy,
        "lesson_11",
    ),
    Lesson(
        12,
        "White space and cuts",
        "Every step of a text was valid. What can still be wrong with it in the end?",
        truncation,
        "lesson_9",
    ),
    Lesson(
        13,
        "What a constraint costs in truth",
        "The model does not know the line. What does it answer when the answer has to be a number?",
        heavy,
        "lesson_13",
    ),
    Lesson(
        14,
        "From noise to a person",
        "Scores drawn at random, a pattern, thirty-two tokens. How often does a record come out?",
        people,
        "lesson_14",
    ),
    Lesson(
        15,
        "Trying again, not for ever",
        "The token budget cut the text. What should a program do?",
        extractions,
        "lesson_15",
    ),
)
