"""`fabrics`: the networks, each a set of leaves, spines and cores of its own."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from pydantic import Field, StrictInt, StringConstraints

from generator.data import SWITCH_SYSTEMS
from generator.spec.base import (
    Count,
    FabricName,
    Flag,
    Ratio,
    Slug,
    SpecModel,
    SpeedGbps,
    SwitchModel,
    VlanId,
    defaults,
)
from generator.spec.edge import EdgeSpec

Technology = Literal["roce", "infiniband", "ethernet"]
TopologyName = Literal["rail-optimized", "fat-tree", "rail-only", "single-switch"]
if TYPE_CHECKING:
    SwitchOsName = str
else:
    SwitchOsName = Literal[(*SWITCH_SYSTEMS, "none")]
NO_SYSTEM = "none"
"""The `os` of Ethernet switches that are configured by other means."""
CarriedName = Literal["storage", "frontend"]
BondingName = Literal["active-backup", "evpn"]
HostLinksName = Literal["routed", "vlan"]
TenancyName = Literal["filters", "instances"]
SystemVersion = Annotated[str, StringConstraints(strict=True, pattern=r"^[0-9][0-9.]{0,11}$")]
"""A release of a system, in quotes: '202505', '5.15'."""
Dscp = Annotated[StrictInt, Field(ge=0, le=63)]
Priority = Annotated[StrictInt, Field(ge=0, le=7)]
Bytes = Annotated[StrictInt, Field(ge=1, le=1_000_000_000)]


class SwitchChoiceSpec(SpecModel):
    """The switch model of one tier of a fabric."""

    model: SwitchModel
    """The switch model, a name of the catalog."""
    os: SwitchOsName | None = None
    """Its operating system; `sonic` on Ethernet by default, none on InfiniBand. `none`, if stated: the switch is planned, cabled, numbered and
    addressed like any other, but no file is rendered for it, for example for a model without public port data."""
    version: SystemVersion | None = None
    """The release of that system; by default the newest whose features are known (`clustergen catalog list systems`)."""


class EcnSpec(SpecModel):
    """Marking thresholds of the RoCE queue. If left out, the platform's published values are used."""

    kmin_bytes: Bytes
    """Queue length at which marking starts, bytes."""
    kmax_bytes: Bytes
    """Queue length from which every packet is marked, bytes."""
    pmax_percent: Annotated[StrictInt, Field(ge=1, le=100)]
    """Marking probability just below `kmax_bytes`, per cent."""


class StorageClassSpec(SpecModel):
    """The class of storage traffic on a fabric that carries it together with compute: a separate queue and share, and if lossless, separate headroom and pauses."""

    dscp: Dscp = 34
    """DSCP of RoCE data of the storage fabric."""
    priority: Priority = 4
    """PFC priority, traffic class, queue and priority group of it: with 3, the two that SONiC's own template makes lossless (qos_config.j2)."""
    lossless: Flag = True
    """Pause this class separately before a buffer overflows. Off: it keeps its share, and may lose packets."""
    share_percent: Annotated[StrictInt, Field(ge=1, le=45)] = 25
    """Its guaranteed share of a port's bandwidth after notifications, per cent. Compute keeps 50, and other traffic has the rest."""


class RoceSpec(SpecModel):
    """The RoCE classes, used by every switch and every host."""

    dscp: Dscp = 26
    """DSCP of RoCE data."""
    priority: Priority = 3
    """PFC priority, traffic class, queue and priority group of RoCE data."""
    cnp_dscp: Dscp = 48
    """DSCP of congestion notification packets."""
    cnp_priority: Priority = 6
    """Traffic class and queue of congestion notification packets: strict, never paused."""
    lossless: Flag = True
    """Pause the class before a buffer overflows (PFC, with headroom and watchdog), on switches and hosts alike. Off: the class may lose packets."""
    marking: Flag = True
    """Mark packets of the class when its queue grows (ECN), and slow down senders on marks (DCQCN). Off: neither end does so."""
    ecn: EcnSpec | None = None
    """Marking thresholds; by default the platform's published ones."""
    storage: StorageClassSpec | None = None
    """Of compute only, where it carries storage: a separate class for storage. If left out, both share one class, so either may pause the other."""


