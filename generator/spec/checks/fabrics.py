"""Keys of a fabric that do not go together."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule, spec_warning
from generator.spec.cluster import ClusterSpec

_SPINELESS = ("rail-only", "single-switch")


@spec_rule(
    title="Spines for a topology that has none",
    why="Rail-only and single-switch fabrics have only leaves.",
    fix="Remove `spines`, or choose rail-optimized or fat-tree.",
)
def spineless(spec: ClusterSpec) -> Iterator[Finding]:
    """No `spines`, `peer_links` where there is no uplink."""
    for name, fabric in spec.fabrics.given().items():
        for key in ("spines", "peer_links", "uplink_speed_gbps"):
            if fabric.topology in _SPINELESS and getattr(fabric, key) is not None:
                yield KeyFinding(
                    message=f"a {fabric.topology} fabric has no links between switches, and fabrics.{name} states {key}",
                    loc=("fabrics", name, key),
                    help=f"remove {key}, or choose rail-optimized or fat-tree",
                )


@spec_rule(
    title="A frontend whose leaves are not connected",
    why="Its VLANs span all leaves and hosts are bonded over two of them, so the leaves must reach each other.",
    fix="Use fat-tree, or rail-optimized.",
)
def frontend_islands(spec: ClusterSpec) -> Iterator[Finding]:
    """The frontend is no rail-only fabric."""
    if spec.fabrics.frontend is not None and spec.fabrics.frontend.topology == "rail-only":
        yield Finding(
            message="rail-only leaves do not reach each other, and the frontend's VLANs span all of them",
            loc=("fabrics", "frontend", "topology"),
            help="use topology: fat-tree",
        )


@spec_rule(
    title="Weighted paths without BGP",
    why="Weights are carried by BGP's link bandwidth; on InfiniBand, the subnet manager chooses the paths.",
    fix="Remove `weighted`.",
)
def weighted_without_bgp(spec: ClusterSpec) -> Iterator[Finding]:
    """`weighted` belongs to fabrics whose switches speak BGP."""
    for name, fabric in spec.fabrics.given().items():
        if fabric.weighted and fabric.technology == "infiniband":
            yield KeyFinding(
                message=f"{name} is InfiniBand, whose subnet manager computes all paths, and fabrics.{name} states weighted",
                loc=("fabrics", name, "weighted"),
                help="remove weighted",
            )


@spec_rule(
    title="`leaves_per_host` outside of a fat tree",
    why="In rail topologies, the rail determines the leaf.",
    fix="Remove `leaves_per_host`, or choose fat-tree.",
)
def homes_without_tree(spec: ClusterSpec) -> Iterator[Finding]:
    """`leaves_per_host` belongs to fat-tree."""
    for name, fabric in spec.fabrics.given().items():
        topology = fabric.topology or ("rail-optimized" if name == "compute" else "fat-tree")
        if fabric.leaves_per_host is not None and topology != "fat-tree":
            yield KeyFinding(
                message=f"leaves_per_host has no effect in a {topology} fabric",
                loc=("fabrics", name, "leaves_per_host"),
                help="remove it, or choose topology: fat-tree",
            )


@spec_rule(
    title="A subnet manager on a fabric without InfiniBand",
    why="Only InfiniBand has one.",
    fix="Remove `manager`.",
)
def wrong_manager(spec: ClusterSpec) -> Iterator[Finding]:
    """`manager` belongs to InfiniBand."""
    for name, fabric in spec.fabrics.given().items():
        if fabric.manager is not None and fabric.technology != "infiniband":
            yield Finding(
                message=f"fabrics.{name} is {fabric.technology} and names the subnet manager {fabric.manager}",
                loc=("fabrics", name, "manager"),
                help="remove `manager`, or set technology: infiniband",
            )


@spec_rule(
    title="InfiniBand where hosts need Ethernet",
    why="In-band services, BMCs and switch management use Ethernet.",
    fix="Use technology: ethernet.",
)
def infiniband_here(spec: ClusterSpec) -> Iterator[Finding]:
    """Frontend and oob are Ethernet."""
    for name, fabric in spec.fabrics.given().items():
        if name in {"frontend", "oob"} and fabric.technology == "infiniband":
            yield Finding(
                message=f"fabrics.{name} cannot be InfiniBand",
                loc=("fabrics", name, "technology"),
                help="use technology: ethernet",
            )


@spec_rule(
    title="A spec without fabrics",
    why="Without a fabric there is nothing to cable.",
    fix="Add fabrics.compute.",
    absent=("fabrics",),
)
def no_fabric(spec: ClusterSpec) -> Iterator[Finding]:
    """At least one fabric."""
    if not spec.fabrics.given():
        yield KeyFinding(
            message="the spec has no fabric",
            loc=("fabrics",),
            help="add fabrics.compute; `clustergen init` shows how",
        )


@spec_warning(
    title="A compute fabric on plain Ethernet",
    why="RDMA traffic of GPUs loses throughput with every dropped packet.",
    fix="Use technology: roce.",
)
def lossy_compute(spec: ClusterSpec) -> Iterator[Finding]:
    """Compute is RoCE or InfiniBand."""
    if spec.fabrics.compute and spec.fabrics.compute.technology == "ethernet":
        yield Finding(
            message="the compute fabric is plain Ethernet: nothing keeps RDMA traffic from being dropped",
            loc=("fabrics", "compute", "technology"),
            help="use technology: roce",
        )


@spec_rule(
    title="Planes where hosts need one network",
    why="Planes are not connected: rails use several in parallel, but VLANs, bonds and BMCs need one network that all ports reach.",
    fix="Remove `planes`.",
)
def planes_here(spec: ClusterSpec) -> Iterator[Finding]:
    """Frontend and oob have one plane."""
    for name, fabric in spec.fabrics.given().items():
        if name in {"frontend", "oob"} and (fabric.planes or 1) > 1:
            yield Finding(
                message=f"fabrics.{name} states {fabric.planes} planes, and its hosts need one network",
                loc=("fabrics", name, "planes"),
                help="remove `planes`; only compute and storage can have several",
            )


@spec_rule(
    title="A converged pair that cannot be planned",
    why="A converged pair is for the smallest clusters: two Ethernet leaves, no spines, no planes, and each fabric stated once.",
    fix="Remove `carries`, or the keys that contradict it.",
)
def carries_too_much(spec: ClusterSpec) -> Iterator[Finding]:
    """`carries` belongs to an Ethernet compute fabric without spines, and carried fabrics have no separate key."""
    for name, fabric in spec.fabrics.given().items():
        if fabric.carries and name != "compute":
            said = f"only compute can carry other fabrics, and fabrics.{name} has `carries`"
            yield Finding(message=said, loc=("fabrics", name, "carries"), help="remove it")
    compute, loc = spec.fabrics.compute, ("fabrics", "compute", "carries")
    if compute is None or not compute.carries:
        return
    for name in compute.carries:
        if getattr(spec.fabrics, name) is not None:
            yield KeyFinding(
                message=f"compute carries {name}, and fabrics.{name} describes separate switches",
                loc=("fabrics", name),
                notes=(Note("it is carried here", loc),),
                help=f"remove fabrics.{name}, or {name} from `carries`",
            )
    for key in compute.against_a_pair():
        yield KeyFinding(
            message=f"a converged pair is two Ethernet leaves joined directly, and fabrics.compute states {key}: {getattr(compute, key)}",
            loc=("fabrics", "compute", key),
            notes=(Note("the pair is requested here", loc),),
            help=f"{'use technology: roce' if key == 'technology' else f'remove {key}'}, or remove `carries`",
        )


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
                    message=f"fabrics.{name} is {fabric.technology} and states {key}",
                    loc=("fabrics", name, key),
                    help=f"remove {key}, or set technology: infiniband",
                )


@spec_rule(
    title="InfiniBand leaves that are not connected",
    why="A subnet manager manages only the subnet of its port. Rail-only leaves are not connected: each is a separate subnet, and one manager leaves all other subnets without addresses and routes.",
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
