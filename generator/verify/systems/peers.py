"""BGP neighbours of a switch's default instance, and the AS number that it expects of each."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from generator.verify.reach.packet import family_of, span_of
from generator.verify.systems.records import Peers

_ADDRESS = re.compile(r"\d+\.\d+\.|[0-9a-fA-F]*:")


class Sessions(Struct):
    """Lines about neighbours read so far: AS numbers by neighbour or group, and the group of each neighbour."""

    asn: str = ""
    asns: dict[str, str] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)

    def take(self, words: Sequence[str]) -> None:
        """Take a line of FRR or EOS."""
        match words:
            case ["neighbor", name, "interface", *said] | ["neighbor", "interface", name, *said]:
                self._say(name, [each for each in said if each != "v6only"])
            case ["neighbor", name, "peer", "group", group]:
                self._say(name, ["peer-group", group])
            case ["neighbor", name, "remote-as" | "peer-group", _]:
                self._say(name, words[2:])

    def _say(self, name: str, said: Sequence[str]) -> None:
        for key, value in zip(said[::2], said[1::2], strict=False):
            if key == "remote-as":
                self.asns[name] = value
            elif key == "peer-group":
                self.groups[name] = value

    def peers(self) -> Peers:
        """Return the neighbours; a group is none of them."""
        addresses: dict[tuple[int, int], str] = {}
        interfaces: dict[str, str] = {}
        for name in {**self.groups, **self.asns}:
            asn = self.asns.get(name) or self.asns.get(self.groups.get(name, ""), "")
            if _ADDRESS.match(name):
                addresses[family_of(name), span_of(name)[0]] = asn
            elif name in self.groups:
                interfaces[name] = asn
        return Peers(self.asn, addresses, interfaces)


def eos_peers(sections: Mapping[str, Sequence[list[str]]]) -> Peers:
    """Read the neighbours of running.cfg, up to the first other instance."""
    found = Sessions()
    head = next((each for each in sections if each.startswith("router bgp ")), "")
    if head:
        found.asn = head.split()[2]
    for words in sections.get(head, ()):
        if words[0] == "vrf":
            break
        found.take(words)
    return found.peers()


def nvue_peers(tree: Mapping[str, Any]) -> Peers:
    """Read the neighbours of startup.yaml."""
    bgp = tree.get("vrf", {}).get("default", {}).get("router", {}).get("bgp", {})
    found = Sessions(asn=str(bgp.get("autonomous-system") or tree.get("router", {}).get("bgp", {}).get("autonomous-system", "")))  # fmt: skip
    for kind in ("peer-group", "neighbor"):
        for name, row in bgp.get(kind, {}).items():
            if "remote-as" in row:
                found.asns[str(name)] = str(row["remote-as"])
            if kind == "neighbor":
                found.groups[str(name)] = row.get("peer-group", "")
    return found.peers()
