"""The options of opensm.conf, by the program that reads it, and what its other files are told."""

from msgspec import Struct

from generator.plan.infiniband.subnet import Subnet, SubnetHost
from generator.plan.infiniband.subnets import UFM


class Option(Struct, frozen=True):
    """One line of opensm.conf, and why. `waits`: the file that it names has not the GUIDs yet that make it useful.

    OpenSM refuses ftree and up/down routing over a file of GUIDs that holds none, and a part of the roots is worse than none.
    """

    key: str
    value: str
    why: str
    waits: bool = False


Options = list[Option]

IPOIB_MTU = "mtu=5"
"""4,096 bytes (IBA's code 5); IP packets are then up to 4,092."""
_UFM_FOLDER = "/opt/ufm/files/conf/opensm"


def folder_of(subnet: Subnet) -> str:
    """Where the files of a subnet are put on the host that manages it."""
    return _UFM_FOLDER if subnet.manager == UFM else f"/etc/opensm/{subnet.name}"


def options(subnet: Subnet, *, virtual: bool = False) -> Options:
    """Return the options of a subnet's manager. `virtual`: ports have virtual functions, which UFM's manager alone knows of."""
    if subnet.manager != UFM:
        return _opensm(subnet)
    why = "virtual functions of ports have GUIDs and LIDs of their own (2: on)"
    return [*_ufm(subnet), *([Option("virt_enabled", "2", why)] if virtual else [])]


def has_roots(subnet: Subnet) -> bool:
    """Whether the routing starts from named roots: a tree has them, a lone switch or a joined pair has none."""
    return subnet.root_tier != "leaf"


def sets_computers_apart(subnet: Subnet) -> bool:
    """Whether ftree is told which ports compute: where other hosts sit beside them."""
    return "ftree" in subnet.routing.engines and subnet.mixed_roles


def _routing(subnet: Subnet) -> Options:
    found = [Option("routing_engine", ",".join(subnet.routing.engines), subnet.routing.why)]
    if has_roots(subnet):
        why = f"the {subnet.root_tier}s: without it a wrong cable can become the top of the tree"
        waits = not subnet.roots or not all(switch.guid for switch in subnet.roots)
        found.append(Option("root_guid_file", f"{folder_of(subnet)}/root_guid_file", why, waits))
    return found


def _prefix(subnet: Subnet) -> Option:
    why = "one for each subnet, so that programs tell this one from a host's others"
    return Option("subnet_prefix", f"0x{subnet.prefix:016x}", why)


def _opensm(subnet: Subnet) -> Options:
    folder = folder_of(subnet)
    found = [_prefix(subnet), Option("lmc", "0", "one LID a port: ftree routes no other"), *_routing(subnet)]
    if sets_computers_apart(subnet):
        why = "ports that compute are spread evenly, the others after them"
        waits = not any(host.guids for host in subnet.hosts if host.role == "compute")
        found.append(Option("cn_guid_file", f"{folder}/cn_guid_file", why, waits))
    default = "without that file every port is a full member of Default"
    return [
        *found,
        Option("partition_config_file", f"{folder}/partitions.conf", default),
        Option("part_enforce", "both", "switches drop what is in no partition, in both directions"),
        Option("allow_both_pkeys", "FALSE", "a port is a full or a limited member of a partition, never both"),
        Option("node_name_map_name", f"{folder}/node-name-map", "names in the log instead of GUIDs"),
        Option("log_file", f"/var/log/opensm-{subnet.name}.log", "a log of its own for each subnet"),
    ]


def _ufm(subnet: Subnet) -> Options:
    """Settings that large fabrics under UFM run with; keys that UFM's own opensm.conf has already."""
    return [
        _prefix(subnet),
        Option("lmc", "0", "one LID a port"),
        *_routing(subnet),
        Option("scatter_ports", "8", "spreads paths over equal ports from a fixed seed"),
        Option("use_ucast_cache", "TRUE", "a host that comes or goes recomputes no path between switches"),
        Option("qos", "TRUE", "lets service levels have lanes of their own"),
        Option("max_op_vls", "2", "two data lanes (IBA's code 2: VL0 and VL1)"),
    ]


def missing(host: SubnetHost) -> str:
    """Report which port GUIDs of a host are not known."""
    names = ", ".join(port for port, _, guid in host.ports if not guid)
    return f"no port GUID in assets.yaml yet of {names}"
