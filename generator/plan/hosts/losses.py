"""Effects of losing each host of a Lustre file system, with the arithmetic."""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.hosts.lustre import FileSystem


class Loss(Struct, frozen=True, kw_only=True):
    """What stops while a host is down. `partner` can start its targets; empty where no host can."""

    host: str
    partner: str
    stops: tuple[str, ...]


def losses_of(served: FileSystem) -> tuple[Loss, ...]:
    """Return what each host stops, in their order."""
    return tuple(_loss(served, host) for host in served.nids)


def _loss(served: FileSystem, host: str) -> Loss:
    mine = [target for target in served.targets if target.usual == host]
    partner = next((other for target in mine for other in target.hosts[1:]), "")
    return Loss(host=host, partner=partner, stops=tuple(_stops(served, host)))


def _stops(served: FileSystem, host: str) -> Iterator[str]:
    """Yield what stops, the gravest first (Lustre wiki, Lustre Management Service; mkfs.lustre(8), failover.mode)."""
    mine = [target for target in served.targets if target.usual == host]
    metadata = [target.name for target in mine if target.kind == "mdt"]
    if any(target.index == 0 for target in mine if target.kind == "mdt"):
        yield f"{metadata[0]} has the root: every client waits"
    elif metadata:
        yield f"{metadata[0]}: clients wait at the folders that it has"
    if any(target.kind == "mgs" for target in mine):
        yield "MGS: nobody can mount, and what is mounted goes on"
    objects = [target for target in mine if target.kind == "ost"]
    every = sum(target.kind == "ost" for target in served.targets)
    if objects:
        share = 100 * len(objects) / every
        yield f"{len(objects)} of {every} object targets, {share:.0f} % of the space: who reads or writes a file with a part there waits"
