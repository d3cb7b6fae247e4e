"""Where the page is served and which model it runs: flags, else environment variables, else defaults."""

from __future__ import annotations

import argparse
import errno
import os
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from playground.constraints.limits import NAMES, read_constraint_limits
from playground.engines.workers.limits import WorkerLimits, read_limits
from playground.page.limits import PageLimits, read_page_limits


@dataclass(frozen=True, slots=True)
class Settings:
    """How one process of the playground runs."""

    host: str
    port: int
    model: str
    """A name that `playground.models.load_model` takes."""
    limits: WorkerLimits = field(default_factory=WorkerLimits)
    page: PageLimits = field(default_factory=PageLimits)
    log_prompts: bool = False
    """Whether prompts and constraints may stand in the log."""
    self_test: bool = False
    """Whether to test the installation instead of serving."""


def read_settings(
    arguments: Sequence[str] | None = None, environment: Mapping[str, str] = os.environ
) -> Settings:
    """Settings from the command line (`sys.argv` by default) and the environment.

    A flag wins over a variable; an empty variable counts as absent. Ends the process with a message and
    exit status 2 when a value makes no sense, as command lines do.
    """
    # A Space says through Gradio's own variables where it expects the page.
    host = environment.get("PLAYGROUND_HOST") or environment.get("GRADIO_SERVER_NAME") or "127.0.0.1"
    port = environment.get("PLAYGROUND_PORT") or environment.get("GRADIO_SERVER_PORT") or "7860"
    model = environment.get("PLAYGROUND_MODEL") or "smollm2"
    parser = argparse.ArgumentParser(
        description="Serve the Constrained Decoding Playground.",
        epilog="PLAYGROUND_CACHE names the folder that keeps the bundled model once it was fetched. "
        "Engines run in worker processes, within PLAYGROUND_COMPILE_SECONDS and PLAYGROUND_CALL_SECONDS, "
        "PLAYGROUND_WORKER_MIB of memory each, PLAYGROUND_WORKERS of them, and PLAYGROUND_COMPILES at once. "
        "A constraint is limited by " + ", ".join(NAMES.values()) + "; a visitor by "
        "PLAYGROUND_PROMPT_CHARACTERS, PLAYGROUND_BUDGET and PLAYGROUND_REQUESTS a minute; all together by "
        "PLAYGROUND_SESSIONS, PLAYGROUND_SESSION_MINUTES, PLAYGROUND_PUT_AWAY_MIB, PLAYGROUND_KV_MIB, "
        "PLAYGROUND_PASSES and PLAYGROUND_WAIT_SECONDS. "
        "PLAYGROUND_LOG_PROMPTS=1 lets prompts into the log.",
    )
    parser.add_argument(
        "--host", default=host, help="address to serve on, or PLAYGROUND_HOST; now %(default)s"
    )
    parser.add_argument(
        "--port", default=port, type=_port, help="port to serve on, or PLAYGROUND_PORT; now %(default)s"
    )
    parser.add_argument(
        "--model",
        default=model,
        help="smollm2 (bundled), toy or toy:lesson2 (tiny), a folder with a transformers model, "
        "or a hub id; or PLAYGROUND_MODEL; now %(default)s",
    )
    parser.add_argument(
        "--self-test",
        action="store_true",
        help="load the model, run one constraint of each kind, say how that went, and end",
    )
    parsed = parser.parse_args(arguments)
    try:
        limits = read_limits(environment)
        page = read_page_limits(environment)
        read_constraint_limits(environment)  # constraints read them themselves, in the workers too
    except ValueError as error:
        parser.error(str(error))
    log_prompts = environment.get("PLAYGROUND_LOG_PROMPTS") == "1"
    return Settings(parsed.host, parsed.port, parsed.model, limits, page, log_prompts, parsed.self_test)


def check_address(host: str, port: int) -> str:
    """Why no page can be served there, as a sentence; empty when one can."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.create_server(address, family=family):
            return ""
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            what = f"Port {port} of {host} is taken"
        else:
            what = f"Port {port} of {host} cannot be served on ({error.strerror})"
    return f"{what}: name another with --port or PLAYGROUND_PORT, and an address with --host."


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no port; --port and PLAYGROUND_PORT take a number from 1 to 65535"
        )
    return int(text)
