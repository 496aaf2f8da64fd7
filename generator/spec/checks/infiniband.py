"""Keys that only an InfiniBand fabric has."""

from collections.abc import Iterator

from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec


@spec_rule(
    title="IPoIB or SHARP on Ethernet",
    why="IPoIB is IP over InfiniBand, and SHARP a function of InfiniBand switches; an Ethernet fabric has neither.",
    fix="Remove the key, or set technology: infiniband.",
)
def infiniband_only(spec: ClusterSpec) -> Iterator[Finding]:
    """`ipoib` and `sharp` belong to InfiniBand."""
    for name, fabric in spec.fabrics.given().items():
        for key in ("ipoib", "sharp"):
            if getattr(fabric, key) and fabric.technology != "infiniband":
                yield KeyFinding(
                    message=f"fabrics.{name} is {fabric.technology} and asks for {key}",
                    loc=("fabrics", name, key),
                    help=f"remove {key}, or set technology: infiniband",
                )


@spec_rule(
    title="InfiniBand leaves that nothing joins",
    why="A subnet manager sees what its own port is joined to. Rail-only leaves are joined to nothing: each is a subnet of its own, and one manager leaves all others without addresses and routes.",
    fix="Choose rail-optimized, whose spines make one subnet of the leaves, or single-switch while one leaf holds all hosts.",
)
def infiniband_islands(spec: ClusterSpec) -> Iterator[Finding]:
    """No InfiniBand fabric is rail-only."""
    for name, fabric in spec.fabrics.given().items():
        if fabric.technology == "infiniband" and fabric.topology == "rail-only":
            yield Finding(
                message=f"no leaf of a rail-only fabric reaches another, so each leaf of {name} would need a subnet manager of its own, and one is planned",
                loc=("fabrics", name, "topology"),
                help="use topology: rail-optimized, or single-switch where the ports of one leaf hold all hosts",
            )