class FabricSpec(SpecModel):
    """One fabric. Switch counts follow from the envelope; stated ones are checked."""

    technology: Technology
    """Its technology: `roce` (lossless Ethernet), `infiniband` or plain `ethernet`."""
    topology: TopologyName | None = None
    """Its shape; by default `rail-optimized` for compute and `fat-tree` for the others."""
    leaf: SwitchChoiceSpec
    """The switch that hosts are cabled to."""
    spine: SwitchChoiceSpec | None = None
    """The switch that joins leaves; by default the leaf's model, used only where the fabric needs spines."""
    core: SwitchChoiceSpec | None = None
    """The switch that joins pods in three tiers; by default the spine's model."""
    oversubscription: Ratio = 1.0
    """Allowed ratio of host bandwidth to uplink bandwidth at each leaf; 1 is non-blocking."""
    spine_oversubscription: Ratio = 1.0
    """Allowed ratio of bandwidth from the leaves to bandwidth to the cores at each spine, where there are three tiers."""
    planes: Literal[1, 2, 4, 8] | None = None
    """Parallel fabrics over which every NIC port is split, each with its own leaves and spines; by default as many as the host's vendor splits its
    ports into on this technology (two for a DGX B300 on Ethernet), else 1."""
    su_hosts: Count | None = None
    """Hosts in one scalable unit; by default as many as the leaf's ports allow."""
    spines: Count | None = None
    """Spines of the envelope; derived when left out, checked when given."""
    spines_installed: Count | None = None
    """Spines that are installed now, in each pod and plane; by default all of the envelope. Leaves keep their ports to the others free, so that one
    more spine is only added."""
    planes_installed: Literal[1, 2, 4, 8] | None = None
    """Planes that are installed now; by default all. Hosts keep their ports to the others free."""
    host_speed_gbps: SpeedGbps | None = None
    """Speed of host links, Gb/s; by default the highest speed that both NIC and leaf support."""
    uplink_speed_gbps: SpeedGbps | None = None
    """Speed of switch-to-switch links, Gb/s; by default that of the host links, if the leaf's fastest cages support it."""
    leaves_per_host: Annotated[StrictInt, Field(ge=1, le=2)] | None = None
    """In a fat tree: leaves that one host is cabled to; by default 2 for storage and frontend, 1 for others."""
    peer_links: Annotated[StrictInt, Field(ge=1, le=64)] | None = None
    """Links between the two leaves of a fabric with two leaves; by default as many as its traffic needs."""
    carries: tuple[CarriedName, ...] = ()
    """Of compute only: fabrics that a converged pair of its leaves carries too. The spec has no keys for them; storage is
    then routed as compute is, and the frontend plain Ethernet. If left out, it is derived: fabrics that hosts need and for which the spec has no
    leaves, if the whole envelope fits one pair; `[]` means none."""
    reserve_ports: Annotated[StrictInt, Field(ge=0, le=64)] = 0
    """Host ports of every leaf that stay free: for appliances of the site, repairs and later use."""
    underlay: Literal["unnumbered", "numbered"] = "unnumbered"
    """How switches peer: over link-local addresses (RFC 8950), or over a /31 of `addressing.underlay` on every link."""
    ttl_security: Flag = False
    """Accept BGP only from neighbours one hop away (GTSM, RFC 5082), so that packets from hosts cannot reach the sessions of switches. Both ends of a
    link need it, so on a running fabric, set it during maintenance of the whole fabric."""
    host_links: HostLinksName = "routed"
    """Of compute and storage on Ethernet: how a host's port is connected to its leaf. `routed`: a /31 on every port. `vlan`: all ports of a rail (or a storage
    side) on a leaf are in one VLAN of that leaf, which is their gateway; no VLAN is on two leaves."""
    host_vlans: VlanId | None = None
    """With `host_links: vlan`: VLAN id of the first rail, each further rail has the next one; by default 900 for compute, 950 for storage."""
    tenancy: TenancyName = "filters"
    """For storage on Ethernet with its own leaves: how tenants are isolated there. `filters`: by the filter at each host port, in one routing instance.
    `instances`: each tenant's ports are in a separate routing instance and all others in a shared one; routes cross between instances only where the
    `access` matrix has a flow; the filters remain."""
    bonding: BondingName = "active-backup"
    """Of the frontend, or of compute where it carries that: how hosts bond their ports. `active-backup`: one port carries traffic, the other is
    standby, and switches keep no state. `evpn`: both ports carry traffic, by LACP, and the two leaves act as one partner by EVPN multihoming (RFC 7432)."""
    load_balancing: Literal["hash", "adaptive"] | None = None
    """How a switch spreads flows over equal paths: by their header fields, or by the load of its ports; by default `adaptive` for RoCE where model,
    release and all adapters support it, else `hash`."""
    profile: Literal["spectrum-x"] | None = None
    """Of compute on RoCE: a vendor's complete design, which is refused unless switches and adapters support it. `spectrum-x`: NVIDIA Spectrum-4 switches on Cumulus Linux that choose paths by load,
    with a lossless class, and BlueField-3 or ConnectX-8 adapters that accept packets in any order; the NIC operator of Kubernetes gets the profile by name."""
    weighted: Flag = False
    """Weight equal paths by the number of remaining links behind each of them (BGP link bandwidth, RFC 10005), so that one lost link of a bundle does not
    overload the others of its switch. Every switch of the fabric needs a system and release that supports it."""
    mtu_bytes: Annotated[StrictInt, Field(ge=1280, le=9216)] = 9216
    """Largest packet on switch ports, bytes; by default 9216, or what the smallest of its switches' systems carries (9214 on EOS)."""
    host_mtu_bytes: Annotated[StrictInt, Field(ge=1280, le=9216)] = 9000
    """Largest packet on host ports, bytes."""
    roce: RoceSpec = defaults(RoceSpec)
    """Classes of a fabric whose technology is `roce`."""
    manager: Literal["opensm", "ufm"] | None = None
    """Subnet manager of an InfiniBand fabric: `opensm`, or `ufm` appliances, which take leaf ports. `opensm` runs on all hosts of role `manager`; without them on two hosts with a port on the fabric, compute hosts only if there are no others."""
    ipoib: Flag = False
    """Give the hosts of an InfiniBand fabric IP addresses on it (IPoIB, RFC 4391)."""
    sharp: Flag = False
    """Enable in-network reduction (SHARP) on the switches of an InfiniBand fabric, where they support it."""
    edge: dict[Slug, EdgeSpec] = {}
    """Of the frontend, or of compute where it carries that: uplinks to routers and firewalls of the site, by name."""

    def against_a_pair(self) -> list[str]:
        """Return the keys that exclude two Ethernet leaves joined directly, in one plane.

        `spine` and `core` do not: they only name the model for a fabric that needs them.
        """
        counts = ("spines", "spines_installed", "su_hosts", "planes")
        against = [key for key in counts if getattr(self, key) is not None]
        against += ["technology"] if self.technology == "infiniband" else []
        return against + (["topology"] if self.topology not in {None, "rail-optimized"} else [])


