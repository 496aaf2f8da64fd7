"""Additions of a later tree to a running one, refused if it changes anything else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.plan.counts import counted
from generator.twin import growth_files
from generator.twin.answer import TwinError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from generator.twin.bed import Bed
    from generator.twin.sample_tree import SampleTree
    from generator.twin.switch_config import SwitchConfig
    from generator.twin.tree import End, Link

_SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Additions:
    """New devices and cables of a later tree, and the lines that running switches get."""

    switches: tuple[str, ...]
    hosts: tuple[str, ...]
    links: tuple[Link, ...]
    host_links: tuple[tuple[End, End], ...]
    lines: dict[str, list[str]]


def additions(bed: Bed, later: SampleTree) -> Additions:
    """Compare the running tree with a later one. Raises TwinError: the later one moves or changes running parts."""
    if changes := list(_changes(bed, later)):
        more = f"; and {len(changes) - _SHOWN} more" if len(changes) > _SHOWN else ""
        old, new = bed.tree.root, later.root
        raise TwinError(
            f"grow only adds, but {new} changes what is up: {'; '.join(changes[:_SHOWN])}{more}. "
            f"`clustergen plan {old} {new}` has the steps; `clustergen twin {new}` starts the new tree alone"
        )
    here = {frozenset((link.a, link.b)) for link in bed.links}
    known = set(bed.host_links)
    return Additions(
        switches=tuple(name for name in later.switches("") if name not in bed.switches),
        hosts=tuple(dict.fromkeys(nic.device for nic, _ in later.host_links("") if nic.device not in bed.hosts)),
        links=tuple(link for link in later.fabric_links("") if frozenset((link.a, link.b)) not in here),
        host_links=tuple(pair for pair in later.host_links("") if pair not in known),
        lines={name: lines for name in bed.switches if (lines := growth_files.new_lines(*_files(bed, later, name)))},
    )


def _changes(bed: Bed, later: SampleTree) -> Iterator[str]:
    pairs = {frozenset((link.a, link.b)) for link in later.links}
    moved = [f"{link.a} to {link.b}" for link in bed.links if frozenset((link.a, link.b)) not in pairs]
    moved += [f"{nic} to {leaf}" for nic, leaf in bed.host_links if frozenset((nic, leaf)) not in pairs]
    if moved:
        yield f"{counted(len(moved), 'link')} moved or removed ({moved[0]})"
    gone = [name for name in bed.switches if not (later.switch_dir(name) / "frr.conf").is_file()]
    yield from (f"{name} has no files" for name in gone)
    yield from (f"the network of {host} changes" for host in bed.hosts if not later.has_network(host) or later.host(host) != bed.tree.host(host))  # fmt: skip
    if moved or gone:
        return
    for switch in bed.switches:
        if said := _changed(bed, switch, bed.tree.config(switch), later.config(switch)):
            yield f"{said} of {switch}"
            continue
        try:
            freed = growth_files.freed_ports(*_files(bed, later, switch))
        except growth_files.LineGoneError as error:
            yield f"frr.conf of {switch} loses lines ({error.lines[0]})"
            continue
        if freed:
            yield f"{switch} loses the sessions of {', '.join(sorted(freed))}"


def _changed(bed: Bed, switch: str, old: SwitchConfig, new: SwitchConfig) -> str:
    """Return what changes of a switch that a running one would have to load its files again for."""
    ports = {end.interface for link in bed.links for end, _ in link.ends() if end.device == switch}
    ports |= {leaf.interface for _, leaf in bed.host_links if leaf.device == switch}
    if any(old.port_addresses(port) != new.port_addresses(port) or old.vrf(port) != new.vrf(port) for port in ports):
        return "the addresses of ports"
    if old.loopbacks != new.loopbacks:
        return "the loopbacks"
    if old.vrfs != new.vrfs or list(old.crossings()) != list(new.crossings()):
        return "the routing instances"
    mine = [[(vlan.name, vlan.vrf, vlan.vni, vlan.gateways) for vlan in config.vlans()] for config in (old, new)]
    return "the VLANs" if mine[0] != mine[1] else ""


def _files(bed: Bed, later: SampleTree, switch: str) -> tuple[Path, Path]:
    old, new = (tree.switch_dir(switch) / "frr.conf" for tree in (bed.tree, later))
    return old, new
