"""Short forms for names, numbers and bundles, the same in the drawings and in the document."""

import re
from collections.abc import Iterable, Mapping, Sequence


def speed(gbps: float) -> str:
    """Return a speed in short form: `400G`."""
    return f"{gbps:g}G"


def bundle(speeds: Mapping[float, int]) -> str:
    """Print links by speed, fastest first: `32 x 400G + 4 x 200G`."""
    return " + ".join(f"{count} x {speed(gbps)}" for gbps, count in sorted(speeds.items(), reverse=True))


def span(names: Sequence[str]) -> str:
    """Print names in their order as first to last."""
    if len(names) > 2:
        return f"{names[0]} to {names[-1]}"
    return " and ".join(names)


def shorter(name: str, fabric: str) -> tuple[str, ...]:
    """Return the name of a switch, then without its fabric, then without its plane: a panel shows one of each."""
    own = name.removeprefix(f"{fabric}-")
    return name, own, re.sub(r"^p[0-9]+-", "", own)


def ranges(numbers: Iterable[int]) -> str:
    """Print whole numbers with runs folded: `0-3, 6`."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{low}-{high}" if high > low else str(low) for low, high in runs)


def extent(counts: Iterable[int]) -> str:
    """Print the least and the greatest of counts, or the one that they all are."""
    found = set(counts)
    low, high = min(found), max(found)
    return str(low) if low == high else f"{low} to {high}"


def kilowatts(power_w: float) -> str:
    """Print W as kW with one decimal."""
    return f"{power_w / 1000:,.1f}"
