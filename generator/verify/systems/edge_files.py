"""What a switch's file says of peers outside of its fabric: sessions that stand for themselves, what passes each way, and static routes by a neighbour.

One form for all systems: a route-map comes to the lines of prefix lists that it permits. What a map or a list says beside that is named, as its
effect is not known here.
"""

import json
from collections.abc import Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct, field

from generator.verify.reach import reading

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WHOLE = {4: 32, 6: 128}
ANYTHING = {4: "0.0.0.0/0", 6: "::/0"}
_ON = {"enabled", "on"}


class Passing(Struct, frozen=True, order=True):
    """Routes inside a prefix whose length is between two."""

    prefix: str
    shortest: int
    longest: int

    def inside(self, other: "Passing") -> bool:
        """Whether all of these are among others."""
        one, two = ip_network(self.prefix), ip_network(other.prefix)
        lengths = other.shortest <= self.shortest and self.longest <= other.longest
        return one.version == two.version and lengths and one.subnet_of(two)  # type: ignore[arg-type]

    def __str__(self) -> str:
        length = self.prefix.rpartition("/")[2]
        if length == str(self.longest):
            return self.prefix
        return f"{self.prefix} in lengths {self.shortest} to {self.longest}"


class Policies(Struct):
    """Lists and maps of a file, by name. An entry: whether it permits, the lists that it goes by, and words beside."""

    lists: dict[str, list[Passing]] = field(default_factory=dict)
    denying: set[str] = field(default_factory=set)
    maps: dict[str, list[tuple[bool, list[str], list[str]]]] = field(default_factory=dict)

    def passing(self, name: str, version: int) -> tuple[list[Passing], list[str]]:
        """Return what a map lets pass, and what it says that is not known here; without a map everything passes."""
        if not name:
            return [Passing(ANYTHING[version], 0, _WHOLE[version])], []
        found: list[Passing] = []
        odd: list[str] = []
        for permits, lists, words in self.maps.get(name, []):
            odd += words + [f"{each}, which denies a part" for each in lists if each in self.denying]
            odd += ["a deny before a permit"] if not permits and (lists or words) else []
            if permits and len(lists) == 1:
                found += self.lists.get(lists[0], [])
            elif permits:
                found.append(Passing(ANYTHING[version], 0, _WHOLE[version]))
            else:
                break
        return found, odd


class Session(Struct, frozen=True, kw_only=True):
    """A session with a peer that is in no group, in one IP version: the maps at its door."""

    vrf: str
    peer: str
    asn: str
    version: int
    into: str = ""
    out: str = ""


class EdgeFile(Struct, kw_only=True):
    """A switch's file. `statics`: instance, prefix and next hop. `addressed`: instance and addresses of each interface."""

    file: str
    policies: Policies
    sessions: list[Session]
    statics: set[tuple[str, str, str]]
    addressed: dict[str, tuple[str, set[str]]]


def read_edge(tree: Path, name: str) -> EdgeFile | None:
    """Read a switch's file; nothing where it has none of a known system."""
    folder = tree / "switches" / name
    for file, reader in (("running.cfg", _eos), ("startup.yaml", _nvue), ("config_db.json", _sonic)):
        if (folder / file).is_file():
            said = f"switches/{name}/{'frr.conf' if file == 'config_db.json' else file}"
            with reading(said):
                return reader(folder, said)
    return None


def _range(prefix: str, said: Mapping[str, int]) -> Passing:
    own = int(prefix.rpartition("/")[2])
    if "eq" in said:
        return Passing(prefix, said["eq"], said["eq"])
    longest = said.get("le", _WHOLE[6 if ":" in prefix else 4] if "ge" in said else own)
    return Passing(prefix, said.get("ge", own), longest)


