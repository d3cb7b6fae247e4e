"""Characters as bytes: a terminal of the grammar becomes a small graph over UTF-8 bytes.

Equal graphs are one node, so that a state of the automaton stays small. Overlong forms and surrogates
have no path. The splitting of code point ranges into byte ranges follows the layout of UTF-8 (RFC 3629).
"""

from __future__ import annotations

from collections.abc import Iterator

from playground.grammar.characters import Ranges

ACCEPT = 0
NOTHING = -1

Edge = tuple[int, int, int]
"""First byte, last byte, node reached."""

_LENGTH_LIMITS = (0x7F, 0x7FF, 0xFFFF, 0x10FFFF)


class ByteGraph:
    """Interned nodes; node 0 is the end of a terminal."""

    def __init__(self) -> None:
        self.edges: list[tuple[Edge, ...]] = [()]
        self._left: list[int | None] = [0]
        self._ids: dict[tuple[Edge, ...], int] = {}

    def text(self, text: str) -> int:
        """The start of exactly this text; NOTHING when it holds a surrogate."""
        try:
            data = text.encode()
        except UnicodeEncodeError:
            return NOTHING
        node = ACCEPT
        for byte in reversed(data):
            node = self._intern(((byte, byte, node),))
        return node

    def character(self, ranges: Ranges) -> int:
        """The start of one character out of `ranges`; NOTHING when there is none."""
        return self._join([path for low, high in ranges for path in _byte_paths(low, high)])

    def step(self, node: int, byte: int) -> int:
        """The node after one more byte, or NOTHING."""
        for low, high, target in self.edges[node]:
            if low <= byte <= high:
                return target
        return NOTHING

    def left(self, node: int) -> int | None:
        """How many bytes of a literal are left from this node; None where there is a choice."""
        return self._left[node]

    def rest(self, node: int, longest: int) -> bytes | None:
        """What is left of a literal from this node, up to `longest` bytes; None where there is a choice."""
        if self._left[node] is None:
            return None
        data = bytearray()
        while node != ACCEPT and len(data) < longest:
            byte, _, node = self.edges[node][0]
            data.append(byte)
        return bytes(data)

    def _join(self, paths: list[tuple[tuple[int, int], ...]]) -> int:
        if not paths:
            return NOTHING
        edges: list[Edge] = []
        start = 0
        while start < len(paths):
            end = start + 1
            while end < len(paths) and paths[end][0] == paths[start][0]:
                end += 1
            rest = [path[1:] for path in paths[start:end]]
            low, high = paths[start][0]
            edges.append((low, high, self._join(rest) if rest[0] else ACCEPT))
            start = end
        return self._intern(tuple(edges))

    def _intern(self, edges: tuple[Edge, ...]) -> int:
        if edges not in self._ids:
            self._ids[edges] = len(self.edges)
            self.edges.append(edges)
            low, high, target = edges[0]
            left = self._left[target] if len(edges) == 1 and low == high else None
            self._left.append(None if left is None else left + 1)
        return self._ids[edges]


def _byte_paths(low: int, high: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Byte ranges, one a place, that together spell the code points `low` to `high`, ascending."""
    for limit in _LENGTH_LIMITS:
        if low <= limit < high:
            yield from _byte_paths(low, limit)
            yield from _byte_paths(limit + 1, high)
            return
    if high <= 0x7F:
        yield ((low, high),)
        return
    for shift in (6, 12, 18):
        mask = (1 << shift) - 1
        if low >> shift != high >> shift:
            if low & mask:
                yield from _byte_paths(low, low | mask)
                yield from _byte_paths((low | mask) + 1, high)
                return
            if high & mask != mask:
                yield from _byte_paths(low, (high & ~mask) - 1)
                yield from _byte_paths(high & ~mask, high)
                return
    yield tuple(zip(chr(low).encode(), chr(high).encode(), strict=True))
