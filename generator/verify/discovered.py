"""The judge of cables: what ibnetdiscover found, against the links of a rendered tree."""

import csv
from pathlib import Path

from generator.plan.infiniband.discovered import find_faults, known_devices
from generator.plan.infiniband.spread import uneven
from generator.plan.infiniband.subnet import SubnetEnd, SubnetLink
from generator.source.reading import ReadingError, read_regular
from generator.verify.verdict import Verdict

_MOST_BYTES = 256 * 1024 * 1024
"""The largest output of ibnetdiscover that is read, bytes: several times that of a fabric with 16,384 ports."""


def cabling(tree: Path, discovered: Path, tables: Path | None) -> Verdict:
    """Compare a discovery, and forwarding tables if given, with its subnet in the tree."""
    try:
        text = read_regular(discovered, _MOST_BYTES).decode("utf-8", errors="replace")
    except ReadingError as error:
        return Verdict("cabling", 1, ran=True, note="ibnetdiscover", faults=[f"{discovered} {error.reason}"])
    subnets = {path.parent.name: read_subnet(path) for path in sorted(tree.glob("infiniband/*/links.csv"))}
    known = {name: known_devices(links, text) for name, links in subnets.items()}
    name = max(known, key=lambda each: known[each], default="")
    if not known or not known[name]:
        fault = f"{discovered} has no port of a subnet of {tree}"
        return Verdict("cabling", 1, ran=True, note="ibnetdiscover", faults=[fault])
    links = subnets[name]
    faults = find_faults(links, text)
    if tables is not None:
        with tables.open(encoding="utf-8", errors="replace") as lines:
            faults += uneven(links, text, lines)
    return Verdict(
        f"cabling of {name}", len(links), ran=True, note=str(discovered), faults=[f.text for f in faults], unit="links"
    )


def read_subnet(path: Path) -> list[SubnetLink]:
    """Read the links of a rendered subnet."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            SubnetLink(cable=row["cable_id"], kind=row["kind"], a=_end(row, "a"), b=_end(row, "b"))
            for row in csv.DictReader(file)
        ]


def _end(row: dict[str, str], side: str) -> SubnetEnd:
    return SubnetEnd(
        device=row[f"{side}_device"],
        tier=row[f"{side}_tier"],
        port=row[f"{side}_port"],
        node=row[f"{side}_node"],
        number=int(row[f"{side}_number"]),
        guid=row[f"{side}_guid"],
    )
