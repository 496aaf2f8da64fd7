"""Places on a host whose programs read every file there: which are root's alone, and where ours must be the only ones."""

from generator.plan.hosts.setup import Family

PRIVATE = ("etc/netplan/*.yaml", "etc/NetworkManager/system-connections/*.nmconnection")
"""netplan warns of files that others can read, NetworkManager ignores them."""
SOLE: dict[Family, tuple[str, ...]] = {
    "ubuntu": ("/etc/netplan/*.yaml",),
    "debian": ("/etc/systemd/network/*.network", "/etc/systemd/network/*.netdev"),
    "redhat": ("/etc/NetworkManager/system-connections/*.nmconnection",),
}
"""netplan merges all of its files, and the others take the first that matches: what an installer left for DHCP would stay in effect beside ours."""
