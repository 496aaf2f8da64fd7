"""What a user probably meant by a value that cannot be used: the nearest word, the name in its allowed form, the number in the unit of its key."""

import difflib
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

_LONGEST_NUMBER = 20
_LONGEST_NAME = 128
_UNITS = {
    "kw": ("kw", 1.0),
    "w": ("w", 1.0),
    "mw": ("kw", 1000.0),
    "gbps": ("gbps", 1.0),
    "g": ("gbps", 1.0),
    "gb/s": ("gbps", 1.0),
    "m": ("m", 1.0),
    "kg": ("kg", 1.0),
    "tb": ("tb", 1.0),
    "gb": ("gb", 1.0),
}
"""Units that users write after a number: the suffix of keys in that unit, and the factor."""
_THOUSANDTHS = {"kw": "W", "gbps": "Mb/s", "m": "mm", "kg": "g", "tb": "GB", "gbs": "MB/s"}
"""The unit a thousand times smaller than that of keys with this suffix."""
_SYNONYMS = {
    "nodes": "hosts",
    "servers": "hosts",
    "networks": "fabrics",
    "network": "fabrics",
    "type": "model",
    "number": "count",
    "num": "count",
    "size": "count",
    "maximum": "max",
    "leaves": "leaf",
    "spine_count": "spines",
    "tech": "technology",
    "mtu": "mtu_bytes",
    "vlan_id": "vlan",
    "cidr": "prefix",
    "subnet": "prefix",
    "addresses": "addressing",
    "schedulers": "scheduler",
    "rack": "racks",
}


def meant_key(key: str, known: Sequence[str]) -> str:
    """Return the key of `known` that a misspelt one stands for; empty where none is near."""
    synonym = _SYNONYMS.get(key, "")
    return synonym if synonym in known else meant_word(key, known)


def meant_word(text: str, known: Sequence[str]) -> str:
    """Return the word of `known` that a text stands for: the same in other case or with other dashes, else the nearest; empty where none is near."""
    alike = next((word for word in known if _folded(word) == _folded(text)), "")
    return alike or next(iter(difflib.get_close_matches(text, known, 1, 0.6)), "")


def suggestion(text: str, known: Sequence[str]) -> str:
    """Return the advice for a name that is not known: the same in other case, those that begin so, or the nearest ones; all of them where none is near."""
    alike = [word for word in known if _folded(word) == _folded(text)]
    near = alike or [word for word in known if word.startswith(text)] or difflib.get_close_matches(text, known, 3, 0.6)
    return f"did you mean {', '.join(near)}?" if near else f"known: {', '.join(known)}"


def allowed_form(text: Any, pattern: str) -> str:
    """Return a name as its pattern allows it, in lower case with dashes for blanks and underscores; empty where that is not enough.

    A pattern with capitals is of names that something outside has given, which another spelling would not find.
    """
    if not isinstance(text, str) or len(text) > _LONGEST_NAME or "A-Z" in pattern:
        return ""
    form = _folded(text)
    return form if form != text and re.fullmatch(pattern, form) else ""


def foreign_letter(text: Any) -> str:
    """Name the first letter of a name that is not ASCII, as it may look like one that is; empty without one."""
    letter = next((each for each in text if not each.isascii()), "") if isinstance(text, str) else ""
    if not letter:
        return ""
    name = unicodedata.name(letter, "").lower()
    return f"U+{ord(letter):04X} ({name})" if name else f"U+{ord(letter):04X}"


def plain_number(value: Any, key: str) -> str:
    """Return the intended number of a ratio (`2:1`), a quoted number or one with the unit of its key (`50kW`); empty where it is ambiguous."""
    if not isinstance(value, str):
        return ""
    text = value.strip()
    if len(text) > _LONGEST_NUMBER:
        return ""
    if ratio := re.fullmatch(r"(\d+(?:\.\d+)?)\s*:\s*(\d+(?:\.\d+)?)", text):
        return f"{float(ratio[1]) / float(ratio[2]):g}" if float(ratio[2]) else ""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([a-zA-Z/]*)", text)
    if not found:
        return ""
    if not found[2]:
        return found[1]
    unit, factor = _UNITS.get(found[2].lower(), ("", 1.0))
    return f"{float(found[1]) * factor:g}" if unit and key.endswith(f"_{unit}") else ""


def in_larger_unit(value: Any, limit: float, key: str) -> str:
    """Return the advice for a number that is too large because it is in the next smaller unit; empty where that is not why."""
    smaller = _THOUSANDTHS.get(key.rpartition("_")[2], "") if "_" in key else ""
    if not smaller or not isinstance(value, int | float) or not limit < value <= limit * 1000:
        return ""
    return f"write {value / 1000:g} if {number(value)} is in {smaller}"


def number(value: Any) -> str:
    """Return a number without a fraction of zero."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _folded(text: str) -> str:
    return re.sub(r"[\s_]+", "-", text.strip().lower())
