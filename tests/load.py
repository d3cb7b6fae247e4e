"""Many visitors at once: `python -m tests.load [--seconds 120] [--toy 32] [--bundled 8]`.

Each visitor starts a session of its own and steps, begins anew when its text has ended, and reads what the
page shows after each step. Looked for: errors, texts that are not those the session would have written
alone, visitors who get less than half of the mean, and memory that grows. Ends non-zero when one is found.
"""

from __future__ import annotations

import argparse
import gc
import sys
import threading
import time
from dataclasses import dataclass, field

import psutil

from playground.constraints import Constraint
from playground.decoding import Sampling, Session
from playground.engines.workers import WorkerLimits
from playground.models import Model, load_model
from tests.page.visitor import Visitor, built

LENGTH = 30
"""Tokens of one text."""
FAIR = 0.5
"""Of the mean, the least that the slowest visitor gets."""
FLAT = 1.1
"""Memory at the end over memory after the first third."""


def constraint_of(number: int) -> str:
    first = chr(ord("a") + number % 26)
    return f'root ::= "{first}" [a-z ]{{{200 + number}}}'


@dataclass
class Result:
    steps: list[int]
    errors: list[str] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    """Bytes, one a second."""

    @property
    def failures(self) -> list[str]:
        found = self.errors[:5]
        mean = sum(self.steps) / len(self.steps)
        if min(self.steps) < FAIR * mean:
            found.append(f"the slowest visitor got {min(self.steps)} steps of {mean:.0f} on average")
        settled, last = self.memory[len(self.memory) // 3], self.memory[-1]
        if last > FLAT * settled:
            found.append(f"memory grew from {settled >> 20} to {last >> 20} MiB")
        return found


def alone(model: Model, number: int) -> str:
    """What this visitor's session writes when nobody else is there."""
    sampling = Sampling(temperature=1.0, seed=number)
    session = Session(model, "", Constraint("gbnf", constraint_of(number)), sampling=sampling, budget=LENGTH)
    for _ in session.run():
        pass
    return session.text


def load(model: Model, visitors: int, seconds: float) -> Result:
    """Let so many visitors step at once, for so long."""
    expected = [alone(model, number) for number in range(visitors)]
    page = built(model, WorkerLimits(workers=visitors + 4), sessions=visitors + 1)
    result = Result([0] * visitors)
    begin = threading.Barrier(visitors + 1)
    ended = threading.Event()

    def visit(number: int) -> None:
        visitor = Visitor(page, f"visitor {number}")
        try:
            while True:
                visitor.start(constraint_of(number), temperature=1, seed=number, budget=LENGTH)
                if not result.steps[number]:
                    begin.wait()
                for count in range(1, LENGTH + 1):
                    if ended.is_set():
                        return
                    visitor.do("step")
                    result.steps[number] += 1
                    if visitor.step != count:
                        raise AssertionError(f"at step {visitor.step}, not {count}: {visitor.problems}")
                if visitor.text != expected[number]:
                    raise AssertionError(f"wrote {visitor.text!r}, not {expected[number]!r}")
        except Exception as error:
            result.errors.append(f"visitor {number}: {type(error).__name__}: {error}")
            begin.abort()

    threads = [threading.Thread(target=visit, args=(number,), daemon=True) for number in range(visitors)]
    for thread in threads:
        thread.start()
    begin.wait()
    process = psutil.Process()
    until = time.monotonic() + seconds
    while time.monotonic() < until and not result.errors:
        time.sleep(1)
        gc.collect()
        result.memory.append(process.memory_info().rss)
    ended.set()
    for thread in threads:
        thread.join(60)
    page.pool.close()
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--toy", type=int, default=32, help="visitors of the toy model; 0 leaves it out")
    parser.add_argument("--bundled", type=int, default=8, help="visitors of the bundled one; 0 leaves it out")
    asked = parser.parse_args()
    failures: list[str] = []
    for name, visitors in (("toy", asked.toy), ("smollm2", asked.bundled)):
        if not visitors:
            continue
        result = load(load_model(name), visitors, asked.seconds)
        steps = result.steps
        print(
            f"{name}: {visitors} visitors, {sum(steps)} steps in {asked.seconds:g} s; a visitor from "
            f"{min(steps)} to {max(steps)}; memory {result.memory[len(result.memory) // 3] >> 20} to "
            f"{result.memory[-1] >> 20} MiB",
            flush=True,
        )
        failures += [f"{name}: {failure}" for failure in result.failures]
    print("\n".join(failures) or "no error, no text mixed up, fair, memory flat")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
