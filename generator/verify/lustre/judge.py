"""The judge of Lustre's NIDs, by the files of a tree alone."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from generator.change.formats import PlanFileError
from generator.verify.lustre.files import Node, Said, is_address, read_lnet, read_table, read_volumes
from generator.verify.lustre.hosts import LnetOptions, Server, server_of
from generator.verify.reach import UnreadableError
from generator.verify.rendered import rendered
from generator.verify.verdict import Verdict

_NAME = "lustre"
_UNITS = "etc/systemd/system/*.mount"
_MANAGER = "MGS"


def lustre(tree: Path) -> Verdict:
    """Hold every NID of a mount and of a target against the addresses and LNet options of the hosts that serve it, and LNet's options against their own host."""
    known = rendered(tree)
    try:
        hosts = [row["name"] for row in known.plan["hosts"]]
        files = known.hosts
    except PlanFileError:
        return Verdict(_NAME, 0, ran=False, note="the tree has no plan.json with its hosts")
    faults: dict[str, None] = {}
    places: set[str] = set()
    servers: dict[str, Server] = {}
    mounts: dict[tuple[str, frozenset[str]], Said] = {}
    options = LnetOptions(known)
    for host in hosts:
        try:
            lnet, rows = read_lnet(files, host), read_table(files, host)
            said = [mount for file in files.find(host, _UNITS) if (mount := options.mount(file))]
            options.take(host, lnet)
            if rows:
                servers[host] = server_of(files, host, rows, lnet)
        except UnreadableError as error:
            faults[str(error)] = None
            continue
        mine = frozenset(network for each in lnet for network in each.networks)
        mounts |= {(mount.place, mine): mount for mount in said}
        places |= {*(each.place for each in lnet), *(each.place for each in rows), *(each.place for each in said)}
    volumes = [*_volumes(tree, faults)]
    places |= {each.place for each in volumes}
    judge = Nids(servers)
    faults |= dict.fromkeys((*options.faults(), *judge.targets()))
    for (_, mine), mount in mounts.items():
        faults |= dict.fromkeys((*judge.mount(mount), *_unreached(mount, mine)))
    faults |= dict.fromkeys(fault for each in volumes for fault in judge.mount(each))
    outside = f"; {judge.outside} of other servers not checked" if judge.outside else ""
    return Verdict(_NAME, len({place.rpartition(":")[0] for place in places}), ran=True, note=f"NIDs of mounts, targets and LNet{outside}", faults=[*faults])  # fmt: skip


def _volumes(tree: Path, faults: dict[str, None]) -> Iterator[Said]:
    for file in sorted(tree.glob("kubernetes/**/volumes.yaml")):
        try:
            yield from read_volumes(file, file.relative_to(tree).as_posix())
        except UnreadableError as error:
            faults[str(error)] = None


def _unreached(said: Said, networks: Collection[str]) -> Iterator[str]:
    """Report the networks of a mount that LNet of its host does not have."""
    for network in sorted({network for node in said.nodes for _, network in node} - {*networks}):
        yield f"{said.place}: {said.what} is mounted over {network}, and LNet of its host has {', '.join(sorted(networks)) or 'no network'}"


class Nids:
    """The servers of the tree, and their targets; `outside` counts mounts of other servers."""

    def __init__(self, servers: Mapping[str, Server]) -> None:
        self._servers = servers
        self._with: dict[tuple[str, str], list[str]] = {}
        for host, server in servers.items():
            for row in server.rows:
                self._with.setdefault((row.fsname, row.target), []).append(host)
        self._names = {fsname for fsname, _ in self._with}
        self.outside = 0

    def mount(self, said: Said) -> Iterator[str]:
        """Report the NIDs of a mount that lead to no management target of its file system."""
        ours = {address for server in self._servers.values() for address in server.addresses}
        named = [address for node in said.nodes for address, _ in node]
        if said.fsname in self._names:
            yield from self._nodes(said.place, "", said.nodes, self._with.get((said.fsname, _MANAGER), []))
        elif ours.intersection(named):
            yield f"{said.place}: {said.what} mounts {said.fsname}, and the hosts with these addresses serve {', '.join(sorted(self._names))}"
        else:
            self.outside += 1

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
        """Return the fault of a NID; empty where a wanted host has it."""
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
