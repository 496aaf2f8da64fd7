"""frr.conf: announced networks by instance, and peers whose networks are accepted, with their policy (FRR manual, BGP and filtering)."""

import re
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from generator.verify.reach.learned import BITS, Entry, Group, Learned, Policy, Prefixes, counted, learn, path_pattern
from generator.verify.reach.packet import Span, family_of, span_of
from generator.verify.systems.leaks import frr_leaks, frr_targets
from generator.verify.systems.peers import Sessions
from generator.verify.systems.records import Peers, Taken

_FAMILY = "ipv4 unicast"
_ADDRESS = re.compile(r"\d+\.|[0-9a-f]*:")
_HARMLESS = frozenset(
    {"bfd", "capability", "description", "interface", "passive", "graceful-restart-disable", "maximum-prefix", "ttl-security"}
)  # fmt: skip
"""Settings of a neighbour that do not change which routes pass."""


class _Reader(Struct):
    policy: Policy = field(default_factory=Policy)
    groups: dict[str, Group] = field(default_factory=dict)
    joined: list[tuple[str, str]] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    beside: dict[str, list[str]] = field(default_factory=dict)
    """Lines of peers in no group; those that remain so are not of the fabric (`edge_files.py`)."""
    members: set[str] = field(default_factory=set)
    networks: dict[str, list[tuple[int, Span]]] = field(default_factory=dict)
    advertised: dict[str, set[int]] = field(default_factory=lambda: {"": {4, 6}})
    vnis: dict[str, int] = field(default_factory=dict)
    taken: list[Taken] = field(default_factory=list)
    targets: list[tuple[str, str]] = field(default_factory=list)
    block: list[str] = field(default_factory=list)
    instance: str = ""
    family: str = ""
    peers: Sessions = field(default_factory=Sessions)
    free: bool = False
    """Whether routes pass where no map is named (RFC 8212 would have none pass)."""

    def take(self, line: str) -> None:
        words = line.split()
        if not words or words[0].startswith("!"):
            return
        if not line.startswith(" "):
            self.block, self.family = words, ""
            of_one = words[0] in {"vrf", "router"} and "vrf" in words
            self.instance = words[words.index("vrf") + 1] if of_one else ""
            self.taken += frr_leaks(self.instance, words)
            if words[:2] == ["router", "bgp"] and not of_one:
                self.peers.asn = words[2]
            self._line(words)
            return
        self._announce(words)
        self.taken += frr_leaks(self.instance, words)
        self.targets += frr_targets(self.instance, words)
        if self.block[:1] == ["route-map"]:
            self._entry(words)
        elif self.block[:2] == ["router", "bgp"] and "vrf" not in self.block:
            self._bgp(words)

    def _announce(self, words: list[str]) -> None:
        match words:
            case ["vni", number]:
                self.vnis[self.instance] = int(number)
            case ["network", prefix, *_]:
                self.networks.setdefault(self.instance, []).append((family_of(prefix), span_of(prefix)))
            case ["advertise", family, "unicast"]:
                self.advertised.setdefault(self.instance, set()).add(6 if family == "ipv6" else 4)

    def _line(self, words: list[str]) -> None:
        """Read a line outside of a block, or the head of a route-map's entry."""
        match words:
            case ["ip", "prefix-list", name, *rest]:
                action, prefix, *lengths = rest[2:] if rest[0] == "seq" else rest
                said = dict(zip(lengths[::2], map(int, lengths[1::2]), strict=True))
                prefix = "0.0.0.0/0" if prefix == "any" else prefix
                own = int(prefix.partition("/")[2])
                anything = {"le": BITS} if rest[-1] == "any" else {}
                # `ge` alone reaches to 32, `le` alone begins at the prefix's own length.
                longest = (anything | said).get("le", BITS if "ge" in said else own)
                self._list(name, action)
                self.policy.prefix_lists.setdefault(name, []).append(
                    Prefixes(span_of(prefix), said.get("ge", own), longest)
                )
            case ["bgp", "as-path", "access-list", name, *rest]:
                action, *pattern = rest[2:] if rest[0] == "seq" else rest
                self._list(name, action)
                self.policy.as_path_lists.setdefault(name, []).append(path_pattern(" ".join(pattern)))
            case ["route-map", name, action, number]:
                self.policy.maps.setdefault(name, {})[int(number)] = Entry(permits=action == "permit")

    def _list(self, name: str, action: str) -> None:
        if action != "permit":
            self.policy.denying.add(name)

    def _entry(self, words: list[str]) -> None:
        _, name, _, number = self.block
        entry = self.policy.maps[name][int(number)]
        match words:
            case ["match", "ip", "address", "prefix-list", listed]:
                entry = replace(entry, prefix_lists=[*entry.prefix_lists, listed])
            case ["match", "as-path", listed]:
                entry = replace(entry, as_path_lists=[*entry.as_path_lists, listed])
            case ["set", "extcommunity", "bandwidth", how]:
                entry = replace(entry, bandwidth=how)
            case _:
                entry = replace(entry, other=[*entry.other, " ".join(words)])
        self.policy.maps[name][int(number)] = entry

    def _bgp(self, words: list[str]) -> None:
        here = self.family in {"", _FAMILY}
        self.peers.take(words)
        match words:
            case ["address-family", *family]:
                self.family = " ".join(family)
            case ["exit-address-family"]:
                self.family = ""
            case ["no", "bgp", "ebgp-requires-policy"]:
                self.free = True
            case ["bgp", "listen", "range", prefix, "peer-group", name]:
                self.joined.append((prefix, name))
            case ["neighbor", name, *said] if here:
                self._neighbour(name, said, " ".join(words))
            case ["no", "neighbor", *_] if here:
                self.unknown.append(" ".join(words))

    def _neighbour(self, name: str, said: list[str], line: str) -> None:
        """Read a line of a group or of a peer. IPv4 of a group is active once it is activated (`no bgp default ipv4-unicast`)."""
        group = self.groups.get(name)
        match said:
            case ["peer-group"]:
                self.groups[name] = Group(active=False)
            case ["peer-group", _]:
                self.unknown += self.beside.pop(name, [])
                self.members.add(name)
            case ["remote-as", asn]:
                if group and asn.isdigit():
                    self.groups[name] = replace(group, asn=int(asn))
            case ["activate"] if group:
                self.groups[name] = replace(group, active=True)
            case ["route-map", named, "in"] if group:
                self.groups[name] = replace(group, into=named)
            case ["route-map", named, "out"] if group:
                self.groups[name] = replace(group, out=named)
            case ["local-as", _, "no-prepend", *_]:
                pass  # without that word it would be in the path of all announced routes
            case [word, *_] if word in _HARMLESS:
                pass
            case _ if group or name in self.members or not _ADDRESS.match(name):
                self.unknown.append(line)
            case _:
                self.beside.setdefault(name, []).append(line)


