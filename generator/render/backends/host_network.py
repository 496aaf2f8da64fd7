"""hosts-network: the interfaces of every host in the form of its operating system, and the names of its ports."""

from collections.abc import Iterable, Iterator, Mapping

from generator.plan.hosts.configured import Form, forms
from generator.plan.hosts.network_choices import is_configured
from generator.plan.hosts.port_names import PortName, port_names
from generator.plan.hosts.records import HostInterface
from generator.plan.hosts.resolvers import resolvers
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.hosts.network_keyfiles import keyfile_paths, keyfiles
from generator.render.hosts.network_netplan import NetplanWriter, netplan_path
from generator.render.hosts.network_networkd import networkd_files, networkd_paths
from generator.render.hosts.sharing import own_place, placed
from generator.render.templates import Templates

NAME = "hosts-network"
_PATHS = {Form.NETPLAN: netplan_path, Form.NETWORKD: networkd_paths, Form.KEYFILES: keyfile_paths}
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


def paths(plan: Plan) -> Iterable[str]:
    """The names of the ports, then netplan's one file, or a file or two an interface."""
    yield from (place for place, _ in placed(_names(plan), is_own))
    for host, form in forms(plan):
        yield from (own_place(host, path) for path in _PATHS[form](_configured(plan, host)))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:  # noqa: ARG001  (structured forms only)
    """Print them."""
    for place, names in placed(_names(plan), is_own):
        yield Artifact(place, names_text(names), NAMES_PROOF)
    asked = resolvers(plan)
    netplan = NetplanWriter(asked)
    for host, form in forms(plan):
        root, interfaces = f"{own_place(host)}/", _configured(plan, host)
        if form is Form.NETPLAN:
            yield from netplan.files(root, interfaces)
        elif form is Form.NETWORKD:
            yield from networkd_files(root, interfaces, asked)
        else:
            yield from keyfiles(root, interfaces, f"{host.name}.{plan.domain}", asked)


def _names(plan: Plan) -> Iterator[tuple[Host, Mapping[str, tuple[PortName, ...]]]]:
    """Yield the names of every host's ports."""
    made: dict[tuple[PortName, ...], Mapping[str, tuple[PortName, ...]]] = {}
    for host, _ in forms(plan):
        names = port_names(plan, host)
        yield host, made.setdefault(names, {NAMES_PATH: names})


def _configured(plan: Plan, host: Host) -> list[HostInterface]:
    return [each for each in plan.interfaces_of[host.name] if is_configured(each)]


def names_text(names: Iterable[PortName]) -> str:
    """Return the file of a host with these ports; one that is not known yet has a comment in its place.

    udev prefers a NAME from a rule to .link files (udev(7); 80-net-setup-link.rules), on every system; initramfs-tools and dracut include rules of /etc.
    Red Hat documents this form, by PCI address and by MAC address, for releases 7 to 10 (solution 1301563).
    """
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
