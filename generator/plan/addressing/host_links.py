"""Host-facing /31s of the routed fabrics (RFC 3021): the even address is the host, the odd one its leaf."""

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Network

from generator.model.cluster import Cluster
from generator.model.sizing import FabricShape
from generator.plan.addressing.layout import Layout
from generator.plan.addressing.numbers import IPV6_MORE, ipv6_twin

ROUTED = ("compute", "storage")


@dataclass(frozen=True, slots=True)
class LinkAddresses:
    """The two ends of one host link."""

    host: str
    leaf: str
    host_ipv6: str
    leaf_ipv6: str


@dataclass(slots=True)
class HostLinks:
    """Gives addresses by coordinate for one fabric."""

    cluster: Cluster
    shape: FabricShape
    layout: Layout
    _offsets: dict[tuple[str, int], int]
    _members: tuple[tuple[str, int, int], ...]
    _in_plane: int

    @classmethod
    def make(cls, cluster: Cluster, shape: FabricShape, layout: Layout) -> "HostLinks":
        """Find where each run begins within its SU."""
        used: dict[int, int] = {}
        offsets: dict[tuple[str, int], int] = {}
        for run in shape.seating.runs:
            offsets[run.member, run.first] = used.get(run.su, 0)
            used[run.su] = used.get(run.su, 0) + run.count
        members = sorted(shape.demand.members, key=lambda member: member.order)
        sizes = tuple((member.name, member.max * len(member.ports), len(member.ports)) for member in members)
        return cls(cluster, shape, layout, offsets, sizes, sum(size for _, size, _ in sizes))

    def coordinate(self, index: int) -> tuple[int, str, int, int]:
        """Read the coordinate of a host link: plane, member, ordinal, rail."""
        plane, index = divmod(index, self._in_plane)
        for name, size, ports in self._members:
            if index < size:
                return (plane, name, *divmod(index, ports))
            index -= size
        message = f"no host link {index} on {self.shape.name}"
        raise LookupError(message)

    def pair(self, plane: int, member: str, ordinal: int, rail: int) -> LinkAddresses:
        """Give both ends of a host's link on a rail of a plane."""
        run = self.shape.seating.run_of(member, ordinal)
        pod, su = divmod(run.su, self._sus_per_pod())
        host = self._offsets[member, run.first] + ordinal - run.first
        low = self.layout.address(plane=plane, rail=rail, pod=pod, su=su, host=host)
        offset = low - int(self.layout.prefix.network_address)
        return LinkAddresses(
            str(IPv4Address(low)),
            str(IPv4Address(low + 1)),
            ipv6_twin(self.cluster, self.shape.name, offset),
            ipv6_twin(self.cluster, self.shape.name, offset + 1),
        )

    def rail_prefix(self, plane: int, rail: int) -> IPv4Network:
        """Everything on one rail of one plane."""
        return self.layout.prefix_of(through="rail", plane=plane, rail=rail)

    def su_prefix(self, plane: int, rail: int, su: int) -> IPv4Network:
        """One rail of one scalable unit: what its leaf announces."""
        pod, within = divmod(su, self._sus_per_pod())
        return self.layout.prefix_of(through="su", plane=plane, rail=rail, pod=pod, su=within)

    def su_prefix_ipv6(self, plane: int, rail: int, su: int) -> str:
        """The same in IPv6, where the spec has it."""
        prefix = self.su_prefix(plane, rail, su)
        offset = int(prefix.network_address) - int(self.layout.prefix.network_address)
        twin = ipv6_twin(self.cluster, self.shape.name, offset)
        return str(IPv6Network(f"{twin}/{prefix.prefixlen + IPV6_MORE}")) if twin else ""

    def rails_on(self, leaf: int) -> list[int]:
        """The rails (port indexes) that a leaf serves."""
        su, within = divmod(leaf % self.shape.in_plane("leaf"), self.shape.seating.leaves_per_su)
        zones = [run.zones for run in self.shape.seating.in_su(su)]
        return sorted({rail for each in zones for rail, zone in enumerate(each) if zone.leaf == within})

    def _sus_per_pod(self) -> int:
        upper = self.shape.upper
        return (upper.pod_leaves if upper else self.shape.in_plane("leaf")) // self.shape.seating.leaves_per_su
