"""The judge of Lustre's NIDs, by the files of a tree alone."""

from collections.abc import Collection, Iterator
from pathlib import Path

from generator.change.formats import PlanFileError
from generator.verify.lustre.files import Said, read_lnet, read_table, read_volumes
from generator.verify.lustre.hosts import LnetOptions, Server, server_of
from generator.verify.lustre.nids import Nids
from generator.verify.reach import UnreadableError
from generator.verify.rendered import rendered
from generator.verify.verdict import Verdict

_NAME = "lustre"
_UNITS = "etc/systemd/system/*.mount"


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
