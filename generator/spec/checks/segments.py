"""Segments and tenants: VLAN ids, names and partition keys of their own."""

from collections.abc import Iterator
from itertools import count

from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding, repeated, spec_rule
from generator.spec.cluster import ClusterSpec
from generator.spec.tenants import pkey_of

_BUILTIN = ("inband", "management", "bmc")


@spec_rule(
    title="Two segments with one VLAN id",
    why="They would be one segment, whatever the firewall says.",
    fix="Give every segment an id of its own.",
)
def vlan_clash(spec: ClusterSpec) -> Iterator[Finding]:
    """Every VLAN id once."""
    ids: list[tuple[int, Loc]] = [(getattr(spec.vlans, name), ("vlans", name)) for name in _BUILTIN]
    ids += [(segment.vlan, ("segments", name, "vlan")) for name, segment in spec.segments.items()]
    for vlan, first, loc in repeated(ids):
        yield Finding(
            message=f"segment {loc[1]} has VLAN {vlan}, which is {first[1]}'s",
            loc=loc,
            notes=(Note(f"{first[1]} has it here, or by default", first),),
            help="give it another id from 2 to 4094",
        )


@spec_rule(
    title="A segment with the name of a built-in one",
    why="Its prefix would be known under two meanings.",
    fix="Rename it; the VLAN ids of built-in segments are under `vlans`.",
)
def segment_builtin(spec: ClusterSpec) -> Iterator[Finding]:
    """No segment may be called inband, management or bmc, or as a pool; nor pods, where leaves route to them."""
    kubernetes = spec.scheduler.kubernetes
    pods = {"pods"} if kubernetes and kubernetes.pod_routing == "bgp" else set()
    for name in spec.segments:
        if name in {*_BUILTIN, "compute", "storage", "frontend", "oob", "loopbacks", *pods}:
            yield KeyFinding(
                message=f"a segment cannot be called {name}: that name is taken",
                loc=("segments", name),
                help="rename it; VLAN ids of built-in segments are set under `vlans`",
            )


@spec_rule(
    title="A segment without a frontend",
    why="Segments are VLANs of the frontend fabric.",
    fix="Add fabrics.frontend.",
)
def segment_without_fabric(spec: ClusterSpec) -> Iterator[Finding]:
    """Segments need the frontend."""
    if "frontend" not in spec.fabrics.given():
        for name in spec.segments:
            yield KeyFinding(
                message=f"segment {name} needs a frontend fabric, and the spec has none",
                loc=("segments", name),
                help="add fabrics.frontend, or remove the segment",
            )


@spec_rule(
    title="One partition key for two tenants",
    why="Hosts with the same partition key reach each other: the two tenants would be one.",
    fix="State another `pkey` for one of them.",
)
def tenant_pkey_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """Every tenant has a key of its own, stated or made of its name."""
    stated_first = sorted(spec.tenants.items(), key=lambda pair: (pair[1].pkey is None, pair[0]))
    keys = {name: pkey_of(name, tenant) for name, tenant in stated_first}
    for key, other, name in repeated((key, name) for name, key in keys.items()):
        stated = spec.tenants[name].pkey is not None
        free = next(each for each in count(key + 1) if each not in keys.values())
        yield Finding(
            message=f"the tenants {other} and {name} both have the partition key 0x{key:04x}"
            + ("" if stated else f", which is what the name {name} gives"),
            loc=("tenants", name, "pkey") if stated else ("tenants", name),
            at_key=not stated,
            notes=(Note("the other tenant is here", ("tenants", other)),),
            help=f"set tenants.{name}.pkey to a key that no other tenant has, such as 0x{free:04x}",
        )
