"""Refused topologies, with the arithmetic for the cluster: a ring of its leaves, and a torus of two dimensions.

Both join leaves to their neighbours alone, by the uplinks that a leaf has here. Halves of equal size are cut where fewest cables cross: a ring at
two places, a torus across its longer dimension, also at two.
"""

from math import isqrt

from msgspec import Struct

from generator.model.fabric_shape import FabricShape


class Neighbours(Struct, frozen=True):
    """Leaves joined to their neighbours in a ring of `rows` = 1, or in a torus of `rows` x `columns`, by `uplinks` each."""

    rows: int
    columns: int
    uplinks: int

    @property
    def leaves(self) -> int:
        """All of them."""
        return self.rows * self.columns

    @property
    def links(self) -> int:
        """Links to each neighbour: a leaf has two in a ring, four in a torus."""
        return self.uplinks // (2 if self.rows == 1 else 4)

    @property
    def cut(self) -> int:
        """Links between two halves of the hosts at worst: two cuts across all rows, one of which steps by a column where their number is odd."""
        step = 2 if self.rows > 1 and self.columns % 2 else 0
        return (2 * self.rows + step) * self.links

    @property
    def farthest(self) -> int:
        """Switches on the path between the two leaves that are farthest apart."""
        return self.rows // 2 + self.columns // 2 + 1

    @property
    def opened(self) -> int:
        """Existing cables between leaves that are removed when one leaf, or a column of leaves, is inserted."""
        return self.rows * self.links


def neighbours(name: str, leaves: int, uplinks: int) -> Neighbours:
    """Return the ring, or the torus that is nearest to a square; a torus has the additional leaves that fill a rectangle."""
    if name == "ring":
        return Neighbours(1, leaves, uplinks)
    while True:
        rows = next((rows for rows in range(isqrt(leaves), 1, -1) if leaves % rows == 0), 1)
        if rows > 1:
            return Neighbours(rows, leaves // rows, uplinks)
        leaves += 1


def refusal(name: str, shape: FabricShape) -> tuple[str, str]:
    """Return why a fabric of this shape is no ring or torus, with its figures, and what to choose; `shape` is what it is without."""
    leaves, fabric = shape.in_plane("leaf"), shape.name
    instead = f"leave `topology` out: {_instead(shape)}"
    if leaves < 3:
        joined = "one leaf holds every host" if leaves == 1 else "its two leaves are joined directly"
        return f"{fabric} cannot be a {name}: {joined}, so there is nothing to go around", instead
    found = neighbours(name, leaves, shape.uplinks)
    gbps, full = found.cut * shape.demand.uplink_gbps, leaves * shape.uplinks * shape.demand.uplink_gbps / 2
    form = "a ring" if found.rows == 1 else f"a torus of {found.columns} x {found.rows}"
    more = f" ({found.leaves - leaves} leaves more than hosts need)" if found.leaves > leaves else ""
    share = gbps / full
    slower = (
        f"all-to-all between halves takes {1 / share:,.1f} times as long" if share else "nothing crosses between halves"
    )
    grows = "one leaf more" if found.rows == 1 else f"a column of {found.rows} leaves more"
    why = (
        f"{fabric} cannot be a {name}: {form} of its {found.leaves:,} leaves{more}, {found.links} of {shape.uplinks} uplinks to each neighbour, has "
        f"{found.cut:,} links, {gbps:,.0f} of {full:,.0f} Gb/s ({100 * share:.2g} %), between halves, so {slower}; a path has up to {found.farthest} switches; "
        f"and {grows} means unplugging {found.opened:,} existing cables"
    )
    return why, instead


def _instead(shape: FabricShape) -> str:
    name, leaves = shape.topology.name, shape.in_plane("leaf")
    if shape.upper is None:
        joined = f"{leaves} leaves" if leaves > 2 else "two leaves, connected directly" if leaves == 2 else "one leaf"
        return f"{name} has {joined}"
    switches, spines = (5, "cores and spines") if shape.cores else (3, "spines")
    ratio = shape.demand.spec.oversubscription
    halves = "the full bandwidth between halves" if ratio <= 1 else f"1/{ratio:g} of the full bandwidth between halves"
    return (
        f"{name} connects the {leaves:,} leaves by {shape.in_plane('spine') + shape.in_plane('core'):,} {spines}, with {halves} and paths of at most {switches} switches, "
        "and new leaves touch no existing cable"
    )
