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
}
_SILENT = {"counter", "limit", "log"}
"""Statements that decide nothing. A limit ends its rule when it is exceeded; rendered files have none before a verdict."""
_VERDICTS = {"accept", "drop", "reject", "goto", "jump", "return"}
Rule = dict[str, Any]


class Firewall(Struct, frozen=True):
    """The input of a host: chains by name, the rules of each in order, and the policy of the base chain."""

    file: str
    base: str
    policy: bool
    chains: Mapping[str, list[Rule]]

    def at(self, file: str) -> "Firewall":
        """Return the same rules as those of another host's file, which is equal."""
        return replace(self, file=file)

    def decide(self, packet: Packet, interface: str) -> tuple[bool, str]:
        """Return whether a packet is accepted on an interface, and the deciding rule."""
        verdict = self._chain(self.base, packet, interface)
        return verdict or (self.policy, f"{self.file}: the policy of chain {self.base}")

    def _chain(self, name: str, packet: Packet, interface: str) -> tuple[bool, str] | None:
        for rule in self.chains[name]:
            verdict, target = self._rule(rule, packet, interface)
            if verdict in {"accept", "drop", "reject"}:
                said = f' "{rule["comment"]}"' if "comment" in rule else f" rule {self.chains[name].index(rule) + 1}"
                return verdict == "accept", f"{self.file}: chain {name}{said}"
            if verdict in {"goto", "jump"}:
                inner = self._chain(target, packet, interface)
                if inner or verdict == "goto":
                    return inner
            if verdict == "return":
                return None
        return None

    def _rule(self, rule: Rule, packet: Packet, interface: str) -> tuple[str, str]:
        for statement in rule["expr"]:
            ((kind, body),) = statement.items()
            if kind == "match":
                if not self._match(body, packet, interface):
                    return "", ""
            elif kind in _VERDICTS:
                return kind, body["target"] if kind in {"goto", "jump"} else ""
            elif kind not in _SILENT:
                raise UnreadableError(f"{self.file}: clustergen does not know the effect of `{kind}`")
        return "", ""

    def _match(self, body: Mapping[str, Any], packet: Packet, interface: str) -> bool:
        ((kind, left),) = body["left"].items()
        key = left.get("key") or f"{left.get('protocol')} {left.get('field')}"
        found = _seen(kind, key, packet, interface)
        if found is _UNKNOWN:
            raise UnreadableError(f"{self.file}: clustergen does not know a match by {kind} {key}")
        if found is None:
            return False
        holds = _holds(body["right"], found, key)
        return not holds if body["op"] == "!=" else holds


_UNKNOWN = object()
_HOPS = 64
"""The hop limit of packets that are not only for neighbours."""


def _seen(kind: str, key: str, packet: Packet, interface: str) -> Any:
    """Return the value of a packet's field; None where it has no such header."""
    ip = "ip" if packet.family == 4 else "ip6"
    facts: dict[tuple[str, str], Any] = {
        ("ct", "state"): "established" if packet.answer else "new",
        ("meta", "iifname"): interface,
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
    if key == "iifname":
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
    bases = []
    for each in listed:
        if "chain" in each:
            chain = each["chain"]
            chains[chain["name"]] = []
            if chain.get("hook") == "input":
                bases.append(chain)
        elif "rule" in each:
            chains[each["rule"]["chain"]].append(each["rule"])
        elif not each.keys() & {"metainfo", "table"}:
            raise UnreadableError(f"{where}: {', '.join(each)} is not known to clustergen")
    if len(bases) != 1:
        raise UnreadableError(f"{where}: {len(bases)} chains are at the input hook; clustergen expects one")
    return Firewall(where, bases[0]["name"], bases[0].get("policy") == "accept", chains)
