"""The lossless classes, and packet sizes."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.base import FabricName, defaults
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule, spec_warning
from generator.spec.cluster import ClusterSpec
from generator.spec.fabrics import RoceSpec

_VXLAN_BYTES = 50
"""Overhead of VXLAN on a packet over IPv4: 14 + 20 + 8 + 8 bytes (RFC 7348)."""


@spec_rule(
    title="RoCE data and congestion notifications in one class",
    why="Notifications must overtake the data that they refer to, and must never be paused together with it.",
    fix="Give them different DSCPs and different priorities (26/3 and 48/6 are usual).",
)
def roce_class_clash(spec: ClusterSpec) -> Iterator[Finding]:
    """Data and notifications differ in DSCP and in priority."""
    for name, roce in _classes(spec):
        for key, what, usual in (("dscp", "DSCP", "26 for data and 48"), ("priority", "priority", "3 for data and 6")):
            if (value := getattr(roce, key)) == getattr(roce, f"cnp_{key}"):
                yield Finding(
                    message=f"RoCE data and notifications of {name} both have {what} {value}",
                    loc=("fabrics", name, "roce", f"cnp_{key}"),
                    help=f"use {usual} for notifications",
                )


def _classes(spec: ClusterSpec) -> Iterator[tuple[FabricName, RoceSpec]]:
    """Yield the classes of each fabric that runs RoCE."""
    yield from ((name, fabric.roce) for name, fabric in spec.fabrics.named() if fabric.technology == "roce")


@spec_rule(
    title="RoCE in the default class",
    why="PFC on priority 0 pauses all other traffic as well.",
    fix="Use a priority from 1 to 7; 3 is usual.",
)
def roce_class_zero(spec: ClusterSpec) -> Iterator[Finding]:
    """The lossless priority is not 0."""
    for name, roce in _classes(spec):
        if 0 in (roce.priority, roce.cnp_priority):
            yield Finding(
                message=f"priority 0 of {name} carries everything that has no class of its own",
                loc=("fabrics", name, "roce"),
                help="use 3 for data and 6 for notifications",
            )


@spec_rule(
    title="A storage class that shares a DSCP or priority",
    why="A class is identified by its DSCP and its priority. All other traffic uses priority 0, and on EOS the switch itself uses 7.",
    fix="Use a DSCP and a priority from 1 to 6 that neither RoCE data nor notifications have; 34 and 4 are free if these have the usual values.",
)
def storage_class_clash(spec: ClusterSpec) -> Iterator[Finding]:
    """Storage's class has a DSCP and a priority that neither data nor notifications have."""
    roce = spec.fabrics.compute.roce if spec.fabrics.compute else defaults(RoceSpec)
    if roce.storage is None:
        return
    free = next(each for each in (4, 5, 3, 2) if each not in {roce.priority, roce.cnp_priority})
    for key, what in (("dscp", "DSCP"), ("priority", "priority")):
        value = getattr(roce.storage, key)
        taken = {getattr(roce, key): "RoCE data", getattr(roce, f"cnp_{key}"): "notifications"}
        if key == "priority":
            taken = {0: "everything that has no class", 7: "the switch itself on EOS"} | taken
        if value in taken:
            yield Finding(
                message=f"{what} {value} of storage's class is that of {taken[value]}",
                loc=("fabrics", "compute", "roce", "storage", key),
                help=f"use DSCP {8 * free + 2} and priority {free}",
            )


@spec_warning(
    title="A DSCP that usually has another priority",
    why="NICs that derive the priority from the DSCP use DSCP >> 3; a switch map that differs is a common fault that nothing reports.",
    fix="Use a DSCP with DSCP >> 3 = priority, such as 26 for 3.",
)
def dscp_priority(spec: ClusterSpec) -> Iterator[Finding]:
    """DSCP >> 3 is the priority."""
    for name, roce in _classes(spec):
        if roce.dscp >> 3 != roce.priority:
            yield Finding(
                message=f"DSCP {roce.dscp} of {name} is priority {roce.dscp >> 3} by default (DSCP >> 3), and priority {roce.priority} was stated",
                loc=("fabrics", name, "roce"),
                help=f"use a DSCP from {roce.priority * 8} to {roce.priority * 8 + 7}, or make sure that every NIC has its own map",
            )


@spec_rule(
    title="ECN marking with kmin above kmax",
    why="Marking rises from kmin to kmax.",
    fix="Set kmin below kmax.",
)
def ecn_order(spec: ClusterSpec) -> Iterator[Finding]:
    """0 < kmin < kmax."""
    for name, fabric in spec.fabrics.given().items():
        ecn = fabric.roce.ecn
        if ecn and ecn.kmin_bytes >= ecn.kmax_bytes:
            loc = ("fabrics", name, "roce", "ecn")
            yield Finding(
                message=f"marking of {name} starts at {ecn.kmin_bytes} bytes and is complete at {ecn.kmax_bytes}",
                loc=(*loc, "kmin_bytes"),
                notes=(Note("complete here", (*loc, "kmax_bytes")),),
                help="set kmin_bytes below kmax_bytes",
            )


@spec_rule(
    title="RoCE classes where no host has RoCE",
    why="They would have no effect, and nothing would report it: BMCs and management ports have no RDMA.",
    fix="Set technology: roce, or remove `roce`. Out of band, use technology: ethernet.",
    absent=("fabrics", "hosts"),
)
def roce_misplaced(spec: ClusterSpec) -> Iterator[Finding]:
    """`roce` only where the technology is roce, which it is not out of band."""
    for name, fabric in spec.fabrics.given().items():
        if name == "oob" and fabric.technology == "roce":
            yield Finding(
                message="fabrics.oob cannot be RoCE: BMCs and management ports have no RDMA",
                loc=("fabrics", name, "technology"),
                help="use technology: ethernet",
            )
        elif fabric.technology != "roce" and fabric.roce != defaults(RoceSpec):
            yield KeyFinding(
                message=f"fabrics.{name} is {fabric.technology} and has RoCE classes",
                loc=("fabrics", name, "roce"),
                help="remove `roce`" if name == "oob" else "set technology: roce, or remove `roce`",
            )


@spec_rule(
    title="Host packets that are too large for the fabric",
    why="A packet larger than the switch port's MTU is silently dropped; VXLAN adds 50 bytes.",
    fix="Lower host_mtu_bytes, or raise mtu_bytes.",
)
def mtu_ends(spec: ClusterSpec) -> Iterator[Finding]:
    """The fabric's MTU holds the host's, and the tunnel's head where there is one."""
    for name, fabric in spec.fabrics.given().items():
        tenants = name == "compute" and bool(spec.tenants) and fabric.technology != "infiniband"
        head = _VXLAN_BYTES if name == "frontend" or tenants else 0
        if fabric.host_mtu_bytes + head > fabric.mtu_bytes:
            extra = f" + {head} of VXLAN" if head else ""
            key, other = "mtu_bytes", "host_mtu_bytes"
            if other in fabric.model_fields_set:
                key, other = other, key
            yield Finding(
                message=f"hosts of {name} send packets of {fabric.host_mtu_bytes}{extra} bytes, and its switches carry {fabric.mtu_bytes}",
                loc=("fabrics", name, key),
                notes=(Note(f"{other} is {getattr(fabric, other)} here, or by default", ("fabrics", name, other)),),
                help=f"set host_mtu_bytes to {fabric.mtu_bytes - head} or less",
            )
