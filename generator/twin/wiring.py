"""Namespaces, veth pairs and addresses, as text for `ip -batch`.

This does the work of the switch's own software from config_db.json: SONiC's portmgrd and intfmgrd set the MTU and the addresses of ports and of
loopbacks, vrfmgrd and vxlanmgrd make instances and tunnels. Loopbacks are on `lo`, because this kernel may have no dummy device.
"""

from collections.abc import Iterable, Iterator

from generator.twin import crossings, overlay
from generator.twin.switch_config import DEFAULT, SwitchConfig
from generator.twin.tree import End, Link, Tree

# As on a router. No DAD: every link has two ends with unlike MACs, and it would cost a second a link. A router keeps the addresses of a port
# that is down; Linux forgets those of IPv6.
_ROUTER = {
    "net.ipv4.ip_forward": "1",
    "net.ipv6.conf.all.forwarding": "1",
    "net.ipv6.conf.all.keep_addr_on_down": "1",
    "net.ipv6.conf.default.keep_addr_on_down": "1",
    "net.ipv6.conf.default.dad_transmits": "0",
}
HOST_SYSCTLS = ("net.ipv6.conf.default.dad_transmits=0", "net.ipv6.conf.default.accept_ra=0")


def switch_sysctls(config: SwitchConfig) -> list[str]:
    """Sysctls for forwarding as on the switch."""
    policy = "1" if config.hashes_ports else "0"
    settings = {
        **_ROUTER,
        "net.ipv4.fib_multipath_hash_policy": policy,
        "net.ipv6.fib_multipath_hash_policy": policy,
        "net.ipv4.fib_multipath_hash_seed": str(config.hash_seed),
    }
    return [f"{key}={value}" for key, value in settings.items()]


def namespace(switch: str, vrf: str) -> str:
    """Where a switch's routing instance lives: the default one in the switch's own namespace, a tenant's in one beside it."""
    return switch if vrf == DEFAULT else f"{switch}.{vrf}"


def place(tree: Tree, end: End) -> str:
    """The namespace of a switch's port."""
    return namespace(end.device, tree.config(end.device).vrf(end.interface))


def namespaces(names: Iterable[str]) -> str:
    """Return the lines that make named namespaces."""
    return "".join(f"netns add {name}\n" for name in names)


def veths(tree: Tree, links: Iterable[Link], host_links: Iterable[tuple[End, End]]) -> str:
    """One pair per link, under the planned names, each switch end with the MTU of its own file."""
    lines = [switch_veth(tree, link) for link in links]
    return "".join((*lines, *(host_veth(tree, nic, leaf) for nic, leaf in host_links)))


def switch_veth(tree: Tree, link: Link) -> str:
    """A cable between two switches."""
    near, far = (f"{end.interface} mtu {tree.mtu_bytes(end)} netns {end.device}" for end in (link.a, link.b))
    return f"link add dev {near} type veth peer name {far}\n"


def host_veth(tree: Tree, nic: End, leaf: End) -> str:
    """A cable from a host to a leaf; the host's own file sets its MTU."""
    far = f"peer name {leaf.interface} mtu {tree.mtu_bytes(leaf)} netns {place(tree, leaf)}"
    return f"link add dev {nic.interface} netns {nic.device} type veth {far}\n"


def switch_setup(tree: Tree, fabric: str, switch: str) -> dict[str, str]:
    """For each of the switch's namespaces: addresses of loopbacks and of the ports that have a cable, tunnels, VLANs."""
    cabled = [leaf.interface for _, leaf in tree.host_links(fabric) if leaf.device == switch]
    return ports_setup(tree.config(switch), switch, cabled, switch_ports(tree, fabric, switch))


def ports_setup(
    config: SwitchConfig, switch: str, to_hosts: Iterable[str], to_switches: Iterable[str]
) -> dict[str, str]:
    """The same, with a cable in these ports."""
    lines = {namespace(switch, vrf): ["link set dev lo up"] for vrf in (DEFAULT, *config.vrfs)}
    lines[switch] += [f"addr add {each} dev lo" for each in config.loopbacks]
    cabled = list(to_hosts)
    for port in (*cabled, *to_switches):
        lines[namespace(switch, config.vrf(port))] += port_setup(config, port)
    overlay.add(lines, switch, config, set(cabled))
    crossings.add(lines, switch, config)
    return {name: "\n".join(each) + "\n" for name, each in lines.items()}


def port_setup(config: SwitchConfig, port: str) -> list[str]:
    """The setup of a port with a cable."""
    return [*(f"addr add {each} dev {port}" for each in config.port_addresses(port)), f"link set dev {port} up"]


def switch_ports(tree: Tree, fabric: str, switch: str) -> Iterator[str]:
    """The switch's ports towards other switches."""
    for link in tree.fabric_links(fabric):
        yield from (end.interface for end, _ in link.ends() if end.device == switch)
