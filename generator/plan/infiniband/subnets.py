"""InfiniBand subnets: every fabric of that technology, plane by plane."""

from collections.abc import Iterator, Sequence

from generator.catalog.model import Switch as SwitchModel
from generator.model.cluster import Cluster
from generator.model.fabric_shape import FabricShape
from generator.model.planes import switch_stem
from generator.plan.addressing.pools import FABRIC_CODES
from generator.plan.cabling.records import Link, LinkEnd
from generator.plan.infiniband.managing import plan_routing, plan_runners
from generator.plan.infiniband.partitions import plan_partitions
from generator.plan.infiniband.subnet import Subnet, SubnetEnd, SubnetHost, SubnetLink, SubnetSwitch
from generator.plan.infiniband.tenancy import plan_tenants
from generator.plan.records import Host, Switch

OPENSM, UFM = "opensm", "ufm"
_ROOTS = {1: "leaf", 2: "spine", 3: "core"}
"""The highest tier of an envelope, by its number of tiers."""
_DEFAULT_PREFIX = 0xFE80_0000_0000_0000
_SITE_LOCAL = 0xFEC0_0000_0000_0000
_MOST_PLANES = 8


def plan_subnets(
    cluster: Cluster, hosts: Sequence[Host], switches: Sequence[Switch], links: Sequence[Link]
) -> Iterator[Subnet]:
    """Yield every subnet, in the order of the fabrics."""
    for name, shape in cluster.shapes.items():
        if shape.demand.spec.technology == "infiniband":
            mine = [link for link in links if link.fabric == name]
            for plane in range(shape.planes):
                there = [switch for switch in switches if switch.fabric == name and switch.plane == plane]
                yield _subnet(cluster, shape, plane, hosts, there, [link for link in mine if link.plane == plane])


def _subnet(
    cluster: Cluster,
    shape: FabricShape,
    plane: int,
    hosts: Sequence[Host],
    switches: Sequence[Switch],
    links: Sequence[Link],
) -> Subnet:
    spec = shape.demand.spec
    manager = spec.manager or OPENSM
    namer = _Namer(cluster, shape, switches, links)
    seated = tuple(namer.hosts(hosts))
    members = {member.name for member in shape.demand.members}
    groups = [group for group in cluster.groups if group.name in members]
    return Subnet(
        name=switch_stem(shape, plane),
        fabric=shape.name,
        plane=plane,
        manager=manager,
        prefix=subnet_prefix(shape.name, plane),
        routing=plan_routing(shape, manager),
        root_tier=_ROOTS[shape.tiers],
        ipoib=spec.ipoib,
        sharp=spec.sharp,
        switches=tuple(namer.switches(switches)),
        hosts=seated,
        mixed_roles=len({group.role == "compute" for group in groups}) > 1,
        runners=plan_runners(groups, {host.device: host for host in seated}),
        links=tuple(namer.links()),
        partitions=tuple(plan_partitions(seated, groups, plan_tenants(cluster), ipoib=spec.ipoib)),
        origin=("fabrics", shape.name),
    )


class _Namer:
    """Knows what every end of a subnet's links is called in each of its worlds."""

    def __init__(self, cluster: Cluster, shape: FabricShape, switches: Sequence[Switch], links: Sequence[Link]) -> None:
        self._assets = cluster.spec.assets
        self._catalog = cluster.catalog
        self._tiers = {switch.name: switch.tier for switch in switches}
        self._links = links
        self._rdma = {
            group.name: {port.name: port.rdma for port in group.model.ports if port.rdma} for group in cluster.groups
        }
        self._groups = {host.name: host.group for host in cluster.hosts}
        self._models = {switch.name: switch.model for switch in switches}
        self._width = _widths(shape)

    def hosts(self, hosts: Sequence[Host]) -> Iterator[SubnetHost]:
        """Yield every host with a port here, in the order of the plan."""
        ports: dict[str, list[tuple[str, str, str]]] = {}
        for link in self._links:
            if link.kind == "host_leaf":
                end = self._end(link.a)
                ports.setdefault(end.device, []).append((end.port, end.node, end.guid))
        for host in hosts:
            if host.name in ports:
                yield SubnetHost(device=host.name, role=host.role, kind=host.model, ports=tuple(ports[host.name]))

    def switches(self, switches: Sequence[Switch]) -> Iterator[SubnetSwitch]:
        """Yield every switch."""
        for switch in switches:
            facts = self._catalog.get(SwitchModel, switch.model).infiniband
            kind = facts.topology_type if facts and facts.topology_type else switch.model
            yield SubnetSwitch(
                device=switch.name,
                tier=switch.tier,
                kind=kind,
                system=(facts.system or "") if facts else "",
                guid=self._switch_guid(switch.name),
            )

    def links(self) -> Iterator[SubnetLink]:
        """Yield every link."""
        for link in self._links:
            yield SubnetLink(cable=link.cable, kind=link.kind, a=self._end(link.a), b=self._end(link.b))

    def _end(self, end: LinkEnd) -> SubnetEnd:
        tier = self._tiers.get(end.device)
        if tier is not None:
            return SubnetEnd(
                device=end.device,
                tier=tier,
                port=end.interface,
                node=end.device,
                number=port_number(end, self._width[self._models[end.device]]),
                guid=self._switch_guid(end.device),
            )
        rdma = self._rdma[self._groups[end.device]].get(end.interface, end.interface)
        asset = self._assets.get(end.device)
        return SubnetEnd(
            device=end.device,
            tier="host",
            port=end.interface,
            node=f"{end.device} {rdma}",
            number=1,
            guid=asset.guids.get(end.interface, "") if asset else "",
        )

    def _switch_guid(self, device: str) -> str:
        asset = self._assets.get(device)
        return (asset.guid or "") if asset else ""


def _widths(shape: FabricShape) -> dict[str, int]:
    """Give, for each switch model of the envelope, the most ports that one of its cages becomes: no host's arrival moves a number."""
    demand = shape.demand
    divided = [(demand.leaf, port.breakout) for member in demand.members for port in member.ports]
    if shape.upper or shape.peer_links:
        divided += [(tier, tier.breakout) for tier in (demand.leaf, demand.spine, demand.core)]
    widths: dict[str, int] = {}
    for tier, breakout in divided:
        widths[tier.model.model] = max(breakout.ports, widths.get(tier.model.model, 1))
    return widths


def subnet_prefix(fabric: str, plane: int) -> int:
    """Return a subnet's GID prefix: the default one for compute, for others a site-local one with the subnet's number.

    Site-local prefixes are fec0 and a subnet number in the last 16 bits (IBA 1.2.1, 4.1.1).
    """
    number = FABRIC_CODES[fabric] * _MOST_PLANES + plane
    return _SITE_LOCAL + number if number else _DEFAULT_PREFIX


def port_number(end: LinkEnd, width: int) -> int:
    """Return a switch port's InfiniBand number: cages one after the other, each with as many numbers as its ports at most.

    A QM9700 counts P1 to P64 over 32 cages of two ports (NVIDIA UFM Cable Validation Tool, Topo File).
    """
    return (int(end.cage) - 1) * width + (end.port - 1) * (width // end.ports) + 1
