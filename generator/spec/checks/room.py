"""The room as the spec states it: units, aisles, feeds."""

from collections import Counter
from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec


@spec_rule(
    title="A reserved rack unit that does not exist or is listed twice",
    why="A unit outside of the rack reserves nothing, and one that is listed twice is usually a typing error.",
    fix="List units from 1 to `units`, each once, and leave some for devices.",
)
def reserved_unit(spec: ClusterSpec) -> Iterator[Finding]:
    """Every reserved unit exists, once, and some are left."""
    racks = spec.racks
    counts = Counter(racks.reserved_units)
    for index, unit in enumerate(racks.reserved_units):
        twice = racks.reserved_units.index(unit) != index
        if unit > racks.units or twice:
            fault = f" {counts[unit]} times" if twice else f", and a rack ends at U{racks.units}"
            yield Finding(
                message=f"U{unit} is reserved{fault}",
                loc=("racks", "reserved_units", index),
                help=f"list each unit from 1 to {racks.units} at most once",
            )
    left = {*range(racks.first_unit, racks.units + 1)} - counts.keys()
    if not left:
        yield KeyFinding(
            message=f"every unit from U{racks.first_unit} to U{racks.units} is reserved: no device has a place",
            loc=("racks", "reserved_units"),
            help="reserve fewer units, or use taller racks",
        )


@spec_rule(
    title="An aisle that is too narrow",
    why="Doors, lifts, people and cooling air need the width.",
    fix="Move the rows apart with row_pitch_m.",
)
def aisle_too_narrow(spec: ClusterSpec) -> Iterator[Finding]:
    """The pitch of rows minus the depth of a rack is wide enough for an aisle, and no row overlaps the next."""
    racks = spec.racks
    left = round(racks.row_pitch_m - racks.depth_m, 3)
    if racks.aisle_m is None and left < 0:
        yield Finding(
            message=f"rows are {racks.row_pitch_m:g} m apart, and racks are {racks.depth_m:g} m deep",
            loc=("racks", "row_pitch_m"),
            notes=(Note("the depth is set here, or by default", ("racks", "depth_m")),),
            help=f"set racks.row_pitch_m to {racks.depth_m:g} and the width of an aisle",
        )
    if racks.aisle_m is not None and left < racks.aisle_m:
        yield Finding(
            message=f"rows are {racks.row_pitch_m:g} m apart and racks are {racks.depth_m:g} m deep, which leaves an aisle of {left:g} m; "
            f"at least {racks.aisle_m:g} m is required",
            loc=("racks", "aisle_m"),
            notes=(Note("the pitch of the rows is set here, or by default", ("racks", "row_pitch_m")),),
            help=f"set racks.row_pitch_m to {racks.aisle_m + racks.depth_m:g} or more",
        )


@spec_rule(
    title="A power strip and a circuit at once",
    why="The model of a power strip states its circuit; two statements can contradict each other.",
    fix="Keep one of `pdu` and `circuit`.",
)
def pdu_and_circuit(spec: ClusterSpec) -> Iterator[Finding]:
    """One of the two at most."""
    if spec.power.pdu is not None and spec.power.circuit is not None:
        yield KeyFinding(
            message=f"power.circuit is stated beside power.pdu, and {spec.power.pdu} has a circuit of its own",
            loc=("power", "circuit"),
            notes=(Note("the power strip is named here", ("power", "pdu")),),
            help="remove one of them",
        )


@spec_rule(
    title="A redundancy that the feeds cannot provide",
    why="With one feed, no feed may fail, and an odd number of feeds has no half.",
    fix="State more feeds, or another redundancy.",
    absent=("power",),
)
def redundancy_without_feeds(spec: ClusterSpec) -> Iterator[Finding]:
    """n+1 needs two feeds, 2n an even number of them."""
    feeds, redundancy = spec.power.feeds, spec.power.redundancy
    if (redundancy in {"n+1", "2n"} and feeds == 1) or (redundancy == "2n" and feeds % 2):
        asked, fix = f"an even number of feeds, and there are {feeds}", "use n+1, or an even number of feeds"
        if feeds == 1:
            asked, fix = "at least 2 feeds, and there is 1", "set feeds to 2, or redundancy to n"
        yield Finding(
            message=f"{redundancy} needs {asked}",
            loc=("power", "redundancy"),
            notes=(Note("the feeds are counted here", ("power", "feeds")),),
            help=fix,
        )


@spec_rule(
    title="Power strips that cannot be divided evenly over the feeds",
    why="The feed with fewer strips has less capacity, and trips when another feed fails.",
    fix="Give every feed the same number of strips.",
    absent=("power",),
)
def pdus_uneven(spec: ClusterSpec) -> Iterator[Finding]:
    """`pdus_per_rack` is a multiple of `feeds`."""
    feeds, strips = spec.power.feeds, spec.power.pdus_per_rack
    if strips is not None and strips % feeds:
        more = -(-strips // feeds) * feeds
        yield Finding(
            message=f"{strips} power strips per rack cannot be divided evenly over {feeds} feeds",
            loc=("power", "pdus_per_rack"),
            notes=(Note("the feeds are counted here, or by default", ("power", "feeds")),),
            help=f"set pdus_per_rack to {more}" + (f", or feeds to {strips}" if strips <= 4 else ""),
        )
