"""`python -m tests.bench growth`: one table, and how each tool was driven."""

from collections.abc import Iterator
from pathlib import Path

from tests.bench.growth import ours, peers
from tests.bench.growth.compare import Moved, Share

_WIDTHS = "{:>6}  {:<29} {:<14} | {:>5} {:>7} {:>7} | {:>5} {:>7} {:>7} | {:>7}"
_NOTES = f"""
Records of devices that are there before and after; a link's, while both of its ends are. Addresses: both ends of every link between
switches, loopbacks, and what else the tool gives by itself (netlab: management; clustergen: management too, and on the line of every
device all there is). Ports: which port faces whom, at both ends. AS: numbers that the tool chose. Every leaf has links to every spine.

pyavd {peers.PYAVD}, as a library: inputs validated, facts, structured configuration. Its pool manager numbers the switches, ports are those
of `default_interfaces`, addresses and AS numbers come from pools. "state lost": without the pool manager's file of the first run.
"room left": `max_uplink_switches: {peers.MOST_SPINES}` from the first day.
netlab {peers.NETLAB}: `netlab create` of a topology with spines before leaves and links written leaf by leaf; nothing is started. "ids stated":
every node's `id` is in the file, the newcomer's is the next free one. "links by spine": the links written spine by spine instead.
clustergen: the plan of a spec whose compute fabric is a fat tree with one host a leaf, numbered underlay, room for 16 leaves. It has no list of
leaves to write a newcomer into the middle of: hosts bring leaves, so "insert" fills a hole of `positions`, and "remove" makes one.
{ours.SPINES}
That room is declared on the first day, as in pyavd's "room left". "no room left": `max` was what was installed, and rises with it; "on its baseline" the same with
`--baseline`, and what does not fit may move.
"""


def growth(environments: Path, leaves: int, sizes: list[int]) -> Iterator[str]:
    """Yield the table's lines, for fabrics of so many leaves and each of the numbers of spines."""
    yield _WIDTHS.format("fabric", "tool", "change", "addr.", "changed", "share", "ports", "changed", "share", "AS")
    yield _WIDTHS.format("", "", "", "kept", "", "", "kept", "", "", "changed")
    for spines in sizes:
        for tool, rows in _tools(environments, leaves, spines):
            for change, moved in rows:
                yield _row(f"{leaves}x{spines}", tool, change, moved)
    yield _NOTES.rstrip()


def _tools(folder: Path, leaves: int, spines: int) -> Iterator[tuple[str, Iterator[tuple[str, Moved]]]]:
    designs = {
        "pyavd": peers.pyavd(folder),
        "pyavd, state lost": peers.pyavd(folder, keep=False),
        "pyavd, room left": peers.pyavd(folder, most=peers.MOST_SPINES),
        "netlab": peers.netlab(folder),
        "netlab, ids stated": peers.netlab(folder, ids=True),
        "netlab, links by spine": peers.netlab(folder, ids=True, by_spine=True),
    }
    for tool, design in designs.items():
        yield tool, peers.measured(design, leaves, spines)
    pairs = ours.specs(leaves, spines)
    yield "clustergen", ours.measured(pairs, fabric="compute")
    yield "clustergen, every device", ours.measured(pairs, fabric=None)
    full = ours.past_the_envelope(leaves, spines)
    yield "clustergen, no room left", ours.measured(full, fabric=None)
    yield "clustergen, on its baseline", ours.measured(full, fabric=None, baseline=True)


def _row(fabric: str, tool: str, change: str, moved: Moved) -> str:
    addresses, ports = moved.addresses, moved.ports
    asns = "-" if moved.asns.percent is None else str(moved.asns.changed)
    figures = (addresses.kept, addresses.changed, _percent(addresses), ports.kept, ports.changed, _percent(ports), asns)
    return _WIDTHS.format(fabric, tool, change, *figures)


def _percent(share: Share) -> str:
    return "-" if share.percent is None else f"{share.percent:.1f} %"
