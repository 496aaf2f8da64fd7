"""Reads a QR code back from the path of a label, after ISO/IEC 18004: versions 1 to 6, medium error correction, bytes or alphanumeric, undamaged."""

import re
from collections.abc import Callable, Iterator

Matrix = list[list[int]]
_BLOCKS = {1: (1, 16), 2: (1, 28), 3: (1, 44), 4: (2, 32), 5: (2, 43), 6: (4, 27)}
"""Blocks and the words of data in each, by version (medium)."""
_MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda r, c: (r + c) % 2,
    lambda r, _: r % 2,
    lambda _, c: c % 3,
    lambda r, c: (r + c) % 3,
    lambda r, c: (r // 2 + c // 3) % 2,
    lambda r, c: r * c % 2 + r * c % 3,
    lambda r, c: (r * c % 2 + r * c % 3) % 2,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2,
)
_ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"


def matrix_of(svg: str) -> Matrix:
    """Draw the path's runs into a grid; the blank around it must be four modules wide."""
    box = re.search(r'viewBox="-4 -4 (\d+) \1"', svg)
    assert box, svg
    size = int(box[1]) - 8
    grid = [[0] * size for _ in range(size)]
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", svg):
        for place in range(int(x), int(x) + int(length)):
            grid[int(y)][place] = 1
    return grid


def text_of(svg: str) -> str:
    """Return the text of a code."""
    grid = matrix_of(svg)
    size = len(grid)
    version = (size - 17) // 4
    shape = "".join(str(grid[8][c]) for c in (0, 1, 2, 3, 4))
    form = int(shape, 2) ^ 0b10101
    assert form >> 3 == 0, "medium error correction"
    mask = _MASKS[form & 7]
    bits = [grid[r][c] ^ (mask(r, c) == 0) for r, c in _places(size, version)]
    words = [int("".join(map(str, bits[at : at + 8])), 2) for at in range(0, len(bits) - 7, 8)]
    count, each = _BLOCKS[version]
    data = [words[place * count + block] for block in range(count) for place in range(each)]
    return _read("".join(f"{word:08b}" for word in data))


def _read(stream: str) -> str:
    at, found = 0, b""

    def take(count: int) -> int:
        nonlocal at
        at += count
        return int(stream[at - count : at], 2)

    while len(stream) - at >= 4 and (mode := take(4)):
        if mode == 4:
            found += bytes(take(8) for _ in range(take(8)))
        else:
            assert mode == 2
            pairs, single = divmod(take(9), 2)
            numbers = [take(11) for _ in range(pairs)]
            letters = [_ALPHANUMERIC[place] for number in numbers for place in divmod(number, 45)]
            found += "".join(
                [*letters, *[_ALPHANUMERIC[take(6)]][: 1 if single else 0]] if single else letters
            ).encode()
    return found.decode()


def _places(size: int, version: int) -> Iterator[tuple[int, int]]:
    """Yield the modules of data in their order: up and down columns of two, from the right, around all patterns."""
    centre = size - 7
    up = True
    for right in [*range(size - 1, 6, -2), *range(5, 0, -2)]:
        for step in range(size):
            row = size - 1 - step if up else step
            for column in (right, right - 1):
                finder = (row < 9 and (column < 9 or column >= size - 8)) or (row >= size - 8 and column < 9)
                aligned = version > 1 and abs(row - centre) < 3 and abs(column - centre) < 3
                if not finder and not aligned and 6 not in (row, column):
                    yield row, column
        up = not up
