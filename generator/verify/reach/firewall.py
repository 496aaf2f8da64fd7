"""A host's firewall: nft itself loads the file, in a separate network namespace, and its rules are then evaluated one by one."""

import json
import os
import subprocess
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.source.broken import why_not_run
from generator.verify import admitted
from generator.verify.programs import start
from generator.verify.reach import UnreadableError, reading
from generator.verify.reach.packet import Packet, span_of

_LOAD = '"$0" -f "$1" && exec "$0" -j list ruleset'
_ICMP = {
    "echo-request": {8, 128},
    "echo-reply": {0, 129},
    "nd-neighbor-solicit": {135},
    "nd-neighbor-advert": {136},
    "mld-listener-report": {131},
    "mld-listener-done": {132},
    "mld-listener-reduction": {132},
    "mld2-listener-report": {143},
}
_SILENT = {"counter", "limit", "log"}
"""Statements that decide nothing. A limit ends its rule when it is exceeded; rendered files have none before a verdict."""
_VERDICTS = {"accept", "drop", "reject", "goto", "jump", "return"}
Rule = dict[str, Any]


class Base(Struct, frozen=True):
    """A chain at a hook, and whether its policy accepts."""

    name: str
    policy: bool


class Firewall(Struct, frozen=True):
    """What a host accepts and what it sends: chains by name, the rules of each in order, and the base chains. Without one at the output hook, it sends everything."""

    file: str
    base: Base
    output: Base | None
    chains: Mapping[str, list[Rule]]

    def at(self, file: str) -> "Firewall":
        """Return the same rules as those of another host's file, which is equal."""
        return replace(self, file=file)

    def decide(self, packet: Packet, interface: str) -> tuple[bool, str]:
        """Return whether a packet is accepted on an interface, and the deciding rule."""
        return self._verdict(self.base, packet, _Ports(came=interface))

    def leave(self, packet: Packet, interface: str) -> tuple[bool, str]:
        """Return whether a packet of the host itself leaves by an interface, and the deciding rule; empty where nothing filters it."""
        return self._verdict(self.output, packet, _Ports(leaves=interface)) if self.output else (True, "")

    def _verdict(self, base: Base, packet: Packet, ports: "_Ports") -> tuple[bool, str]:
        verdict = self._chain(base.name, packet, ports)
        return verdict or (base.policy, f"{self.file}: the policy of chain {base.name}")

    def _chain(self, name: str, packet: Packet, ports: "_Ports") -> tuple[bool, str] | None:
        for rule in self.chains[name]:
            verdict, target = self._rule(rule, packet, ports)
            if verdict in {"accept", "drop", "reject"}:
                said = f' "{rule["comment"]}"' if "comment" in rule else f" rule {self.chains[name].index(rule) + 1}"
                return verdict == "accept", f"{self.file}: chain {name}{said}"
            if verdict in {"goto", "jump"}:
                inner = self._chain(target, packet, ports)
                if inner or verdict == "goto":
                    return inner
            if verdict == "return":
                return None
        return None

    def _rule(self, rule: Rule, packet: Packet, ports: "_Ports") -> tuple[str, str]:
        for statement in rule["expr"]:
            ((kind, body),) = statement.items()
            if kind == "match":
                if not self._match(body, packet, ports):
                    return "", ""
            elif kind in _VERDICTS:
                return kind, body["target"] if kind in {"goto", "jump"} else ""
            elif kind not in _SILENT:
                raise UnreadableError(f"{self.file}: clustergen does not know the effect of `{kind}`")
        return "", ""

    def _match(self, body: Mapping[str, Any], packet: Packet, ports: "_Ports") -> bool:
        ((kind, left),) = body["left"].items()
        key = left.get("key") or f"{left.get('protocol')} {left.get('field')}"
        found = _seen(kind, key, packet, ports)
        if found is _UNKNOWN:
            raise UnreadableError(f"{self.file}: clustergen does not know a match by {kind} {key}")
        if found is None:
            return False
        holds = _holds(body["right"], found, key)
        return not holds if body["op"] == "!=" else holds


_UNKNOWN = object()
_HOPS = 64
"""The hop limit of packets that are not only for neighbours."""


class _Ports(Struct, frozen=True):
    """The interfaces of a packet; a hook has one of them, and the other is an empty name."""

    came: str = ""
    leaves: str = ""


