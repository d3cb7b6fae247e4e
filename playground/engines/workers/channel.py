"""Messages over a socket between the server and its workers: bytes with their length before them."""

from __future__ import annotations

import socket
import struct
import time

_LENGTH = struct.Struct("<I")
_LONGEST = 256 * 2**20
"""Bytes; whoever announces more has lost its senses."""


class Channel:
    """One end. Not for use from two threads at once.

    `until`, by `time.monotonic`, is when a call gives up with TimeoutError; None waits. EOFError and OSError
    mean that the other end is gone.
    """

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def send(self, message: bytes, until: float | None = None) -> None:
        self._wait(until)
        self._end.sendall(_LENGTH.pack(len(message)) + message)

    def receive(self, until: float | None = None) -> bytes:
        (length,) = _LENGTH.unpack(self._read(_LENGTH.size, until))
        if length > _LONGEST:
            raise EOFError(f"a message of {length:,} bytes")
        return self._read(length, until)

    def send_descriptor(self, descriptor: int) -> None:
        """Give an open file or socket to the other end, which keeps it as its own."""
        socket.send_fds(self._end, [b"\0"], [descriptor])

    def receive_descriptor(self) -> int:
        _, descriptors, _, _ = socket.recv_fds(self._end, 1, 1)
        if not descriptors:
            raise EOFError
        return descriptors[0]

    def close(self) -> None:
        self._end.close()

    def _read(self, length: int, until: float | None) -> bytes:
        data = bytearray()
        while len(data) < length:
            self._wait(until)
            part = self._end.recv(length - len(data))
            if not part:
                raise EOFError
            data += part
        return bytes(data)

    def _wait(self, until: float | None) -> None:
        # No time left must not become 0, which would mean not to wait for an answer that is there.
        self._end.settimeout(None if until is None else max(1e-3, until - time.monotonic()))
