"""Cumulus Linux: peers whose networks a switch accepts, and their policy (NVUE reference, router policy and dynamic-neighbor)."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.verify.reach.learned import BITS, Entry, Group, Learned, Policy, Prefixes, counted, learn, path_pattern
from generator.verify.reach.packet import span_of
from generator.verify.systems.nvue_words import SWITCHES, is_on

Tree = Mapping[str, Any]
_FAMILY = "ipv4-unicast"
_ON = ("enabled", "on", True)
_BANDWIDTH = "ext-community-bw"
_KNOWN: Mapping[str, frozenset[str]] = {
    "peer-group": frozenset({"address-family", "bfd", "graceful-restart", "local-as", "passive-mode", "remote-as", "description", "ttl-security"}),
    "neighbor": frozenset({"peer-group", "type", "remote-as", "description"}),
    "address-family": frozenset({"policy", "prefix-limits", *SWITCHES}),
    "policy": frozenset({"inbound", "outbound"}),
    "way": frozenset({"route-map"}),
}  # fmt: skip
"""Keys with a known effect, by place."""


def read_nvue_learned(file: str, tree: Tree) -> Learned:
    """Read the default instance: peer groups that addresses may join by calling, and all others, which are switches."""
    bgp: Tree = tree.get("vrf", {}).get("default", {}).get("router", {}).get("bgp", {})
    on = is_on(bgp)
    groups = {name: _group(row, on=on) for name, row in bgp.get("peer-group", {}).items()}
    listening: Tree = bgp.get("dynamic-neighbor", {}).get("listen-range", {})
    joined = [(prefix, row["peer-group"]) for prefix, row in listening.items()]
    return learn(file, groups, joined, _policy(tree.get("router", {}).get("policy", {})), list(_unknown(bgp)))


def read_nvue_counted(tree: Tree) -> dict[str, str]:
    """Return the links that each entry of a route-map counts behind a route."""
    return counted(_policy(tree.get("router", {}).get("policy", {})).maps)


def _group(row: Tree, *, on: bool) -> Group:
    family: Tree = row.get("address-family", {}).get(_FAMILY, {})
    policy: Tree = family.get("policy", {})
    into, out = (policy.get(direction, {}).get("route-map", "") for direction in ("inbound", "outbound"))
    asn = str(row.get("remote-as", ""))
    active = on and bool(family) and is_on(family)
    return Group(asn=int(asn) if asn.isdigit() else 0, into=into, out=out, active=active)


def _unknown(bgp: Tree) -> Iterator[str]:
    """Name keys whose effect is not known, of groups and neighbours."""
    for what in ("peer-group", "neighbor"):
        for name, row in bgp.get(what, {}).items():
            if what == "neighbor" and "peer-group" not in row:
                continue  # in no group, so none of the fabric (`edge_files.py`)
            yield from (f"{what} {name} {key}" for key in row if key not in _KNOWN[what])
            if row.get("local-as", {}).get("prepend") in _ON:
                yield f"{what} {name} local-as prepend"  # it would be in the path of all announced routes
            family: Tree = row.get("address-family", {}).get(_FAMILY, {}) if what == "peer-group" else {}
            yield from (f"{what} {name} {key}" for key in family if key not in _KNOWN["address-family"])
            policy: Tree = family.get("policy", {})
            yield from (f"{what} {name} {key}" for key in policy if key not in _KNOWN["policy"])
            keys = (key for direction in policy.values() for key in direction)
            yield from (f"{what} {name} {key}" for key in keys if key not in _KNOWN["way"])


def _policy(policy: Tree) -> Policy:
    prefixes, paths = (policy.get(f"{kind}-list", {}) for kind in ("prefix", "as-path"))
    return Policy(
        prefix_lists={name: list(_prefixes(row)) for name, row in prefixes.items() if row.get("type") != "ipv6"},
        as_path_lists={name: [path_pattern(rule["aspath-exp"]) for rule in _rules(row)] for name, row in paths.items()},
        maps={
            name: {int(number): _entry(rule) for number, rule in row.get("rule", {}).items()}
            for name, row in policy.get("route-map", {}).items()
        },
        denying={name for part in (prefixes, paths) for name, row in part.items() if not all(map(_permits, _rules(row)))},
    )  # fmt: skip


def _rules(row: Tree) -> list[Tree]:
    return list(row.get("rule", {}).values())


def _permits(rule: Tree) -> bool:
    return "permit" in rule["action"]


def _prefixes(row: Tree) -> Iterator[Prefixes]:
    for rule in _rules(row):
        for prefix, lengths in rule["match"].items():
            said = lengths or {}
            own = int(prefix.partition("/")[2])
            # The shortest alone reaches to 32, as FRR's `ge` does, which NVUE writes it as.
            longest = said.get("max-prefix-len", BITS if "min-prefix-len" in said else own)
            yield Prefixes(span_of(prefix), int(said.get("min-prefix-len", own)), int(longest))


def _entry(rule: Tree) -> Entry:
    match: Tree = rule.get("match", {})
    lists, paths = ([match[key]] if key in match else [] for key in ("ip-prefix-list", "as-path-list"))
    other = [key for key in match if key not in {"ip-prefix-list", "as-path-list", "type"}]
    other += [f"type {match['type']}"] if match.get("type", "ipv4") != "ipv4" else []
    said: Tree = rule.get("set", {})
    other += [key for key in rule if key not in {"action", "match", "set"}] + [key for key in said if key != _BANDWIDTH]
    other += [key for action in rule["action"].values() for key in action or ()]
    how = str(said.get(_BANDWIDTH, "")).replace("multipaths", "num-multipaths")
    return Entry(permits=_permits(rule), prefix_lists=lists, as_path_lists=paths, bandwidth=how, other=other)