class _Lines(Struct):
    """A file of lines, as FRR and EOS have it: what stands in the block of a map or a list belongs to its head."""

    policies: Policies = field(default_factory=Policies)
    peers: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)
    grouped: set[str] = field(default_factory=set)
    active: dict[tuple[str, str, int], dict[str, str]] = field(default_factory=dict)
    statics: set[tuple[str, str, str]] = field(default_factory=set)
    addressed: dict[str, tuple[str, set[str]]] = field(default_factory=dict)

    def permit(self, name: str, action: str, prefix: str, lengths: list[str]) -> None:
        if action != "permit":
            self.policies.denying.add(name)
        said = dict(zip(lengths[::2], map(int, lengths[1::2]), strict=True))
        self.policies.lists.setdefault(name, []).append(_range(prefix, said))

    def match(self, name: str, words: list[str]) -> None:
        _, lists, other = self.policies.maps[name][-1]
        match words:
            case ["match", "ip" | "ipv6", "address", "prefix-list", listed]:
                lists.append(listed)
            case ["!", *_] | ["exit"] | []:
                pass
            case _:
                other.append(" ".join(words))

    def neighbour(self, vrf: str, version: int, words: list[str]) -> None:
        peer, said = words[1], words[2:]
        match said:
            case ["remote-as", asn]:
                self.peers.setdefault((vrf, peer), {})["asn"] = asn
            case ["peer-group", _] | ["peer-group"] | ["peer", "group", *_] | ["interface", *_]:
                self.grouped.add(peer)
            case ["activate"]:
                self.active.setdefault((vrf, peer, version), {})
            case ["route-map", name, way]:
                self.active.setdefault((vrf, peer, version), {})[way] = name

    def file(self, said: str) -> EdgeFile:
        sessions = [
            Session(
                vrf=vrf, peer=peer, asn=row["asn"], version=version, into=maps.get("in", ""), out=maps.get("out", "")
            )
            for (vrf, peer), row in self.peers.items()
            if peer not in self.grouped
            for (where, whom, version), maps in self.active.items()
            if (where, whom) == (vrf, peer)
        ]
        return EdgeFile(file=said, policies=self.policies, sessions=sessions, statics=self.statics, addressed=self.addressed)  # fmt: skip


def _sonic(folder: Path, said: str) -> EdgeFile:
    """Sessions and policy are those of frr.conf, addresses those of config_db.json."""
    found = _Lines()
    block: list[str] = []
    vrf, version = "", 4
    for line in (folder / "frr.conf").read_text(encoding="utf-8").splitlines():
        words = line.split()
        if line and not line.startswith((" ", "!")):
            block, version = words, 4
            vrf = words[words.index("vrf") + 1] if words[0] in {"vrf", "router"} and "vrf" in words else ""
        match words:
            case ["ip" | "ipv6", "prefix-list", name, "seq", _, action, prefix, *lengths]:
                found.permit(name, action, prefix, lengths)
            case ["ip" | "ipv6", "route", prefix, hop, *_] if hop != "blackhole":
                found.statics.add((vrf, prefix, hop))
            case ["route-map", name, action, _]:
                found.policies.maps.setdefault(name, []).append((action == "permit", [], []))
            case ["address-family", "ipv6", *_]:
                version = 6
            case ["address-family", *_]:
                version = 4 if "ipv4" in words else 0
            case ["neighbor", *_]:
                found.neighbour(vrf, version, words)
            case _ if block[:1] == ["route-map"] and words != block:
                found.match(block[1], words)
    tables: dict[str, dict[str, Any]] = json.loads((folder / "config_db.json").read_text(encoding="utf-8"))
    for key, row in (tables.get("INTERFACE", {}) | tables.get("VLAN_SUB_INTERFACE", {})).items():
        name, _, address = key.partition("|")
        instance, addresses = found.addressed.setdefault(name, ("", set()))
        if address:
            addresses.add(address)
        else:
            found.addressed[name] = (row.get("vrf_name", instance), addresses)
    return found.file(said)


