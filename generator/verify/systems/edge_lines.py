"""The edge in files of lines, as of FRR and EOS: lines in the block of a map or a list belong to its head."""

import json
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from generator.verify.systems.edge_records import EdgeFile, Policies, Session, passing

MGMT, DEFAULT = "mgmt", "0.0.0.0/0"
"""The instance of management ports, as SONiC and Cumulus Linux call it (EOS in capitals), and what their gateway is for."""


class _Lines(Struct):
    """State of the reader. `groups` are names of peer groups, `grouped` those of peers in them."""

    policies: Policies = field(default_factory=Policies)
    peers: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)
    groups: set[str] = field(default_factory=set)
    grouped: set[str] = field(default_factory=set)
    active: dict[tuple[str, str, int], dict[str, str]] = field(default_factory=dict)
    statics: set[tuple[str, str, str]] = field(default_factory=set)
    addressed: dict[str, tuple[str, set[str]]] = field(default_factory=dict)

    def permit(self, name: str, action: str, prefix: str, lengths: list[str]) -> None:
        if action != "permit":
            self.policies.denying.add(name)
        said = dict(zip(lengths[::2], map(int, lengths[1::2]), strict=True))
        self.policies.lists.setdefault(name, []).append(passing(prefix, said))

    def path(self, name: str, action: str, pattern: str) -> None:
        self.policies.paths.setdefault(name, set()).add(pattern if action == "permit" else f"{action} {pattern}")

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
        peer, said = (words[2], words[2:]) if words[1] == "interface" else (words[1], words[2:])
        match said:
            case ["peer-group"] | ["peer", "group"]:
                self.groups.add(peer)
            case ["remote-as", asn]:
                self.peers.setdefault((vrf, peer), {})["asn"] = asn
            case ["peer-group", _] | ["peer", "group", _] | ["interface", *_]:
                self.grouped.add(peer)
            case [first, *_] if first == peer:
                self.grouped.add(peer)  # `neighbor interface Ethernet1/1 peer-group ...` of EOS
            case ["activate"]:
                self.active.setdefault((vrf, peer, version), {})["active"] = peer
            case ["route-map", name, direction]:
                self.active.setdefault((vrf, peer, version), {})[direction] = name

    def file(self, said: str) -> EdgeFile:
        sessions = [
            Session(
                vrf=vrf,
                peer=peer,
                asn=row["asn"],
                version=version,
                into=maps.get("in", ""),
                out=maps.get("out", ""),
                active="active" in maps,
            )
            for (vrf, peer), row in self.peers.items()
            if peer not in self.grouped | self.groups
            for (where, whom, version), maps in self.active.items()
            if (where, whom) == (vrf, peer)
        ]
        groups = {
            (name, version): (maps.get("in", ""), maps.get("out", ""))
            for (vrf, name, version), maps in self.active.items()
            if name in self.groups and not vrf and version and "active" in maps
        }
        return EdgeFile(file=said, policies=self.policies, sessions=sessions, joined=self.grouped, statics=self.statics, addressed=self.addressed, groups=groups)  # fmt: skip


def sonic_edge(folder: Path, said: str, *, placed: bool) -> EdgeFile:
    """Sessions and policy are those of frr.conf; addresses those of config_db.json, a large file that is only read where there are uplinks (`placed`)."""
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
            case ["bgp", "as-path", "access-list", name, *rest] if len(rest) > 1:
                action, *pattern = rest[2:] if rest[0] == "seq" else rest
                found.path(name, action, " ".join(pattern))
            case ["ip" | "ipv6", "route", prefix, hop, *rest] if hop != "blackhole" and "nexthop-vrf" not in rest:
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
    text = (folder / "config_db.json").read_text(encoding="utf-8") if placed else "{}"
    tables: dict[str, dict[str, Any]] = json.loads(text)
    for row in tables.get("MGMT_INTERFACE", {}).values():
        if "gwaddr" in row:
            found.statics.add((MGMT, DEFAULT, row["gwaddr"]))
    for key, row in (tables.get("INTERFACE", {}) | tables.get("VLAN_SUB_INTERFACE", {})).items():
        name, _, address = key.partition("|")
        instance, addresses = found.addressed.setdefault(name, ("", set()))
        if address:
            addresses.add(address)
        else:
            found.addressed[name] = (row.get("vrf_name", instance), addresses)
    return found.file(said)


def eos_edge(folder: Path, said: str) -> EdgeFile:
    """Read running.cfg."""
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
            case ["ip", "as-path", "access-list", name, action, pattern, *_], _:
                found.path(name, action, pattern)
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
