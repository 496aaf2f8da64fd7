"""Routes that an instance imports from another one on its own switch, in the syntax of each system: both instances, and the addresses.

Anything other than plain prefix lists counts as all addresses: an unknown map may permit everything.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.verify.reach.packet import family_of, span_of
from generator.verify.systems.nvue_words import is_on
from generator.verify.systems.records import Taken

_EVERYTHING = {4: (0, (1 << 32) - 1), 6: (0, (1 << 128) - 1)}
_FAMILIES = {"ipv4-unicast": 4, "ipv6-unicast": 6}
_DEFAULT = "default"
Tree = Mapping[str, Any]
Sections = Mapping[str, Sequence[Sequence[str]]]


def everything(into: str, source: str) -> Iterator[Taken]:
    """Yield all of an instance, in both IP versions."""
    for family, span in _EVERYTHING.items():
        yield Taken(into=into, source=_instance(source), family=family, span=span)


def frr_leaks(instance: str, words: list[str]) -> list[Taken]:
    """Read a line of frr.conf: a static route whose next hop is in another instance, or an import."""
    match words:
        case ["ip" | "ipv6", "route", prefix, _, _, "nexthop-vrf", source] | [
            "ip" | "ipv6",
            "route",
            prefix,
            _,
            "nexthop-vrf",
            source,
        ]:
            return [_taken(instance, source, prefix)]
        case ["import", "vrf", source] if source != "route-map":
            return list(everything(instance, source))
    return []


def frr_targets(instance: str, words: list[str]) -> list[tuple[str, str]]:
    """Read a line of frr.conf: route targets by which an instance imports or exports routes, over EVPN or a VPN."""
    match words:
        case ["route-target", _, *targets] | ["rt", "vpn", _, *targets] if instance:
            return [(instance, target) for target in targets]
    return []


def nvue_leaks(tree: Tree) -> list[Taken]:
    """Read startup.yaml. BGP hands on what its other instance has: networks of its ports where that redistributes them."""
    found = []
    policy = tree.get("router", {}).get("policy", {})
    vrfs = tree.get("vrf", {})
    for name, row in vrfs.items():
        for key, family in row.get("router", {}).get("bgp", {}).get("address-family", {}).items():
            imported = family.get("route-import", {}).get("from-vrf", {})
            if key in _FAMILIES and imported and is_on(imported):
                spans = _nvue_spans(policy, imported.get("route-map", ""), _FAMILIES[key])
                for source in imported.get("list", {}):
                    other = vrfs.get(source, {}).get("router", {}).get("bgp", {}).get("address-family", {})
                    if is_on(other.get(key, {}).get("redistribute", {}).get("connected", {"state": False})):
                        found += [Taken(_instance(name), _instance(source), _FAMILIES[key], span) for span in spans]
    return found


def nvue_targets(tree: Tree) -> list[tuple[str, str]]:
    """Read startup.yaml: route targets by which instances import routes from EVPN, or export theirs to it."""
    bgp = {name: row.get("router", {}).get("bgp", {}) for name, row in tree.get("vrf", {}).items()}
    return [
        (name, str(target))
        for name, row in bgp.items()
        for direction, end in (("route-import", "from-evpn"), ("route-export", "to-evpn"))
        for target in row.get(direction, {}).get(end, {}).get("route-target", {})
    ]


def _nvue_spans(policy: Tree, name: str, family: int) -> list[tuple[int, int]]:
    rules = policy.get("route-map", {}).get(name, {}).get("rule", {}).values()
    spans: list[tuple[int, int]] = []
    for rule in rules:
        match = rule.get("match", {})
        lines = policy.get("prefix-list", {}).get(match.get("ip-prefix-list", ""), {}).get("rule", {}).values()
        if "permit" in rule.get("action", {}) and lines and set(match) <= {"ip-prefix-list", "type"}:
            spans += [span_of(prefix) for line in lines if "permit" in line["action"] for prefix in line["match"]]
        elif "permit" in rule.get("action", {}):
            return [_EVERYTHING[family]]
    return spans if rules else [_EVERYTHING[family]]


def eos_leaks(sections: Sections) -> list[Taken]:
    """Read running.cfg: imports of the VRF-leak agent, and static routes whose next hop is in another instance."""
    found: list[Taken] = []
    into = ""
    for words in sections.get("router general", ()):
        match list(words):
            case ["vrf", name]:
                into = _instance(name)
            case ["leak", "routes", "source-vrf", source, *rest]:
                found += _of_map(sections, into, source, rest[-1] if rest[:1] == ["subscribe-policy"] else "")
    for head in sections:
        match head.split():
            case ["ip" | "ipv6", "route", "vrf", name, prefix, "egress-vrf", source, *_]:
                found.append(_taken(_instance(name), source, prefix))
            case ["ip" | "ipv6", "route", prefix, "egress-vrf", source, *_]:
                found.append(_taken("", source, prefix))
    return found


def eos_targets(sections: Sections) -> list[tuple[str, str]]:
    """Read running.cfg: route targets by which instances import or export routes, over EVPN or a VPN. Those of VLANs are below `vlan`."""
    found = []
    instance = ""
    for words in next((lines for head, lines in sections.items() if head.startswith("router bgp")), ()):
        match list(words):
            case ["vrf", name]:
                instance = name
            case ["vlan" | "vlan-aware-bundle", *_]:
                instance = ""
            case ["route-target", _, *_, target] if instance:
                found.append((instance, target))
    return found


def _of_map(sections: Sections, into: str, source: str, name: str) -> Iterator[Taken]:
    entries = [lines for head, lines in sections.items() if head.split()[:3] == ["route-map", name, "permit"]]
    for lines in entries:
        match [list(words) for words in lines]:
            case [["match", "ip" | "ipv6" as family, "address", "prefix-list", listed]]:
                for words in sections.get(f"{family} prefix-list {listed}", ()):
                    if words[2] == "permit":
                        yield _taken(into, source, words[3])
            case _:
                yield from everything(into, source)
    if not entries:
        yield from everything(into, source)


def _taken(into: str, source: str, prefix: str) -> Taken:
    return Taken(into=into, source=_instance(source), family=family_of(prefix), span=span_of(prefix))


def _instance(name: str) -> str:
    return "" if name == _DEFAULT else name
