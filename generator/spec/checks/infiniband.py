"""Keys that only an InfiniBand fabric has."""

from collections.abc import Iterator

from generator.spec.checks.rule import Finding, spec_rule
from generator.spec.cluster import ClusterSpec


@spec_rule(
    "infiniband-only",
    title="IPoIB or SHARP on Ethernet",
    why="IPoIB is IP over InfiniBand, and SHARP a function of InfiniBand switches; an Ethernet fabric has neither.",
    fix="Remove the key, or set technology: infiniband.",
)
def infiniband_only(spec: ClusterSpec) -> Iterator[Finding]:
    """`ipoib` and `sharp` belong to InfiniBand."""
    for name, fabric in spec.fabrics.given().items():
        for key in ("ipoib", "sharp"):
            if getattr(fabric, key) and fabric.technology != "infiniband":
                yield Finding(
                    message=f"fabrics.{name} is {fabric.technology} and asks for {key}",
                    loc=("fabrics", name, key),
                    at_key=True,
                    help=f"remove {key}, or set technology: infiniband",
                )
