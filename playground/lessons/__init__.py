"""What there is to learn from: examples to load, and fifteen lessons with figures the other rooms compute."""

from playground.lessons.course import LESSONS, Lesson
from playground.lessons.examples import Example, example, examples_for

__all__ = ["LESSONS", "Example", "Lesson", "example", "examples_for"]
