"""The files of one Storage Scale cluster, and contradictions among them."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from generator.verify.reach import reading
from generator.verify.scale.files import Command, NodeLine, Stanza, read_lines, read_nodes, read_stanzas

_QUORUM_MOST = 7
_MAY_LACK = ("clients", "caches")
_CACHE = "localCache"
_HOLDS = {"-r": ("data", {"dataOnly", "dataAndMetadata"}), "-m": ("metadata", {"metadataOnly", "dataAndMetadata"})}


class ScaleFiles(Struct, frozen=True, kw_only=True):
    """The files of a cluster: `place` is its folder in the tree, `looked` the devices that its servers search."""

    place: str
    nodes: tuple[NodeLine, ...]
    stanzas: tuple[Stanza, ...]
    caches: tuple[Stanza, ...]
    commands: tuple[Command, ...]
    servers: frozenset[str]
    clients: frozenset[str]
    looked: frozenset[str]
    files: int

    def command(self, program: str) -> Command | None:
        """Return the first line of a program."""
        return next((each for each in self.commands if each.program == program), None)

    @property
    def device(self) -> str:
        """The file system that is made; empty where none is."""
        made = self.command("mmcrfs")
        return made.words[0] if made and made.words else ""


def read_cluster(folder: Path, place: str) -> ScaleFiles:
    """Read the files of a cluster. Raises UnreadableError: one is missing, or not in the form that IBM's documents have."""
    texts = {}
    for name in ("nodes", "disks", "lines", "servers", "clients", "caches", "nsddevices"):
        with reading(f"{place}/{name}"):
            file = folder / name
            texts[name] = file.read_text(encoding="utf-8") if name not in _MAY_LACK or file.is_file() else ""
    with reading(f"{place}/nodes"):
        nodes = read_nodes(texts["nodes"])
    with reading(f"{place}/disks"):
        stanzas = read_stanzas(texts["disks"])
    with reading(f"{place}/caches"):
        caches = read_stanzas(texts["caches"])
    with reading(f"{place}/lines"):
        commands = tuple(read_lines(texts["lines"]))
    return ScaleFiles(
        place=place,
        nodes=nodes,
        stanzas=stanzas,
        caches=caches,
        commands=commands,
        servers=frozenset(texts["servers"].split()),
        clients=frozenset(texts["clients"].split()),
        looked=looked_at(texts["nsddevices"]),
        files=sum(bool(text) for text in texts.values()),
    )


def looked_at(text: str) -> frozenset[str]:
    """Return the devices that a user exit nsddevices names."""
    shown = (line.partition('echo "')[2] for line in text.splitlines())
    return frozenset(f"/dev/{each.split()[0]}" for each in shown if each)


def cluster_faults(cluster: ScaleFiles) -> Iterator[str]:
    """Report what contradicts itself in the files of a cluster."""
    yield from _nodes(cluster)
    yield from _disks(cluster)
    yield from _caches(cluster)
    yield from _copies(cluster)
    yield from _rdma(cluster)


def _nodes(cluster: ScaleFiles) -> Iterator[str]:
    names = [node.name for node in cluster.nodes]
    place = f"{cluster.place}/nodes"
    yield from (f"{place}: {name} is there twice" for name in sorted({name for name in names if names.count(name) > 1}))
    quorum = sum("quorum" in node.roles for node in cluster.nodes)
    if quorum % 2 == 0 or quorum > _QUORUM_MOST:
        yield f"{place}: {quorum} quorum nodes, which must be an odd number up to {_QUORUM_MOST}"
    licensed = cluster.servers | cluster.clients
    for name in sorted(licensed ^ {*names}):
        yield f"{cluster.place}: {name} is {'a node without a license' if name in names else 'licensed and no node'}"
    for node in cluster.nodes:
        if {"quorum", "manager"} & node.roles and node.name not in cluster.servers:
            yield f"{place}:{node.line}: {node.name} is a quorum or manager node, and has no server license"


