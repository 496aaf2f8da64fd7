"""Weighted paths: all switches of a fabric announce link counts, or none does.

A switch that receives one path without a count gives all paths of that route the same weight (RFC 10005; FRR manual, Weighted ECMP using BGP
link bandwidth): one switch without the setting disables the weights of all others, and nothing fails.
"""

from collections.abc import Iterable, Iterator, Mapping

from generator.verify.rendered import Rendered, read_forwarding
from generator.verify.systems.records import SwitchFiles


def uneven_weights(known: Rendered, switches: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """Yield every entry of a route-map that counts nothing, or otherwise than the same entry of another switch of its fabric."""
    fabrics: dict[str, list[SwitchFiles]] = {}
    for row in switches:
        if found := read_forwarding(known, row["name"]):
            fabrics.setdefault(row["fabric"], []).append(found)
    for files in fabrics.values():
        usual: dict[str, tuple[str, str]] = {}
        for file in files:
            usual |= {entry: (how, file.name) for entry, how in file.counted.items() if how and entry not in usual}
        for file in files:
            for entry, how in file.counted.items():
                if entry in usual and how != usual[entry][0]:
                    said = f"counts {how}" if how else "counts no links behind its routes"
                    yield f"{file.name}: route-map {entry} {said}, and that of {usual[entry][1]} counts {usual[entry][0]}: a switch that receives both gives all paths the same weight"
