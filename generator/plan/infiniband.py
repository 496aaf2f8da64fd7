"""InfiniBand subnets: every fabric of that technology, plane by plane."""

from collections.abc import Iterator, Sequence

from generator.catalog.model import Switch as SwitchModel
from generator.model.cluster import Cluster
from generator.model.planes import switch_stem
from generator.model.sizing import FabricShape
from generator.plan.partitions import plan_partitions
from generator.plan.pools import FABRIC_CODES
from generator.plan.records import Host, Link, LinkEnd, Switch
from generator.plan.routing import plan_routing
from generator.plan.subnet import Subnet, SubnetEnd, SubnetHost, SubnetLink, SubnetSwitch
from generator.plan.tenancy import plan_tenants

OPENSM, UFM = "opensm", "ufm"
_TIERS = ("core", "spine", "leaf")
_DEFAULT_PREFIX = 0xFE80_0000_0000_0000
_SITE_LOCAL = 0xFEC0_0000_0000_0000
_MOST_PLANES = 8


def plan_subnets(
    cluster: Cluster, hosts: Sequence[Host], switches: Sequence[Switch], links: Sequence[Link]
) -> Iterator[Subnet]:
    """Give every subnet, in the order of the fabrics."""
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
    namer = _Namer(cluster, switches, links)
    seated = tuple(namer.hosts(hosts))
    tiers = {switch.tier for switch in switches}
    return Subnet(
        name=switch_stem(shape, plane),
        fabric=shape.name,
        plane=plane,
        manager=manager,
        prefix=subnet_prefix(shape.name, plane),
        routing=plan_routing(shape, manager),
        root_tier=next((tier for tier in _TIERS if tier in tiers), "leaf"),
        ipoib=spec.ipoib,
        sharp=spec.sharp,
        switches=tuple(namer.switches(switches)),
        hosts=seated,
        links=tuple(namer.links()),
        partitions=tuple(plan_partitions(seated, plan_tenants(cluster), ipoib=spec.ipoib)),
        origin=("fabrics", shape.name),
    )


class _Namer:
    """Knows what every end of a subnet's links is called in each of its worlds."""

    def __init__(self, cluster: Cluster, switches: Sequence[Switch], links: Sequence[Link]) -> None:
        self._assets = cluster.spec.assets
        self._catalog = cluster.catalog
        self._tiers = {switch.name: switch.tier for switch in switches}
        self._links = links
        self._rdma = {
            group.name: {port.name: port.rdma for port in group.model.ports if port.rdma} for group in cluster.groups
        }
        self._groups = {host.name: host.group for host in cluster.hosts}
        self._models = {switch.name: switch.model for switch in switches}
        self._width = dict.fromkeys(self._models.values(), 1)
        for link in cluster.reserved:  # the envelope's, so that no host's arrival moves a number
            for end in (link.a, link.b):
                model = self._models.get(end.device)
                if model and end.interface != "eth0":
                    self._width[model] = max(self._width[model], end.ports)

    def hosts(self, hosts: Sequence[Host]) -> Iterator[SubnetHost]:
        """Give every host with a port here, in the order of the plan."""
        ports: dict[str, list[tuple[str, str, str]]] = {}
        for link in self._links:
            if link.kind == "host_leaf":
                end = self._end(link.a)
                ports.setdefault(end.device, []).append((end.port, end.node, end.guid))
        for host in hosts:
            if host.name in ports:
                yield SubnetHost(device=host.name, role=host.role, kind=host.model, ports=tuple(ports[host.name]))

    def switches(self, switches: Sequence[Switch]) -> Iterator[SubnetSwitch]:
        """Give every switch."""
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
        """Give every link."""
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


def subnet_prefix(fabric: str, plane: int) -> int:
    """Give a subnet's GID prefix: the default one for compute, for others a site-local one with the subnet's number.

    Site-local prefixes are fec0 and a subnet number in the last 16 bits (IBA 1.2.1, 4.1.1).
    """
    number = FABRIC_CODES[fabric] * _MOST_PLANES + plane
    return _SITE_LOCAL + number if number else _DEFAULT_PREFIX


def port_number(end: LinkEnd, width: int) -> int:
    """Give a switch port's InfiniBand number: cages one after the other, each with as many numbers as its ports at most.

    A QM9700 counts P1 to P64 over 32 cages of two ports (NVIDIA UFM Cable Validation Tool, Topo File).
    """
    return (int(end.cage) - 1) * width + (end.port - 1) * (width // end.ports) + 1
