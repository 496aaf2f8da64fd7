"""Cumulus Linux: who may tell a switch of networks, and through which policy (NVUE reference, router policy and dynamic-neighbor)."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.cli.reach.packet import family_of, span_of
from generator.cli.reach.policy import Callers, Entry, Policy, Prefixes, Told

Tree = Mapping[str, Any]
_KNOWN = {"ip-prefix-list", "as-path-list", "type"}


def read_nvue_told(file: str, tree: Tree) -> Told:
    """Read the default instance: peer groups that addresses may join by calling, and all other groups, which are switches."""
    bgp: Tree = tree.get("vrf", {}).get("default", {}).get("router", {}).get("bgp", {})
    groups: Tree = bgp.get("peer-group", {})
    listening: Tree = bgp.get("dynamic-neighbor", {}).get("listen-range", {})
    joined = {prefix: row["peer-group"] for prefix, row in listening.items()}
    callers = [
        Callers(addresses=span_of(prefix), asn=int(groups[name]["remote-as"]), maps=_maps(groups[name], "inbound"))
        for prefix, name in joined.items()
    ]
    switches = [row for name, row in groups.items() if name not in joined.values()]
    return Told(
        file=file,
        callers=callers,
        out=[name for row in switches for name in _maps(row, "outbound")],
        into=[name for row in switches for name in _maps(row, "inbound")],
        policy=_policy(tree.get("router", {}).get("policy", {})) if callers else Policy(),
    )


def _maps(group: Tree, way: str) -> list[str]:
    family: Tree = group.get("address-family", {}).get("ipv4-unicast", {})
    name = family.get("policy", {}).get(way, {}).get("route-map")
    return [name] if name else []


def _policy(policy: Tree) -> Policy:
    return Policy(
        prefix_lists={name: list(_prefixes(name, row)) for name, row in policy.get("prefix-list", {}).items()},
        as_path_lists={
            name: [rule["aspath-exp"] for _, rule in _rules(name, row)]
            for name, row in policy.get("as-path-list", {}).items()
        },
        maps={
            name: {int(number): _entry(rule) for number, rule in row.get("rule", {}).items()}
            for name, row in policy.get("route-map", {}).items()
        },
    )


def _rules(name: str, row: Tree) -> Iterator[tuple[str, Tree]]:
    for number, rule in row.get("rule", {}).items():
        if "permit" not in rule["action"]:
            message = f"list {name} denies by rule {number}, whose effect is not known here"
            raise ValueError(message)
        yield number, rule


def _prefixes(name: str, row: Tree) -> Iterator[Prefixes]:
    for _, rule in _rules(name, row):
        for prefix, lengths in rule["match"].items():
            if family_of(prefix) == 4:
                own = int(prefix.partition("/")[2])
                shortest, longest = (int((lengths or {}).get(f"{end}-prefix-len", own)) for end in ("min", "max"))
                yield Prefixes(span_of(prefix), shortest, longest)


def _entry(rule: Tree) -> Entry:
    match: Tree = rule.get("match", {})
    lists, paths = ([match[key]] if key in match else [] for key in ("ip-prefix-list", "as-path-list"))
    return Entry(
        permits="permit" in rule["action"],
        prefix_lists=lists,
        as_path_lists=paths,
        other=sorted(set(match) - _KNOWN),
    )
