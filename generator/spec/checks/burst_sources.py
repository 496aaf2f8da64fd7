"""Tier of the cluster for the source of a burst host's mount, independent of names in the spec."""

import posixpath
import re
from typing import NamedTuple

from generator.spec.cluster import ClusterSpec
from generator.spec.storage import TierSpec

_SERVER = r"\[[^\]]*\]|[^:,]+"


class Match(NamedTuple):
    """A tier that a source is, or is within."""

    tier: str
    whole: bool
    """All of the tier, on its own server: everybody's data."""


def source_match(spec: ClusterSpec, source: str) -> Match | None:
    """Return the tier of a source, by server and path. An unknown server may be a host of the cluster at another address: the path decides."""
    servers, path = _parts(source)
    found = []
    for name, tier in sorted(spec.storage.items()):
        if tier.kind == "local-nvme" or not (tier.source or tier.mount):
            continue
        theirs, root = _parts(tier.source) if tier.source else (set(), posixpath.normpath(tier.mount or "/"))
        within, above = _is_in(path, root), _is_in(root, path)
        ours = bool(servers & theirs) or (not tier.source and _serves(tier, servers))
        if (within or above) and (ours or not tier.source):
            found.append((not (ours and above), Match(tier=name, whole=ours and above)))
    return min(found)[1] if found else None


def _parts(source: str) -> tuple[set[str], str]:
    servers, _, path = source.rpartition(":")
    return {each.lower().rstrip(".") for each in re.findall(_SERVER, servers)}, posixpath.normpath(
        "/" + path.lstrip("/")
    )


def _is_in(path: str, folder: str) -> bool:
    return posixpath.commonpath([path, folder]) == folder


def _serves(tier: TierSpec, servers: set[str]) -> bool:
    """Whether one of the servers is of the tier's group, by name, or the address that a pair shares."""
    shared = str(tier.nfs.address) if tier.nfs is not None else ""
    return shared in servers or any(
        tier.hosts is not None and re.fullmatch(rf"{re.escape(tier.hosts)}\d+", each.partition(".")[0])
        for each in servers
    )