def _eos(folder: Path, said: str) -> EdgeFile:
    found = _Lines()
    head: list[str] = []
    vrf, version = "", 4
    for line in (folder / "running.cfg").read_text(encoding="utf-8").splitlines():
        words, depth = line.split(), len(line) - len(line.lstrip())
        if not words or words[0] == "!":
            continue
        if depth == 0:
            head, vrf, version = words, "", 0
        match head, words:
            case ["ip" | "ipv6", "route", *rest], _:
                place = rest[1] if rest[0] == "vrf" else ""
                prefix, hop = rest[2:4] if place else rest[:2]
                if hop[0].isdigit() or ":" in hop:
                    found.statics.add((place, prefix, hop))
            case ["ip" | "ipv6", "prefix-list", name], ["seq", _, action, prefix, *lengths]:
                found.permit(name, action, prefix, lengths)
            case ["route-map", name, action, _], _ if words == head:
                found.policies.maps.setdefault(name, []).append((action == "permit", [], []))
            case ["route-map", name, *_], _:
                found.match(name, words)
            case ["interface", name], _ if words != head:
                _interface(found, name, words)
            case ["router", "bgp", _], ["vrf", name]:
                vrf, version = name, 0
            case ["router", "bgp", _], ["address-family", family, *_]:
                version = {"ipv4": 4, "ipv6": 6}.get(family, 0)
            case ["router", "bgp", _], ["neighbor", *_]:
                found.neighbour(vrf, version, words)
    return found.file(said)


def _interface(found: _Lines, name: str, words: list[str]) -> None:
    instance, addresses = found.addressed.setdefault(name, ("", set()))
    match words:
        case ["vrf", vrf]:
            found.addressed[name] = (vrf, addresses)
        case ["ip" | "ipv6", "address", address]:
            addresses.add(address)
        case _:
            found.addressed[name] = (instance, addresses)


def _nvue(folder: Path, said: str) -> EdgeFile:
    tree: dict[str, Any] = {}
    for each in yaml.load((folder / "startup.yaml").read_text(encoding="utf-8"), Loader=_LOADER):  # noqa: S506  (the safe loader, in C)
        tree |= each.get("set", {})
    policy = tree.get("router", {}).get("policy", {})
    policies = Policies()
    for name, row in policy.get("prefix-list", {}).items():
        for rule in row.get("rule", {}).values():
            if "permit" not in rule["action"]:
                policies.denying.add(name)
            for prefix, lengths in rule["match"].items():
                low = (lengths or {}).get("min-prefix-len")
                high = (lengths or {}).get("max-prefix-len")
                limits = ({"ge": int(low)} if low is not None else {}) | ({"le": int(high)} if high is not None else {})
                policies.lists.setdefault(name, []).append(_range(prefix, limits))
    for name, row in policy.get("route-map", {}).items():
        for _, rule in sorted(row.get("rule", {}).items(), key=lambda each: int(each[0])):
            match = rule.get("match", {})
            lists = [match["ip-prefix-list"]] if "ip-prefix-list" in match else []
            words = [key for key in match if key not in {"ip-prefix-list", "type"}]
            policies.maps.setdefault(name, []).append(("permit" in rule["action"], lists, words))
    statics: set[tuple[str, str, str]] = set()
    sessions: list[Session] = []
    for name, vrf in tree.get("vrf", {}).items():
        instance = "" if name == "default" else name
        router = vrf.get("router", {})
        for prefix, route in router.get("static", {}).items():
            statics |= {(instance, prefix, hop) for hop in route.get("via", {}) if hop != "blackhole"}
        for peer, row in router.get("bgp", {}).get("neighbor", {}).items():
            if "peer-group" not in row:
                sessions += _nvue_sessions(instance, peer, row)
    addressed = {name: _nvue_addresses(row) for name, row in tree.get("interface", {}).items()}
    return EdgeFile(file=said, policies=policies, sessions=sessions, statics=statics, addressed=addressed)


def _nvue_sessions(instance: str, peer: str, row: Mapping[str, Any]) -> Iterator[Session]:
    families = row.get("address-family", {})
    for version in (4, 6):
        # A neighbour speaks IPv4 unless it is turned off.
        family = families.get(f"ipv{version}-unicast", {} if version == 4 else None)
        if family is None or str(family.get("state", family.get("enable", "on"))) not in _ON:
            continue
        into, out = (family.get("policy", {}).get(way, {}).get("route-map", "") for way in ("inbound", "outbound"))
        yield Session(vrf=instance, peer=peer, asn=str(row.get("remote-as", "")), version=version, into=into, out=out)


def _nvue_addresses(row: Mapping[str, Any]) -> tuple[str, set[str]]:
    vrf = row.get("vrf") or row.get("ip", {}).get("vrf", "")
    found = {address for key in ("ip", "ipv4", "ipv6") for address in row.get(key, {}).get("address", {})}
    return ("" if vrf == "default" else vrf), found
