"""Blocks: ranges of numbers for kinds of things, so that growth of one kind never renumbers another.

Inside an envelope a kind has one block, as long as the envelope. Where the envelope was raised later, the growth of a kind gets a block at the end,
and existing blocks are kept.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from msgspec import Struct


class Block(Struct, frozen=True):
    """Numbers `first` to `first + count`: the things `start` to `start + count` of a kind."""

    kind: str
    first: int
    start: int
    count: int


class Blocks:
    """Numbers of things, and things by number."""

    __slots__ = ("_by_kind", "_firsts", "rows", "size")

    def __init__(self, rows: Sequence[Block]) -> None:
        """Index blocks that lie one after the other."""
        self.rows = tuple(rows)
        self.size = rows[-1].first + rows[-1].count if rows else 0
        self._firsts = [row.first for row in rows]
        self._by_kind: dict[str, list[Block]] = {}
        for row in sorted(rows, key=lambda row: row.start):
            self._by_kind.setdefault(row.kind, []).append(row)

    def number(self, kind: str, place: int) -> int:
        """Return the number of a thing by its place (from 0) among its kind."""
        mine = self._by_kind[kind]
        block = mine[0] if len(mine) == 1 else mine[bisect_right(mine, place, key=lambda each: each.start) - 1]
        return block.first + place - block.start

    def of(self, number: int) -> tuple[str, int]:
        """Return the kind of the thing with a number, and its place among them.

        Raises:
            LookupError: nothing has that number.
        """
        block = self.rows[bisect_right(self._firsts, number) - 1] if 0 <= number < self.size else None
        if block is None:
            message = f"nothing has the number {number} of {self.size}"
            raise LookupError(message)
        return block.kind, block.start + number - block.first


def lay(sizes: Iterable[tuple[str, int]], baseline: Sequence[Block] = ()) -> Blocks:
    """Return blocks for the sizes of kinds: in released blocks first, then behind the existing ones. Numbers of a removed kind stay reserved."""
    rows = list(baseline)
    have: dict[str, int] = {}
    for row in rows:
        have[row.kind] = have.get(row.kind, 0) + row.count
    for kind, size in sizes:
        start = have.get(kind, 0)
        free = [row for row in rows if row.kind == released(kind)]
        while start < size and free:
            start += _taken(rows, free.pop(0), kind, start, size - start)
        if start < size:
            end = rows[-1].first + rows[-1].count if rows else 0
            rows.append(Block(kind, end, start, size - start))
    return Blocks(rows)


def released(kind: str) -> str:
    """Return the name of the numbers of a released kind: for links, that of their plane."""
    plane, space, _ = kind.rpartition(" ")
    return plane + space


def _taken(rows: list[Block], free: Block, kind: str, start: int, wanted: int) -> int:
    """Assign the first numbers of a released block to a kind, and return how many."""
    count, at = min(wanted, free.count), rows.index(free)
    rest = Block(free.kind, free.first + count, free.start + count, free.count - count)
    rows[at : at + 1] = [Block(kind, free.first, start, count), *([rest] if rest.count else [])]
    return count
