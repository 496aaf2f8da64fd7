"""Ways to bend data, and ways to bite text."""

import copy
import random
from typing import Any

from tests.fuzz.words import odd, payload

Path = tuple[str | int, ...]
BITES = (
    "",
    ":",
    "[",
    "]",
    "{",
    "}",
    "&a ",
    "*a",
    "!!x ",
    "'",
    '"',
    "\t",
    "<<: ",
    "- ",
    "\x00",
    "é",
    "#",
    "|",
    ">",
    "%",
    "@",
    "\n",
    "---\n",
    "...\n",
    "\ufeff",
    ",",
    "0" * 5000,
    "[" * 2000,
)


def paths(value: Any, here: Path = ()) -> list[Path]:
    """Return the path of every value below."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path for key, each in inner for path in ((*here, key), *paths(each, (*here, key)))]


def bend(data: Any, dice: random.Random, canary: str, most: int = 3) -> Any:
    """Return data with some values dropped, replaced, renamed, copied, repeated or moved."""
    data = copy.deepcopy(data)
    for _ in range(dice.randint(1, most)):
        every = paths(data)
        if not every:
            return odd(dice, canary)
        path = dice.choice(every)
        parent = at(data, path[:-1])
        _change(parent, path[-1], dice, canary, at(data, dice.choice(every)))
    return data


def at(data: Any, path: Path) -> Any:
    """Return the value at a path."""
    for key in path:
        data = data[key]
    return data


def _change(parent: Any, key: Any, dice: random.Random, canary: str, other: Any) -> None:
    match dice.randrange(8):
        case 0:
            del parent[key]
        case 1 | 2 | 3:
            parent[key] = odd(dice, canary)
        case 4 if isinstance(parent, dict):
            parent[payload(dice, canary) if dice.random() < 0.5 else f"{key}{dice.choice('s_é 1')}"] = parent.pop(key)
        case 5 if isinstance(parent[key], str):
            parent[key] += payload(dice, canary)
        case 6:
            parent[key] = (
                [parent[key]] * dice.choice((1, 2, 300))
                if dice.random() < 0.5
                else {f"x{n}": parent[key] for n in range(dice.choice((1, 2, 300)))}
            )
        case _:
            parent[key] = copy.deepcopy(other)


def bite(text: str, dice: random.Random) -> bytes:
    """Return text with some letters replaced, cut off, or of another coding."""
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(text) + 1)
        text = text[:at] + dice.choice(BITES) + text[at + dice.choice((0, 1, 2, 10)) :]
    raw = text.encode("utf-8", "surrogatepass")
    match dice.randrange(12):
        case 0:
            return raw[: dice.randrange(len(raw) + 1)]
        case 1:
            return text.encode("utf-16", "surrogatepass")
        case 2:
            at = dice.randrange(len(raw) + 1)
            return raw[:at] + bytes([dice.randrange(256)]) + raw[at:]
    return raw
