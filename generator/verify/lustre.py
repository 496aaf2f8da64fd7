"""Lustre's NIDs, by the files of the hosts alone: who mounts or formats by a NID finds the host that is meant at that address, on that network of LNet."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from ipaddress import IPv4Address
from pathlib import Path

from msgspec import Struct, field

from generator.change.formats import PlanFileError
from generator.verify.host_files import HostFiles
from generator.verify.lustre_files import Lnet, Node, Row, Said, is_address, read_lnet, read_mount, read_table
from generator.verify.reach import UnreadableError, reading
from generator.verify.reach.read_hosts import network_files, read_host
from generator.verify.rendered import Rendered, rendered
from generator.verify.verdict import Verdict

_NAME = "lustre"
_MANAGER = "MGS"
_UNITS = "etc/systemd/system/*.mount"


class _Server(Struct, kw_only=True):
    """A host with a table of targets: `addresses` has the interfaces of its network files by address, `nids` those that LNet has."""

    rows: tuple[Row, ...]
    addresses: dict[str, str] = field(default_factory=dict)
    nids: set[tuple[str, str]] = field(default_factory=set)


def lustre(tree: Path) -> Verdict:
    """Hold every NID of a mount and of a target against the addresses and LNet options of the hosts that serve it, and LNet's options against their own host."""
    known = rendered(tree)
    try:
        hosts = [row["name"] for row in known.plan["hosts"]]
        files = known.hosts
    except PlanFileError:
        return Verdict(_NAME, 0, ran=True, note="the tree has no plan.json with its hosts")
    faults: dict[str, None] = {}
    places: set[str] = set()
    servers: dict[str, _Server] = {}
    mounts: dict[tuple[str, frozenset[str]], Said] = {}
    options = _Options(known)
    for host in hosts:
        try:
            lnet, rows = read_lnet(files, host), read_table(files, host)
            said = [mount for file in files.find(host, _UNITS) if (mount := options.mount(file))]
            options.take(host, lnet)
            if rows:
                servers[host] = _server(files, host, rows, lnet)
        except UnreadableError as error:
            faults[str(error)] = None
            continue
        mine = frozenset(network for each in lnet for network in each.networks)
        mounts |= {(mount.place, mine): mount for mount in said}
        places |= {*(each.place for each in lnet), *(each.place for each in rows), *(each.place for each in said)}
    judge = _Nids(servers)
    faults |= dict.fromkeys((*options.faults(), *judge.targets()))
    for (_, mine), mount in mounts.items():
        faults |= dict.fromkeys(judge.mount(mount, mine))
    outside = f"; {judge.outside} of other servers not checked" if judge.outside else ""
    return Verdict(_NAME, len({place.rpartition(":")[0] for place in places}), ran=True, note=f"NIDs of mounts, targets and LNet{outside}", faults=[*faults])  # fmt: skip


class _Options:
    """LNet's options on all hosts. Units are read once, and interfaces once for hosts whose network files are alike."""

    def __init__(self, known: Rendered) -> None:
        self._known = known
        self.mount = cache(lambda file: read_mount(known.hosts, file))
        self._addressed: dict[str, frozenset[str]] = {}
        self._without: dict[str, list[str]] = {}

    def take(self, host: str, lnet: Collection[Lnet]) -> None:
        """Hold what LNet is told on a host against its interfaces."""
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
            self._addressed[look] = frozenset(_addresses(self._known.hosts, host).values())
        return self._addressed[look]


def _addresses(files: HostFiles, host: str) -> dict[str, str]:
    """Return the interfaces of a host by their IPv4 addresses, as its network files have them."""
    network = read_host(files, host) if network_files(files, host) else None
    rows = network.addresses.items() if network else ()
    return {str(IPv4Address(own)): name for name, given in rows for family, own in given if family == 4}


def _server(files: HostFiles, host: str, rows: tuple[Row, ...], lnet: Collection[Lnet]) -> _Server:
    found = _Server(rows=rows, addresses=_addresses(files, host))
    of = [(network, interfaces) for each in lnet for network, interfaces in each.networks.items()]
    found.nids = {(address, network) for address, name in found.addresses.items() for network, names in of if name in names}  # fmt: skip
    return found