def _disks(cluster: ScaleFiles) -> Iterator[str]:
    known: dict[str, int] = {}
    where: dict[tuple[str, str], str] = {}
    domain: dict[str, int] = {}
    for disk in cluster.stanzas:
        place = f"{cluster.place}/disks:{disk.line}"
        if disk.nsd in known:
            yield f"{place}: {disk.nsd} is at line {known[disk.nsd]}, too"
        known.setdefault(disk.nsd, disk.line)
        if disk.device not in cluster.looked:
            yield f"{place}: {disk.nsd} is on {disk.device}, which nsddevices of its servers does not list"
        for server in disk.servers:
            if server not in cluster.servers:
                yield f"{place}: {disk.nsd} is served by {server}, which is no node with a server license"
            other = where.setdefault((server, disk.device), disk.nsd)
            if other != disk.nsd:
                yield f"{place}: {disk.nsd} and {other} are both {disk.device} of {server}"
            if domain.setdefault(server, disk.failure_group) != disk.failure_group:
                yield f"{place}: {server} serves disks of the failure groups {domain[server]} and {disk.failure_group}"


def _caches(cluster: ScaleFiles) -> Iterator[str]:
    """Report drives that cache for more than their own client, or twice."""
    known = {disk.nsd for disk in cluster.stanzas}
    where: dict[tuple[str, ...], str] = {}
    yield from (
        f"{cluster.place}/disks:{disk.line}: {disk.nsd} is no disk of a file system"
        for disk in cluster.stanzas
        if disk.usage == _CACHE
    )
    for disk in cluster.caches:
        place = f"{cluster.place}/caches:{disk.line}"
        if disk.usage != _CACHE:
            yield f"{place}: {disk.nsd} has usage={disk.usage}, and is to cache"
        if disk.nsd in known:
            yield f"{place}: {disk.nsd} is there twice"
        known.add(disk.nsd)
        if len(disk.servers) != 1 or disk.servers[0] not in cluster.clients:
            yield f"{place}: {disk.nsd} is served by {', '.join(disk.servers)}, and caches for one client"
        other = where.setdefault((*disk.servers, disk.device), disk.nsd)
        if other != disk.nsd:
            yield f"{place}: {disk.nsd} and {other} are both {disk.device} of {disk.servers[0]}"


def _copies(cluster: ScaleFiles) -> Iterator[str]:
    made = cluster.command("mmcrfs")
    if made is None:
        yield f"{cluster.place}/lines: no line makes a file system"
        return
    for option, (what, usages) in _HOLDS.items():
        copies, most = int(made.options.get(option, "1")), int(made.options.get(option.upper(), "2"))
        if copies > most:
            yield f"{cluster.place}/lines:{made.line}: {option} {copies} is more than {option.upper()} {most}"
        holding = [disk for disk in cluster.stanzas if disk.usage in usages]
        for pool in sorted({disk.pool for disk in holding}) or ["system"]:
            groups = len({disk.failure_group for disk in holding if disk.pool == pool})
            if copies > groups:
                yield f"{cluster.place}/lines:{made.line}: {copies} copies of {what}, and the pool {pool} has {groups} failure groups that hold it"
        if what == "metadata" and any(disk.pool != "system" for disk in holding):
            yield f"{cluster.place}/disks: metadata is in a pool other than system"


def _rdma(cluster: ScaleFiles) -> Iterator[str]:
    settings = [each for each in cluster.commands if each.program == "mmchconfig"]
    names = {node.name for node in cluster.nodes}
    given: list[str] = []
    for each in settings:
        of = each.options.get("-N", "").split(",") if "-N" in each.options else []
        yield from (f"{cluster.place}/lines:{each.line}: {name} is no node" for name in of if name not in names)
        if any(word.startswith("verbsPorts=") for word in each.words):
            given += of
            if "verbsPorts=" in each.words:
                yield f"{cluster.place}/lines:{each.line}: verbsPorts has no port"
    on = any("verbsRdma=enable" in word.split(",") for each in settings for word in each.words)
    for name in sorted(names):
        if given.count(name) != int(on):
            yield f"{cluster.place}/lines: {name} has verbsPorts {given.count(name)} times, and RDMA is {'on' if on else 'off'}"
