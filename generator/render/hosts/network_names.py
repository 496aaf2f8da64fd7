"""70-persistent-net.rules: one file that names every port of a host, for all network services.

udev prefers a NAME from a rule to .link files (udev(7); 80-net-setup-link.rules), on every system; initramfs-tools and dracut include rules of /etc.
Red Hat documents this form, by PCI address and by MAC address, for releases 7 to 10 (solution 1301563).
"""

from collections.abc import Iterable

from generator.plan.hosts.port_names import PortName
from generator.render.artifact import Grade, Proof

NAMES_PATH = "etc/udev/rules.d/70-persistent-net.rules"
NAMES_PROOF = Proof(Grade.APPLIED, "udevadm test")
_ETHERNET, _INFINIBAND = 1, 32
"""ARPHRD_ETHER and ARPHRD_INFINIBAND of the kernel's if_arp.h."""
_HEAD = """\
# Written by clustergen; change the spec, not this file. Names of this host's ports.
ACTION!="add", GOTO="clustergen_end"
SUBSYSTEM!="net", GOTO="clustergen_end"
# Not the representor of a function, not a subfunction, not a child of an IPoIB interface: they are below their port's PCI address.
ATTR{phys_port_name}=="*pf[0-9]*", GOTO="clustergen_end"
SUBSYSTEMS=="auxiliary", GOTO="clustergen_end"
ATTR{type}=="32", KERNEL=="*.*", GOTO="clustergen_end"
"""
_END = 'LABEL="clustergen_end"\n'


def names_text(names: Iterable[PortName]) -> str:
    """Return the file of a host with these ports; one that is not known yet has a comment in its place."""
    return _HEAD + "".join(map(_rule, names)) + _END


def is_own(names: Iterable[PortName]) -> bool:
    """Return whether some name is for this host's hardware alone: PCI addresses are those of its model."""
    return any(port.by != "pci" for port in names)


def _rule(port: PortName) -> str:
    kind = _INFINIBAND if port.infiniband else _ETHERNET
    if not port.key:
        asset = f"guids.{port.name}" if port.by == "guid" else f"macs.{port.name}"
        return f"# {port.name}: no PCI address is known; it waits for {asset} of this host in assets.yaml\n"
    match = {
        "pci": f'SUBSYSTEMS=="pci", KERNELS=="{port.key}"',
        "mac": f'DRIVERS=="?*", ATTR{{address}}=="{port.key}"',
        "guid": f'DRIVERS=="?*", ATTR{{address}}=="*:{port.key}"',
    }[port.by]
    return f'{match}, ATTR{{type}}=="{kind}", NAME="{port.name}"\n'