def _seen(kind: str, key: str, packet: Packet, ports: _Ports) -> Any:
    """Return the value of a packet's field; None where it has no such header."""
    ip = "ip" if packet.family == 4 else "ip6"
    facts: dict[tuple[str, str], Any] = {
        ("ct", "state"): "established" if packet.answer else "new",
        ("meta", "iifname"): ports.came,
        ("meta", "oifname"): ports.leaves,
        ("meta", "l4proto"): ("ipv6-icmp" if packet.family == 6 else "icmp")
        if packet.protocol == "icmp"
        else packet.protocol,
        ("meta", "nfproto"): "ipv4" if ip == "ip" else "ipv6",
        ("payload", f"{ip} saddr"): packet.source,
        ("payload", f"{ip} daddr"): packet.destination,
        ("payload", "ip6 hoplimit"): _HOPS,
    }
    if packet.protocol == "icmp":
        facts["payload", "icmpv6 type" if ip == "ip6" else "icmp type"] = packet.icmp_type
    else:
        facts["payload", f"{packet.protocol} dport"] = packet.port
        facts["payload", f"{packet.protocol} sport"] = packet.source_port
    known = {"ip saddr", "ip daddr", "ip6 saddr", "ip6 daddr", "icmp type", "icmpv6 type"}
    known |= {f"{protocol} {field}" for protocol in ("tcp", "udp") for field in ("dport", "sport")}
    return facts.get((kind, key), None if kind == "payload" and key in known else _UNKNOWN)


def _holds(right: Any, found: Any, key: str) -> bool:
    """Whether a value fits a match: one value, a list, a set, a range or a prefix."""
    if isinstance(right, list):
        return any(_holds(each, found, key) for each in right)
    if isinstance(right, dict):
        if "set" in right:
            return _holds(right["set"], found, key)
        if "range" in right:
            first, last = (_number(each) for each in right["range"])
            return bool(first <= found <= last)
        if "prefix" in right:
            first, last = span_of(f"{right['prefix']['addr']}/{right['prefix']['len']}")
            return bool(first <= found <= last)
        raise UnreadableError(f"nftables: clustergen does not know a match with {', '.join(right)}")
    if key.endswith(" type"):
        return found in _ICMP[right] if isinstance(right, str) else bool(found == right)
    if key in {"iifname", "oifname"}:
        return bool(fnmatchcase(found, right))
    return bool(found == (_number(right) if key.endswith("addr") else right))


@cache
def _number(value: str | int) -> int:
    return int(ip_address(value)) if isinstance(value, str) else value


def load_firewall(nft: str, unshare: str, tree: Path, file: Path) -> Firewall:
    """Load a file with nft in an empty namespace, and return the rules that it then has.

    Raises UnreadableError: nft refuses the file, or no namespace can be made.
    """
    where = file.relative_to(tree).as_posix()
    if odd := admitted.firewall(file.read_text("utf-8")):
        raise UnreadableError(f"{where}: {odd}, which clustergen does not write")
    with reading(where):
        done = _apart(unshare, "sh", "-c", _LOAD, nft, str(file))
    if done.returncode:
        raise UnreadableError(f"{where}: {(done.stderr.strip().splitlines() or ['nft failed'])[0]}")
    return _firewall(where, json.loads(done.stdout)["nftables"])


def why_not_apart(unshare: str) -> str:
    """Return why this machine cannot create a network namespace; empty where it can."""
    try:
        done = _apart(unshare, "true")
    except (OSError, subprocess.SubprocessError) as error:
        return why_not_run(error)
    return done.stderr.strip() or f"exit {done.returncode}" if done.returncode else ""


def _apart(unshare: str, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a new network namespace, which ends with it."""
    own = ["--net"] if os.geteuid() == 0 else ["--user", "--map-root-user", "--net"]
    return start([unshare, *own, *command])


def _firewall(where: str, listed: list[dict[str, Any]]) -> Firewall:
    chains: dict[str, list[Rule]] = {}
    bases: dict[str, list[Base]] = {}
    for each in listed:
        if "chain" in each:
            chain = each["chain"]
            chains[chain["name"]] = []
            if "hook" in chain:
                bases.setdefault(chain["hook"], []).append(Base(chain["name"], chain.get("policy") == "accept"))
        elif "rule" in each:
            chains[each["rule"]["chain"]].append(each["rule"])
        elif not each.keys() & {"metainfo", "table"}:
            raise UnreadableError(f"{where}: {', '.join(each)} is not known to clustergen")
    incoming, outgoing = bases.get("input", []), bases.get("output", [])
    if len(incoming) != 1 or len(outgoing) > 1:
        hook, found, wanted = ("input", incoming, "one") if len(incoming) != 1 else ("output", outgoing, "one at most")
        raise UnreadableError(f"{where}: {len(found)} chains are at the {hook} hook; clustergen expects {wanted}")
    return Firewall(where, incoming[0], next(iter(outgoing), None), chains)
