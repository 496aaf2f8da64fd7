"""The uplinks to the site that a spec states, with what follows from them: ports, interfaces, and the prefixes for words of `announce`."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from generator.model.cluster import Cluster
from generator.model.faceplate import banks
from generator.model.interfaces import interface_name
from generator.plan.addressing.addresses import Addressing
from generator.plan.addressing.pods import NODE_PREFIX, routed_pods
from generator.plan.addressing.records import Vrf
from generator.plan.edge import DEFAULTS, EDGE, OOB, SiteUplink
from generator.plan.records import PrefixFilter, SwitchPort
from generator.plan.tenants import frontend_home
from generator.source.span import Loc
from generator.spec.edge import EdgeSpec

COMPUTE = "compute"
"""The fabric whose links are rails."""
LOOPBACKS, RAILS, POD_NETWORKS = "loopbacks", "rails", "pods"
"""Words of `announce` with a special meaning; other words are segments."""
_ROOM = 8
_MANY = 1000
_LONGEST_NAME = 15
"""Names of Linux interfaces, which sub-interfaces of SONiC are."""


class StatedUplink(NamedTuple):
    """An uplink of the spec: its name, the fabric whose leaf it is on, and its place in the spec."""

    name: str
    home: str
    loc: Loc
    spec: EdgeSpec


def stated_uplinks(cluster: Cluster) -> list[StatedUplink]:
    """Return every stated uplink: those of the fabric that carries the frontend, then those of the out-of-band network, by name."""
    fabrics = cluster.spec.fabrics.given()
    home = edge_home(cluster)
    edge = fabrics[home].edge if home in fabrics else {}
    out = cluster.spec.addressing.oob_way_out
    return [
        *(StatedUplink(name, home, ("fabrics", home, EDGE, name), uplink) for name, uplink in sorted(edge.items())),
        *(
            StatedUplink(name, OOB, ("addressing", "oob_way_out", name), uplink.as_edge())
            for name, uplink in sorted(out.items())
        ),
    ]


edge_home = frontend_home
"""The fabric under which uplinks are stated."""


def tenants_of_rails(cluster: Cluster) -> set[str]:
    """Return the tenants whose uplinks announce their rails: the site has routes to these, and they to it."""
    return {
        each.spec.tenant
        for each in stated_uplinks(cluster)
        if each.home == COMPUTE and each.spec.tenant and RAILS in each.spec.announce
    }


def plan_uplinks(cluster: Cluster, addressing: Addressing, vrfs: Iterable[Vrf]) -> Iterator[SiteUplink]:
    """Yield every uplink whose leaf and cage exist; `rules/edge.py` reports the others."""
    instances = {vrf.tenant: vrf.name for vrf in vrfs if vrf.fabric == edge_home(cluster)}
    leaves = {switch.name: switch for switch in cluster.switches if switch.tier == "leaf"}
    for name, home, loc, spec in stated_uplinks(cluster):
        leaf = leaves.get(spec.leaf)
        if (
            leaf is None
            or leaf.fabric != home
            or not any(spec.cage in bank.cages for bank in banks(leaf.model, leaf.os))
        ):
            continue
        port = interface_name(leaf.model, leaf.os, spec.cage, 1, 1)
        interface = _tagged(leaf.os, port, spec.vlan) if spec.vlan else port
        announced = [line for word in spec.announce for line in announced_lines(cluster, addressing, word)]
        announced += _out_of_band(addressing) if home == OOB else ()
        segments = [segment for segment in addressing.segments if segment.vlan.name in spec.announce]
        if spec.asn is None and spec.tenant:
            # A static uplink states no prefixes: the site routes the tenant's segments there.
            announced += (str(each.layout.prefix) for each in addressing.segments if each.tenant == spec.tenant)
        static = [line.partition(" ")[0] for line in spec.accept] if spec.asn is None else []
        if spec.asn is None and spec.default == "accept":
            static = [*(DEFAULTS[version] for version in _versions(spec)), *static]
        yield SiteUplink(
            name=name,
            switch=leaf.name,
            fabric=leaf.fabric,
            cage=spec.cage,
            port=port,
            interface=interface,
            # SONiC binds a filter to the front port alone, where it sees every tag.
            guard=port if leaf.os == "sonic" else interface,
            speed_gbps=spec.speed_gbps,
            mtu_bytes=spec.mtu_bytes,
            vlan=spec.vlan,
            tenant=spec.tenant or "",
            vrf=instances.get(spec.tenant or "", ""),
            address=str(spec.address or ""),
            peer=str(spec.peer or ""),
            ipv6=str(spec.ipv6 or ""),
            peer_ipv6=str(spec.peer_ipv6 or ""),
            asn=spec.asn,
            bfd=spec.bfd and spec.asn is not None,
            password=spec.password or "",
            default=spec.default,
            accept=spec.accept,
            announce=tuple(dict.fromkeys(announced)),
            originated=(*(str(segment.layout.prefix) for segment in segments), *static),
            max_prefixes=spec.max_prefixes or _limit(spec),
            origin=loc,
        )


def _tagged(os: str | None, port: str, vlan: int) -> str:
    """Name a sub-interface. SONiC has a short form for those whose name Linux would not take."""
    name = f"{port}.{vlan}"
    return name.replace("Ethernet", "Eth") if os == "sonic" and len(name) > _LONGEST_NAME else name


def _versions(spec: EdgeSpec) -> list[int]:
    return [version for version, address in ((4, spec.address), (6, spec.ipv6)) if address]


def _limit(spec: EdgeSpec) -> int:
    exact = all(" le " not in line for line in spec.accept)
    return 2 * (len(spec.accept) + 1) + _ROOM if exact else _MANY


def announced_lines(cluster: Cluster, addressing: Addressing, word: str) -> list[str]:
    """Return the lines for a word of `announce`; empty where the cluster has nothing of that name on these leaves."""
    home = edge_home(cluster)
    if word == LOOPBACKS:
        return [line for each in addressing.filters()[home][:1] for line in _of_filter(each)]
    if word == RAILS:
        # Storage on the same leaves is no rail, and in no tenant's instance.
        rails = addressing.routed.get(COMPUTE) if home == COMPUTE else None
        lines = addressing.filters()[home] if rails else ()
        return [
            line for each in lines if rails and each.prefix == str(rails.layout.prefix) for line in _of_filter(each)
        ]
    if word == POD_NETWORKS:
        pods = routed_pods(cluster)
        return [f"{pods} eq {NODE_PREFIX}"] if pods else []
    return [str(segment.layout.prefix) for segment in addressing.segments if segment.vlan.name == word]


def _out_of_band(addressing: Addressing) -> Iterator[str]:
    """Yield the destinations of the site out of band: the prefixes of leaves in both VLANs."""
    for segment in addressing.oob.values():
        whole = segment.layout.prefix_of(through="segment", segment=segment.code)
        yield f"{whole} eq {segment.prefix(0).prefixlen}"


def _of_filter(line: PrefixFilter) -> Iterator[str]:
    yield f"{line.prefix} eq {line.length}"
    if line.ipv6:
        yield f"{line.ipv6} eq {line.ipv6_length}"


def uplink_ports(uplinks: Iterable[SiteUplink]) -> Iterator[SwitchPort]:
    """Yield the front ports of uplinks, each once: a shared port is that of the first."""
    seen: dict[tuple[str, int], SwitchPort] = {}
    for uplink in uplinks:
        if (uplink.switch, uplink.cage) in seen:
            continue
        seen[uplink.switch, uplink.cage] = port = SwitchPort(
            switch=uplink.switch,
            cage=uplink.cage,
            port=1,
            ports=1,
            interface=uplink.port,
            fabric=OOB if uplink.fabric == OOB else "frontend",
            kind="edge",
            speed_gbps=uplink.speed_gbps,
            mtu_bytes=uplink.mtu_bytes,
            length_m=0.0,
            peer=uplink.name,
            peer_interface="site",
            group="",
            address="",
            ipv6="",
            vlan=None,
            tagged=(),
            role=EDGE,
            tenant="",
            vrf="",
            peer_address="",
            peer_asn=None,
        )
        yield port
