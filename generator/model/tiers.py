"""Fabric arithmetic: down and up ports of a leaf, and how many switches the tier above needs.

Sources: NVIDIA DGX SuperPOD RA-11333-001 (spines divide the uplinks; leaves sized for the full SU);
Al-Fares et al., SIGCOMM 2008 (three tiers of k-port switches).
"""

from bisect import bisect_left
from collections.abc import Iterator

from msgspec import Struct

from generator.catalog.model import Breakout
from generator.model.faceplate import ports_in

_DIVIDES = 32
"""Uplinks of a full leaf are a multiple of this part of the radix: of four on a switch of 128 ports."""


class Split(Struct, frozen=True):
    """A switch's cages shared between the tier below and the one above: the ports up that are needed, and all that there are."""

    down_cages: int
    down_ports: int
    up_ports: int
    up_most: int


def split(cages: int, down: Breakout, up: Breakout, down_gbps: float, up_gbps: float, ratio: float) -> Split:
    """Return the tier below as many cages as `ratio` (host to uplink bandwidth) allows, and the one above a number that divides.

    62 uplinks divide over 2 or 31 spines only: a cage less for hosts, and 60 or 64 divide over most numbers.
    """
    step = power_within(-(-ports_in(cages, up) // _DIVIDES))

    def shared(down_cages: int) -> Split:
        ports = ports_in(down_cages, down)
        need = uplinks_for(ports, down_gbps, up_gbps, ratio)
        return Split(down_cages, ports, need, ports_in(cages - down_cages, up))

    def lacks(down_cages: int) -> bool:
        found = shared(down_cages)
        return -(-found.up_ports // step) * step > found.up_most

    down_cages = bisect_left(range(1, cages + 1), x=True, key=lacks)  # each cage more for hosts needs more uplinks
    return shared(down_cages) if down_cages else Split(0, 0, 0, 0)


def power_within(number: int) -> int:
    """The largest power of two that is no more than a number; 1 below that."""
    return 1 << max(0, number.bit_length() - 1)


def uplinks_for(down_ports: int, down_gbps: float, up_gbps: float, ratio: float) -> int:
    """Uplinks that carry the down ports at the allowed ratio."""
    return -int(-down_ports * down_gbps // (up_gbps * ratio))


def even_counts(lower: int, uplinks: int, radix: int) -> Iterator[int]:
    """Return the counts of upper switches that carry `lower` x `uplinks` links and divide each switch's uplinks evenly."""
    for count in range(max(1, -(-lower * uplinks // radix)), uplinks + 1):
        if uplinks % count == 0 and lower * (uplinks // count) <= radix:
            yield count


class Upper(Struct, frozen=True):
    """The tiers above the leaves.

    A pod has `spines` spines and at most `pod_leaves` leaves; each leaf has `per_pair` links to each of
    them. With three tiers every spine has `spine_uplinks` links into its own group of `group` cores,
    `core_per_pair` to each.
    """

    pods: int
    pod_leaves: int
    spines: int
    per_pair: int
    spine_uplinks: int = 0
    group: int = 0
    core_per_pair: int = 0


def two_tiers(leaves: int, uplinks: int, radix: int) -> Upper | None:
    """Size one tier of spines; None where one tier is not enough."""
    count = next(even_counts(leaves, uplinks, radix), None)
    return Upper(1, leaves, count, uplinks // count) if count else None


def three_tiers(leaves: int, leaves_per_su: int, uplinks: int, spine: Split, core_radix: int) -> Upper | None:
    """Size pods of spines and the cores that join them.

    A pod holds as many whole scalable units as its spines' down ports allow when every leaf has a link
    to each spine; pods are as equal as whole units allow. Spine n of every pod joins core group n.
    """
    sus = -(-leaves // leaves_per_su)
    most = min(spine.down_ports // leaves_per_su, sus)
    if most < 1 or spine.up_ports < 1:
        return None
    pod_leaves = -(-sus // -(-sus // most)) * leaves_per_su
    spines = next(even_counts(pod_leaves, uplinks, spine.down_ports), None)
    if spines is None:
        return None
    pods = -(-leaves // pod_leaves)
    group = next(even_counts(pods, spine.up_ports, core_radix), None)
    if group is None:
        return None
    return Upper(pods, pod_leaves, spines, uplinks // spines, spine.up_ports, group, spine.up_ports // group)