class FrrRoutes(Struct):
    """Announced networks, `vni` lines of instances, accepted routes of hosts, and the links that entries of route-maps count."""

    announced: dict[str, list[tuple[int, Span]]] = field(default_factory=dict)
    vnis: dict[str, int] = field(default_factory=dict)
    learned: Learned = field(default_factory=Learned)
    taken: list[Taken] = field(default_factory=list)
    targets: list[tuple[str, str]] = field(default_factory=list)
    counted: dict[str, str] = field(default_factory=dict)
    peers: Peers = Peers()


def read_frr(file: Path) -> FrrRoutes:
    """Read a file. Networks of an instance count where EVPN announces them (`advertise`), and those of the default one always."""
    if not file.is_file():
        return FrrRoutes()
    found = _Reader()
    for line in file.read_text(encoding="utf-8").splitlines():
        found.take(line)
    if not found.free:
        found.unknown += [f"no route-map for {name}" for name, group in found.groups.items() if not (group.into and group.out)]  # fmt: skip
    where = f"switches/{file.parent.name}/{file.name}"
    return FrrRoutes(
        announced={
            name: [each for each in rows if each[0] in found.advertised.get(name, ())]
            for name, rows in found.networks.items()
        },
        vnis=found.vnis,
        learned=learn(where, found.groups, found.joined, found.policy, found.unknown),
        taken=found.taken,
        targets=found.targets,
        counted=counted(found.policy.maps),
        peers=found.peers.peers(),
    )
