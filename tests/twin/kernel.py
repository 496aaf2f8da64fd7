"""What the twin needs of this kernel, each thing tried in a bottle of its own."""

from __future__ import annotations

import contextlib
import fcntl
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.twin.bottle import Bottle, BottleError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_TRIES: Mapping[str, str] = {
    "named network namespaces": "ip netns add probe",
    "veth pairs": "ip link add dev probe0 mtu 9216 type veth peer name probe1 mtu 9216 netns probe",
    "links that come up": "ip link set dev probe0 up && ip -n probe link set dev probe1 up",
    "IPv6 link-local addresses": "ip -6 addr show dev probe0 scope link | grep -q fe80",
    "IPv4 next hops over IPv6 (RFC 5549)": "ip route add 198.51.100.0/25 via inet6 fe80::1 dev probe0",
    "nexthop objects": "ip nexthop add id 7 via fe80::1 dev probe0",
    "ECMP next hop groups": "ip nexthop add id 8 group 7 && ip route add 198.51.100.128/25 nhid 8",
    "ECMP hashing by flow": "sysctl -qw net.ipv4.fib_multipath_hash_policy=1",
    "policy routing": "ip rule add from 198.51.100.1 lookup 100",
}

_BESIDE = 4096
"""Room for the neighbours of beds of other processes: four twins at once filled a table that had room for the largest of them."""

_LOCK = Path(tempfile.gettempdir()) / "clustergen-twin.lock"


def missing_features() -> dict[str, str]:
    """Every kernel feature that the twin needs and this machine lacks, with the error that said so."""
    try:
        with Bottle() as bottle:
            tried = {feature: bottle.run("sh", "-c", command) for feature, command in _TRIES.items()}
    except BottleError as error:
        return {"namespaces": str(error)}
    return {feature: done.stderr.strip() or "no answer" for feature, done in tried.items() if done.returncode != 0}


@contextlib.contextmanager
def room_for_neighbours(entries: int) -> Iterator[str | None]:
    """Raise the neighbour tables' limits where they are too low; says why if it cannot.

    All namespaces of the machine share one table per address family, and its limits belong to the initial namespace:
    past them, neighbours are thrown out and hosts and sessions stay silent. They are lowered again unless another twin runs.
    """
    before: dict[Path, str] = {}
    problem = None
    with _LOCK.open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        try:
            for path, wanted in _limits(max(entries, _BESIDE)):
                now = path.read_text(encoding="ascii")
                if int(now) < wanted:
                    path.write_text(str(wanted), encoding="ascii")
                    before[path] = now
        except OSError as error:
            problem = f"neighbour tables cannot be given room for {entries} entries: {error}"
        try:
            yield problem
        finally:
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                for path, text in before.items():
                    path.write_text(text, encoding="ascii")


def _limits(entries: int) -> Iterator[tuple[Path, int]]:
    """The three limits of both families: kept always, collected after 5 s, refused."""
    for family in ("ipv4", "ipv6"):
        for step, factor in ((3, 4), (2, 2), (1, 1)):
            yield Path(f"/proc/sys/net/{family}/neigh/default/gc_thresh{step}"), factor * entries
