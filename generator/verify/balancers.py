"""Judge of balancers of object stores: files of HAProxy and keepalived of each gateway are compared with the plan and with those of the other gateways."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.change.formats import PlanFileError
from generator.verify.rendered import Rendered, rendered
from generator.verify.verdict import Verdict

_HAPROXY, _KEEPALIVED = "etc/haproxy/haproxy.cfg", "etc/keepalived/keepalived.conf"
_BIND, _SERVER = (re.compile(rf"^    {word}", re.MULTILINE) for word in (r"bind (\S+):(\d+) transparent$", r"server (\S+) (\S+):(\d+) check$"))  # fmt: skip
_INSTANCE = re.compile(r"^vrrp_instance \S+ \{\n((?:[^\n]*\n)*?)\}$", re.MULTILINE)
_NUMBER, _PRIORITY, _SOURCE = (re.compile(rf"^  {key} (\S+)$", re.MULTILINE) for key in ("virtual_router_id", "priority", "unicast_src_ip"))  # fmt: skip
_PEERS, _HOLDS = (re.compile(rf"^  {key} \{{\n((?:[^\n]*\n)*?)  \}}$", re.MULTILINE) for key in ("unicast_peer", "virtual_ipaddress"))  # fmt: skip


class _Gateway(Struct, frozen=True, kw_only=True):
    """Contents of the files of a gateway."""

    binds: dict[str, str]
    servers: dict[str, tuple[str, str]]
    turns: tuple["_Turn", ...]


class _Turn(Struct, frozen=True, kw_only=True):
    """A virtual router of a gateway."""

    number: str
    priority: str
    source: str
    peers: frozenset[str]
    address: str


def balancers(tree: Path) -> Verdict:
    """Compare addresses, ports, gateways, peers and turns of all gateways of each store."""
    name, note, known = "balancers", "addresses, gateways, peers and turns", rendered(tree)
    try:
        rows = {row["name"]: row for row in known.plan["hosts"]}
        stores = {name: tier for name, tier in known.plan["choices"]["site"]["storage"].items() if (tier.get("ceph") or {}).get("addresses")}  # fmt: skip
    except (PlanFileError, KeyError):
        return Verdict(name, 0, ran=True, note="the tree has no plan.json with its hosts")
    faults: list[str] = []
    files = 0
    for tier in stores.values():
        members = [each for each in rows.values() if each["group"] == tier["hosts"] and each["ordinal"] < tier["ceph"]["gateways"]]  # fmt: skip
        files += len(members)
        faults += _faults(known, tier["ceph"], {row["name"]: row["inband"] for row in members})
    return Verdict(name, files, ran=True, note=note, faults=faults)


def _faults(known: Rendered, spec: Mapping[str, Any], gateways: Mapping[str, str]) -> Iterator[str]:
    read = {host: _read(known, host) for host in gateways}
    wanted, port = [*spec["addresses"]], str(spec["port"])
    for host, found in read.items():
        haproxy, keepalived = (f"hosts/{host}/{path}" for path in (_HAPROXY, _KEEPALIVED))
        if found.binds != dict.fromkeys(wanted, port):
            yield f"{haproxy}: it listens at {_listed(found.binds)}, and the plan has {_listed(dict.fromkeys(wanted, port))}"
        if found.servers != {name: (address, port) for name, address in gateways.items()}:
            yield f"{haproxy}: its gateways are {_listed({name: address for name, (address, _) in found.servers.items()})}, and the plan has {_listed(gateways)}, each at port {port}"
        if sorted(turn.address for turn in found.turns) != sorted(wanted):
            yield f"{keepalived}: it holds {', '.join(turn.address for turn in found.turns) or 'no address'}, and the plan has {', '.join(wanted)}"
        yield from (f"{keepalived}: {said}" for said in _misled(found, host, gateways))
    yield from _turns(read)


def _misled(found: _Gateway, host: str, gateways: Mapping[str, str]) -> Iterator[str]:
    """Yield peers that are not the other gateways, and numbers that a host has twice."""
    others = frozenset(address for name, address in gateways.items() if name != host)
    for turn in found.turns:
        if turn.source != gateways[host]:
            yield f"it speaks from {turn.source}, and the address of {host} is {gateways[host]}"
        if turn.peers != others:
            yield f"its peers for {turn.address} are {', '.join(sorted(turn.peers))}, and the other gateways are {', '.join(sorted(others))}"
    numbers = Counter(turn.number for turn in found.turns)
    yield from (f"virtual_router_id {number} is there {count} times" for number, count in numbers.items() if count > 1)


def _turns(read: Mapping[str, _Gateway]) -> Iterator[str]:
    """Yield addresses with different ids on gateways, and equal priorities of two gateways for one address."""
    for address in dict.fromkeys(turn.address for found in read.values() for turn in found.turns):
        mine = {host: turn for host, found in read.items() for turn in found.turns if turn.address == address}
        if len({turn.number for turn in mine.values()}) > 1:
            yield f"{_KEEPALIVED}: {address} is {', '.join(f'{turn.number} on {host}' for host, turn in mine.items())}: these gateways ignore each other"
        for priority, count in Counter(turn.priority for turn in mine.values()).items():
            if count > 1:
                yield f"{_KEEPALIVED}: {count} gateways have the priority {priority} for {address}: which one holds it is not stated"


def _read(known: Rendered, host: str) -> _Gateway:
    haproxy, keepalived = (file.read_text("utf-8") if (file := known.hosts.file(host, path)) else "" for path in (_HAPROXY, _KEEPALIVED))  # fmt: skip
    return _Gateway(
        binds=dict(_BIND.findall(haproxy)),
        servers={name: (address, port) for name, address, port in _SERVER.findall(haproxy)},
        turns=tuple(map(_turn, _INSTANCE.findall(keepalived))),
    )


def _turn(block: str) -> _Turn:
    number, priority, source = ("".join(pattern.findall(block)[:1]) for pattern in (_NUMBER, _PRIORITY, _SOURCE))
    peers, holds = ("".join(pattern.findall(block)[:1]).split() for pattern in (_PEERS, _HOLDS))
    return _Turn(
        number=number,
        priority=priority,
        source=source,
        peers=frozenset(peers),
        address="".join(holds[:1]).partition("/")[0],
    )


def _listed(found: Mapping[str, str]) -> str:
    return ", ".join(f"{key}:{value}" for key, value in found.items()) or "nothing"