class _Nids:
    """The servers of the tree, and who of them has which target; `outside` counts mounts of servers that are not in it."""

    def __init__(self, servers: Mapping[str, _Server]) -> None:
        self._servers = servers
        self._with: dict[tuple[str, str], list[str]] = {}
        for host, server in servers.items():
            for row in server.rows:
                self._with.setdefault((row.fsname, row.target), []).append(host)
        self._names = {fsname for fsname, _ in self._with}
        self.outside = 0

    def mount(self, said: Said, networks: Collection[str]) -> Iterator[str]:
        """Report the NIDs of a mount that lead to no management target of its file system, and those that its host has no network for."""
        ours = {address for server in self._servers.values() for address in server.addresses}
        named = [address for node in said.nodes for address, _ in node]
        if said.fsname in self._names:
            yield from self._nodes(said.place, "", said.nodes, self._with.get((said.fsname, _MANAGER), []))
        elif ours.intersection(named):
            yield f"{said.place}: {said.what} mounts {said.fsname}, and the hosts with these addresses serve {', '.join(sorted(self._names))}"
        else:
            self.outside += 1
        for network in sorted({network for node in said.nodes for _, network in node} - {*networks}):
            yield f"{said.place}: {said.what} is mounted over {network}, and LNet of its host has {', '.join(sorted(networks)) or 'no network'}"

    def targets(self) -> Iterator[str]:
        """Report the NIDs that targets would be formatted with and that are of no host which serves them."""
        for host, server in self._servers.items():
            for row in server.rows:
                serving = self._with[row.fsname, row.target]
                if row.usual not in serving:
                    yield f"{row.place}: {row.target} is usually on {row.usual}, {self._lacking(row.usual)}"
                yield from self._nodes(row.place, f"{row.target}, mgsnode ", row.managers, self._with.get((row.fsname, _MANAGER), []))  # fmt: skip
                yield from self._nodes(row.place, f"{row.target}, servicenode ", row.services, serving)
                if len(serving) > 1 and not any(self._is_of(node, host) for node in row.services):
                    yield f"{row.place}: {row.target} is in the table of {host}, and no servicenode has its NIDs"

    def _lacking(self, host: str) -> str:
        return "which does not have it in its table" if host in self._servers else "which is not in the tree"

    def _is_of(self, node: Node, host: str) -> bool:
        return any(nid in self._servers[host].nids for nid in node)

    def _nodes(self, place: str, of: str, nodes: Collection[Node], wanted: Collection[str]) -> Iterator[str]:
        """Report the NIDs of nodes that are of no wanted host, and nodes that mix hosts."""
        for node in nodes:
            owners = {host for nid in node for host, server in self._servers.items() if nid in server.nids}
            if len(owners) > 1:
                yield f"{place}: {of}{_text(node)} is one node of {' and '.join(sorted(owners))}: a colon is between hosts"
            for address, network in node:
                if fault := self._fault(address, network, wanted):
                    yield f"{place}: {of}{address}@{network}: {fault}"

    def _fault(self, address: str, network: str, wanted: Collection[str]) -> str:
        """Report what is wrong with a NID; nothing where a wanted host has it."""
        if not is_address(address):
            return "not an IPv4 address"
        holder = next((host for host, server in self._servers.items() if address in server.addresses), "")
        if not holder:
            return f"no server has this address; expected {' or '.join(wanted) or 'a host with the management target, which is not in the tree'}"
        server = self._servers[holder]
        if (address, network) not in server.nids:
            has = ", ".join(sorted(name for at, name in server.nids if at == address))
            return f"{holder} has this address on {server.addresses[address]}, which is on {has or 'no network'} of its LNet"
        return (
            ""
            if holder in wanted
            else f"an address of {holder}, which does not serve this; expected {' or '.join(wanted)}"
        )


def _text(node: Node) -> str:
    return ",".join(f"{address}@{network}" for address, network in node)
