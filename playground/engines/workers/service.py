"""What a worker does: it compiles one constraint and keeps its matchers, as the server asks."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module

import numpy as np

from playground.automaton.vocabulary import Vocabulary
from playground.constraints import ConstraintError
from playground.engines.protocol import CompiledConstraint, Engine, EngineError, Matcher
from playground.engines.workers import messages
from playground.engines.workers.channel import Channel
from playground.engines.workers.messages import Answer, Ask


def find_engines(place: str) -> Mapping[str, Engine]:
    """The mapping of engines at a place such as `playground.engines:ENGINES`."""
    module, _, name = place.partition(":")
    engines: Mapping[str, Engine] = getattr(import_module(module), name)
    return engines


class AskedTokenizer:
    """Tokenizes by asking the server, which has the tokenizer. `channel` is set once there is one."""

    channel: Channel

    def __call__(self, text: str) -> Sequence[int]:
        self.channel.send(bytes([Answer.TOKENIZE]) + text.encode())
        ids: list[int] = np.frombuffer(self.channel.receive(), dtype=np.int32).tolist()
        return ids


class Service:
    """Answers until the server closes its end."""

    def __init__(self, channel: Channel, vocabulary: Vocabulary, engines: Mapping[str, Engine]) -> None:
        self._channel = channel
        self._vocabulary = vocabulary
        self._engines = engines
        self._compiled: CompiledConstraint
        self._matchers: dict[int, Matcher] = {}

    def run(self) -> None:
        while True:
            try:
                message = self._channel.receive()
            except (EOFError, OSError):
                return
            answer = self._answer(message)
            if message[0] != Ask.DROP:
                self._channel.send(answer)

    def _answer(self, message: bytes) -> bytes:
        try:
            return bytes([Answer.DONE]) + self._do(message)
        except EngineError as error:
            return _refused(Answer.REFUSED, str(error))
        except ConstraintError:
            return bytes([Answer.CONSTRAINT])
        except MemoryError:
            return bytes([Answer.MEMORY])
        except Exception as error:
            # Engines are native code behind several binding layers, which raise whatever comes.
            traceback.print_exc(file=sys.stderr)
            return _refused(Answer.BROKE, f"{type(error).__name__}: {error}")

    def _do(self, message: bytes) -> bytes:
        if message[0] == Ask.COMPILE:
            engine, constraint = messages.read_compile(message)
            self._compiled = self._engines[engine].compile(constraint, self._vocabulary)
            return messages.compiled(self._compiled)
        what, number, rollback, argument = messages.read_ask(message)
        if what == Ask.BEGIN:
            self._matchers[number] = self._compiled.matcher()
            return b""
        if what == Ask.DROP:
            self._matchers.pop(number, None)
            return b""
        matcher = self._matchers[number]
        matcher.rollback(rollback)
        if what == Ask.ACCEPT_TEXT:
            return bytes([matcher.accept_text(argument)])
        if what == Ask.ACCEPT:
            # What is asked next in nearly every case goes with the answer.
            accepted = matcher.accept(messages.read_token(argument))
            return bytes([accepted]) + (messages.look(matcher) if accepted else b"")
        return messages.look(matcher)


def _refused(answer: Answer, words: str) -> bytes:
    """The answer with its words; C++ says so when there is no memory, and an engine may pass it on."""
    return (
        bytes([Answer.MEMORY]) if "bad_alloc" in words else bytes([answer]) + words.encode("utf-8", "replace")
    )
