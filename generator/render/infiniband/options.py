"""Options of the files of a subnet: paths, roots of the routing, and options that wait for GUIDs."""

from typing import Any

from generator.plan.infiniband.subnet import Subnet, SubnetHost
from generator.plan.infiniband.subnets import UFM

IPOIB_MTU = "mtu=5"
"""4,096 bytes (IBA's code 5); IP packets are then up to 4,092."""
_UFM_FOLDER = "/opt/ufm/files/conf/opensm"


def folder_of(subnet: Subnet) -> str:
    """Where the files of a subnet are put on the host that manages it."""
    return _UFM_FOLDER if subnet.manager == UFM else f"/etc/opensm/{subnet.name}"


def options(subnet: Subnet, *, virtual: bool) -> dict[str, Any]:
    """Return the options of opensm.conf.

    `virtual`: ports have virtual functions, which only UFM's manager supports. `_wait`: the file of an option lacks GUIDs. OpenSM refuses ftree and
    up/down routing with an empty file of GUIDs, and a part of the roots is worse than none.
    """
    return {
        "rooted": has_roots(subnet),
        "roots_wait": not subnet.roots or not all(switch.guid for switch in subnet.roots),
        "apart": sets_computers_apart(subnet),
        "computers_wait": not any(host.guids for host in subnet.hosts if host.role == "compute"),
        "virtual": virtual,
    }


def has_roots(subnet: Subnet) -> bool:
    """Whether the routing starts from named roots: a tree has them, a lone switch or a joined pair has none."""
    return subnet.root_tier != "leaf"


def sets_computers_apart(subnet: Subnet) -> bool:
    """Whether ftree gets a list of compute ports: where the subnet also has other hosts."""
    return "ftree" in subnet.routing.engines and subnet.mixed_roles


def missing(host: SubnetHost) -> str:
    """Report which port GUIDs of a host are not known."""
    names = ", ".join(port for port, _, guid in host.ports if not guid)
    return f"no port GUID in assets.yaml yet of {names}"
