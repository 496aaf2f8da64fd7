"""Names of a kind as a pattern: prefix, suffix, and first number."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from generator.model.naming import kind_of
from generator.spec.pins import NamesPin

_MOST_DIGITS = 6
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9-]*[0-9]")


def counted(devices: Sequence[str]) -> dict[str, int]:
    """Return the ordinal that each name has by its number, from 0, where most of the names count alike."""
    numbers = {device: found for device in devices if (found := split(device))}
    stems = Counter((stem, end) for stem, _, end in numbers.values())
    if not stems:
        return {}
    usual, count = stems.most_common(1)[0]
    if count < 2 and len(devices) > 1:
        return {}
    same = {device: int(digits) for device, (stem, digits, end) in numbers.items() if (stem, end) == usual}
    first = min(same.values())
    return {device: number - first for device, number in same.items()}


def split(name: str) -> tuple[str, str, str] | None:
    """Split a name at its last number: the text before it, the number as written, and the text after it."""
    found = re.fullmatch(r"(.*?)([0-9]+)([^0-9]*)", name)
    if found is None or not found[1] or not found[1][0].isalpha() or len(found[2]) > _MOST_DIGITS:
        return None
    return found[1], found[2], found[3]


def pattern_of(names: Mapping[int, str], usual: Mapping[int, str]) -> NamesPin | None:
    """Return the pattern that most names of a kind follow, by ordinal; None where their default names fit as well."""
    asked: Counter[tuple[str, int, str, int]] = Counter()
    for ordinal, name in names.items():
        if (found := split(name)) and int(found[1]) >= ordinal:
            stem, digits, end = found
            start = int(digits) - ordinal
            widths = {len(digits)} if digits.startswith("0") else {1, len(digits)}
            asked.update((stem, width, end, start) for width in widths)
    if not asked:
        return None
    (stem, width, end, start), count = max(asked.items(), key=lambda each: (each[1], -each[0][1]))
    if count <= sum(1 for ordinal, name in names.items() if usual.get(ordinal) == name) or (count < 2 <= len(names)):
        return None
    digits = f"{{:0{width}d}}" if width > 1 else "{}"
    return NamesPin.model_validate({"pattern": f"{stem}{digits}{end}", "start": start})


def as_called(text: str, seats: Mapping[str, str]) -> str:
    """Return a text with the site's names for devices instead of those in pins, of `seats`; a word that is the name of a device stays."""
    names = {kind_of(key): device for device, key in seats.items()}
    return _WORD.sub(lambda word: word[0] if word[0] in seats else names.get(kind_of(word[0]), word[0]), text)
