"""The zones that control hosts serve: as loaded by named.conf, their records, and the addresses of their servers."""

import re
from collections.abc import Iterable, Iterator, Mapping
from ipaddress import ip_address
from pathlib import Path

from msgspec import Struct

from generator.verify.host_files import HostFiles
from generator.verify.reach.read_hosts import read_host

_HOME = "provisioning/dns"
_LOADED = re.compile(r'^\s*zone\s+"([^"]+)"[^;]*;[^;]*\bfile\s+"(?:[^"]*/)?([^"/]+)"', re.MULTILINE)
_REVERSE = (".in-addr.arpa", ".ip6.arpa")


class Zones(Struct, frozen=True):
    """Forward zones: addresses by whole name. `servers`: addresses of their name servers; `control`: every address of a control host.

    `rendered`: whether there is any zone.
    """

    addresses: Mapping[str, frozenset[str]]
    servers: frozenset[str]
    control: frozenset[str]
    rendered: bool


def read_zones(tree: Path, files: HostFiles, control: Iterable[str]) -> Zones:
    """Read the zones that named.conf loads, and the addresses of the control hosts. Raises OSError: a zone that named.conf loads is not there."""
    conf = tree / _HOME / "named.conf"
    loaded = _LOADED.findall(conf.read_text("utf-8")) if conf.is_file() else []
    found: dict[str, set[str]] = {}
    aliases: dict[str, str] = {}
    serving: set[str] = set()
    forward = [(zone, file) for zone, file in loaded if not zone.endswith(_REVERSE)]
    for zone, file in forward:
        for owner, kind, value in _records((tree / _HOME / file).read_text("utf-8"), zone):
            if kind == "CNAME":
                aliases[owner] = value
            elif kind == "NS":
                serving.add(value.partition(".")[0])
            else:
                found.setdefault(owner, set()).add(value)
    found |= {owner: found[value] for owner, value in aliases.items() if value in found}
    addresses = {name: frozenset(values) for name, values in found.items()}
    own = {host: frozenset(_own_addresses(files, host)) for host in control}
    return Zones(
        addresses=addresses,
        servers=frozenset().union(*(own[host] for host in own if host in serving)),
        control=frozenset().union(*own.values()),
        rendered=bool(forward),
    )


def _records(text: str, zone: str) -> Iterator[tuple[str, str, str]]:
    """Yield owner, type and value of the records that lead to an address or a server, with whole names in lower case."""
    origin = zone
    for line in text.splitlines():
        words = line.partition(";")[0].split()
        if len(words) > 1 and words[0] == "$ORIGIN":
            origin = words[1].rstrip(".")
        if len(words) != 4 or words[1] != "IN" or words[2] not in {"A", "AAAA", "CNAME", "NS"}:
            continue
        owner, _, kind, value = words
        yield _whole(owner, origin), kind, value if kind in {"A", "AAAA"} else _whole(value, origin)


def _whole(name: str, origin: str) -> str:
    if name == "@":
        return origin
    return (name[:-1] if name.endswith(".") else f"{name}.{origin}").lower()


def _own_addresses(files: HostFiles, host: str) -> Iterator[str]:
    network = read_host(files, host)
    for each in network.addresses.values() if network else ():
        yield from (str(ip_address(address)) if family == 4 else _long(address) for family, address in each)


def _long(address: int) -> str:
    return str(ip_address(address.to_bytes(16, "big")))