class FabricsSpec(SpecModel):
    """The fabrics of the cluster; a fabric that is left out is not planned."""

    compute: FabricSpec | None = None
    """GPU to GPU: the rails."""
    storage: FabricSpec | None = None
    """Hosts to the storage tiers."""
    frontend: FabricSpec | None = None
    """Users, schedulers and services: the in-band network."""
    oob: FabricSpec | None = None
    """BMCs and the management ports of switches, out of band."""

    def given(self) -> dict[str, FabricSpec]:
        """The fabrics that the spec has, by name, in their fixed order."""
        return dict(self.named())

    def named(self) -> Iterator[tuple[FabricName, FabricSpec]]:
        """Yield the same with their names."""
        every: dict[FabricName, FabricSpec | None] = {name: getattr(self, name) for name in get_args(FabricName)}
        if self.compute:
            every |= {name: every[name] or _carried(self.compute, name) for name in self.compute.carries}
        yield from ((name, fabric) for name, fabric in every.items() if fabric is not None)

    def carrying(self, names: tuple[CarriedName, ...]) -> "FabricsSpec":
        """Return the fabrics with the fabrics that the leaves of compute carry."""
        assert self.compute is not None
        return self.model_copy(update={"compute": self.compute.model_copy(update={"carries": names})})


def _carried(carrier: FabricSpec, name: str) -> FabricSpec:
    """Return a carried fabric: like its carrier where both are routed, else plain Ethernet."""
    routed = name == "storage"
    own: dict[str, object] = {
        "edge": {},
        "profile": None,
        "technology": carrier.technology if routed else "ethernet",
        "topology": "fat-tree",
        "roce": carrier.roce if routed else defaults(RoceSpec),
        "carries": (),
        "host_links": carrier.host_links if routed else "routed",
        "tenancy": "filters",
    }
    none = dict.fromkeys(
        (
            "planes",
            "planes_installed",
            "su_hosts",
            "spines",
            "spines_installed",
            "host_speed_gbps",
            "uplink_speed_gbps",
            "peer_links",
            "host_vlans",
        )
    )
    return carrier.model_copy(update={**none, **own})
