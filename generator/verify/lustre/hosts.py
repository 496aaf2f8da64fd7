"""LNet on the hosts of a tree: its options compared with the interfaces, and the NIDs of servers."""

from collections.abc import Collection, Iterator
from functools import cache
from ipaddress import IPv4Address

from msgspec import Struct, field

from generator.verify.host_files import HostFiles
from generator.verify.lustre.files import Lnet, Row, read_mount
from generator.verify.reach import reading
from generator.verify.reach.read_hosts import network_files, read_host
from generator.verify.rendered import Rendered


class Server(Struct, kw_only=True):
    """A host with a table of targets: `addresses` has the interfaces of its network files by address, `nids` those that LNet has."""

    rows: tuple[Row, ...]
    addresses: dict[str, str] = field(default_factory=dict)
    nids: set[tuple[str, str]] = field(default_factory=set)


class LnetOptions:
    """LNet's options on all hosts. Units are read once, and interfaces once for hosts whose network files are alike."""

    def __init__(self, known: Rendered) -> None:
        self._known = known
        self.mount = cache(lambda file: read_mount(known.hosts, file))
        self._addressed: dict[str, frozenset[str]] = {}
        self._without: dict[str, list[str]] = {}

    def take(self, host: str, lnet: Collection[Lnet]) -> None:
        """Compare the options of LNet on a host with its interfaces."""
        if len(lnet) > 1:
            both = " and ".join(each.place for each in lnet)
            self._note(f"LNet's networks are set in {both}, and the module takes one of them", host)
        addressed = self._interfaces(host) if lnet else frozenset()
        for each in lnet:
            for network, interfaces in each.networks.items():
                for name in interfaces:
                    if name not in addressed:
                        self._note(f"{each.place}: {network} is on {name}, which has no IPv4 address", host)
                if not interfaces:
                    self._note(
                        f"{each.place}: {network} has no interface, so LNet takes the first one that it finds", host
                    )

    def faults(self) -> Iterator[str]:
        """Report what was found, each with the first of the hosts that it is true of."""
        for fault, hosts in self._without.items():
            more = f" and {len(hosts) - 1} more hosts" if len(hosts) > 1 else ""
            yield f"{fault} ({hosts[0]}{more})"

    def _note(self, fault: str, host: str) -> None:
        self._without.setdefault(fault, []).append(host)

    def _interfaces(self, host: str) -> frozenset[str]:
        with reading(f"the network files of {host}"):
            look = self._known.signatures.network(host)
        if look not in self._addressed:
            self._addressed[look] = frozenset(addresses_of(self._known.hosts, host).values())
        return self._addressed[look]


def addresses_of(files: HostFiles, host: str) -> dict[str, str]:
    """Return the interfaces of a host by their IPv4 addresses, as its network files have them."""
    network = read_host(files, host) if network_files(files, host) else None
    rows = network.addresses.items() if network else ()
    return {str(IPv4Address(own)): name for name, given in rows for family, own in given if family == 4}


def server_of(files: HostFiles, host: str, rows: tuple[Row, ...], lnet: Collection[Lnet]) -> Server:
    """Return a host with its table, the addresses of its network files, and the resulting NIDs of LNet."""
    found = Server(rows=rows, addresses=addresses_of(files, host))
    of = [(network, interfaces) for each in lnet for network, interfaces in each.networks.items()]
    found.nids = {(address, network) for address, name in found.addresses.items() for network, names in of if name in names}  # fmt: skip
    return found
