"""Records of InfiniBand subnets, for opensm or UFM, for tools, and for checks of the cabling."""

from msgspec import Struct

from generator.source.span import Loc


class SubnetEnd(Struct, frozen=True, kw_only=True):
    """One end of a link as in InfiniBand tools.

    `tier` is host, leaf, spine or core; `port` our name of the port; `node` the node description of the device
    (`gpu01 mlx5_0`, a switch's host name); `number` the InfiniBand port number, from 1; `guid` a host's port GUID or a
    switch's node GUID, empty where it is not known yet.
    """

    device: str
    tier: str
    port: str
    node: str
    number: int
    guid: str


class SubnetLink(Struct, frozen=True, kw_only=True):
    """A link of a subnet: `a` is the lower end."""

    cable: str
    kind: str
    a: SubnetEnd
    b: SubnetEnd


class SubnetSwitch(Struct, frozen=True, kw_only=True):
    """A switch of a subnet. `kind` is the name of its kind in topology files; `system` whose command line it has, or nothing."""

    device: str
    tier: str
    kind: str
    system: str
    guid: str


class SubnetHost(Struct, frozen=True, kw_only=True):
    """A host of a subnet with its ports there: (port, node description, port GUID or nothing)."""

    device: str
    role: str
    kind: str
    ports: tuple[tuple[str, str, str], ...]

    @property
    def guids(self) -> tuple[str, ...]:
        """The port GUIDs that are known."""
        return tuple(guid for _, _, guid in self.ports if guid)

    @property
    def missing(self) -> int:
        """How many port GUIDs are not known yet."""
        return sum(1 for _, _, guid in self.ports if not guid)


class Runner(Struct, frozen=True, kw_only=True):
    """A host of the envelope that runs the subnet manager, installed or not. `guid` is empty until it is known."""

    device: str
    role: str
    guid: str
    installed: bool


class Partition(Struct, frozen=True, kw_only=True):
    """A partition of a subnet. `everyone` is the membership of all ports that no line names, or nothing.

    `first`: its key is the first one in the ports' tables, which programs use by default.
    `members` are full members, host by host.
    """

    name: str
    pkey: int
    everyone: str
    first: bool
    ipoib: bool
    members: tuple[SubnetHost, ...]
    use: str


class Routing(Struct, frozen=True, kw_only=True):
    """How paths are computed: engines in the order in which they are tried, and why these."""

    engines: tuple[str, ...]
    why: str


class Subnet(Struct, frozen=True, kw_only=True):
    """One InfiniBand subnet: a fabric, or a plane of one. `name` is its folder and the prefix of its switches' names.

    `prefix` is the first half of its ports' GIDs: each subnet of a host has its own, or MPI takes them for one.
    `root_tier` is the highest tier of the envelope. `mixed_roles`: the envelope has hosts here that compute and others, which
    ftree routes apart, so that they do not disturb the evenness of the rest. `runners` follow from the envelope too.
    """

    name: str
    fabric: str
    plane: int
    manager: str
    prefix: int
    routing: Routing
    root_tier: str
    ipoib: bool
    sharp: bool
    switches: tuple[SubnetSwitch, ...]
    hosts: tuple[SubnetHost, ...]
    mixed_roles: bool
    runners: tuple[Runner, ...]
    links: tuple[SubnetLink, ...]
    partitions: tuple[Partition, ...]
    origin: Loc

    @property
    def roots(self) -> tuple[SubnetSwitch, ...]:
        """The installed switches at the top of the tree, for the root GUID file."""
        return tuple(switch for switch in self.switches if switch.tier == self.root_tier)
