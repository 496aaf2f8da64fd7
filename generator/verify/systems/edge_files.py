"""The edge in a switch's file, for all systems; that of Cumulus Linux is read here."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from generator.verify.reach import reading
from generator.verify.systems.edge_lines import DEFAULT, MGMT, eos_edge, sonic_edge
from generator.verify.systems.edge_records import EdgeFile, Policies, Session, passing
from generator.verify.systems.nvue_words import is_on

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_edge(tree: Path, name: str, *, placed: bool) -> EdgeFile | None:
    """Read a switch's file, with its addresses where it has uplinks (`placed`); None where it has none of a known system."""
    folder = tree / "switches" / name
    if (folder / "config_db.json").is_file():
        said = f"switches/{name}/frr.conf"
        with reading(said):
            return sonic_edge(folder, said, placed=placed)
    for file, reader in (("running.cfg", eos_edge), ("startup.yaml", _nvue)):
        if (folder / file).is_file():
            said = f"switches/{name}/{file}"
            with reading(said):
                return reader(folder, said)
    return None


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
                policies.lists.setdefault(name, []).append(passing(prefix, limits))
    for name, row in policy.get("route-map", {}).items():
        for _, rule in sorted(row.get("rule", {}).items(), key=lambda each: int(each[0])):
            match = rule.get("match", {})
            lists = [match["ip-prefix-list"]] if "ip-prefix-list" in match else []
            words = [key for key in match if key not in {"ip-prefix-list", "type"}]
            policies.maps.setdefault(name, []).append(("permit" in rule["action"], lists, words))
    for name, row in policy.get("as-path-list", {}).items():
        for rule in row.get("rule", {}).values():
            action = "" if "permit" in rule["action"] else "deny "
            policies.paths.setdefault(name, set()).add(f"{action}{rule['aspath-exp']}")
    statics: set[tuple[str, str, str]] = set()
    sessions: list[Session] = []
    joined: set[str] = set()
    for name, vrf in tree.get("vrf", {}).items():
        instance = "" if name == "default" else name
        router = vrf.get("router", {})
        for prefix, route in router.get("static", {}).items():
            statics |= {(instance, prefix, hop) for hop in route.get("via", {}) if hop != "blackhole"}
        for peer, row in router.get("bgp", {}).get("neighbor", {}).items():
            if "peer-group" in row:
                joined.add(peer)
            else:
                sessions += _nvue_sessions(instance, peer, row)
    port = tree.get("interface", {}).get("eth0", {})
    statics |= {(MGMT, DEFAULT, hop) for key in ("ip", "ipv4") for hop in port.get(key, {}).get("gateway", {})}
    addressed = {name: _nvue_addresses(row) for name, row in tree.get("interface", {}).items()}
    bgp = tree.get("vrf", {}).get("default", {}).get("router", {}).get("bgp", {})
    groups = {
        (name, each.version): (each.into, each.out)
        for name, row in bgp.get("peer-group", {}).items()
        for each in _nvue_sessions("", name, row)
    }
    return EdgeFile(file=said, policies=policies, sessions=sessions, joined=joined, statics=statics, addressed=addressed, groups=groups)  # fmt: skip


def _nvue_sessions(instance: str, peer: str, row: Mapping[str, Any]) -> Iterator[Session]:
    families = row.get("address-family", {})
    for version in (4, 6):
        # IPv4 is active for a neighbour unless turned off.
        family = families.get(f"ipv{version}-unicast", {} if version == 4 else None)
        if family is None or not is_on(family):
            continue
        into, out = (
            family.get("policy", {}).get(direction, {}).get("route-map", "") for direction in ("inbound", "outbound")
        )
        yield Session(vrf=instance, peer=peer, asn=str(row.get("remote-as", "")), version=version, into=into, out=out)


def _nvue_addresses(row: Mapping[str, Any]) -> tuple[str, set[str]]:
    vrf = row.get("vrf") or row.get("ip", {}).get("vrf", "")
    found = {address for key in ("ip", "ipv4", "ipv6") for address in row.get(key, {}).get("address", {})}
    return ("" if vrf == "default" else vrf), found
