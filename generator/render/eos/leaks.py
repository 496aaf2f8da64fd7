"""Route leaks between instances: the VRF-leak agent imports the routes that a map permits (Arista EOS, Inter-VRF Local Route Leaking using VRF-leak Agent).

Maps have the prefixes of the zones of allowed flows, in the length of a host's link: prefixes of other leaves are shorter, and are not leaked.
Networks of VLANs are leaked as they are.
"""

from ipaddress import ip_network

from generator.plan.leaks import Leak, leaks_on
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.render.eos import Section, Sections

_FAMILIES = (("", "ip", "prefix_lists", 31), ("6", "ipv6", "ipv6_prefix_lists", 127))

_DEFAULT = "default"


def add_leaks(sections: Sections, plan: Plan, switch: Switch) -> None:
    """Add the imports of each instance, with their maps and lists."""
    taken: dict[str, list[Section]] = {}
    for leak in leaks_on(plan, switch):
        source, into = leak.source or _DEFAULT, leak.into or _DEFAULT
        name = f"LEAK-{source}-{into}"
        matches = list(_add_lists(sections, name, leak, ipv6=bool(switch.aggregates_ipv6)))
        entries = [
            {"sequence": 10 * number, "type": "permit", "match": [match]} for number, match in enumerate(matches, 1)
        ]
        sections["route_maps"] = [*sections.get("route_maps", []), {"name": name, "sequence_numbers": entries}]
        taken.setdefault(into, []).append({"source_vrf": source, "subscribe_policy": name})
    if taken:
        sections["router_general"] = {"vrfs": [{"name": into, "leak_routes": rows} for into, rows in taken.items()]}


def _add_lists(sections: Sections, name: str, leak: Leak, *, ipv6: bool) -> list[str]:
    matches = []
    for twin, family, section, bits in _FAMILIES if ipv6 and not leak.vlans else _FAMILIES[:1]:
        prefixes = sorted(leak.prefixes_ipv6 if twin else leak.prefixes, key=ip_network)
        lines = [
            {"sequence": 10 * number, "action": f"permit {prefix if leak.vlans else _line(prefix, bits)}"}
            for number, prefix in enumerate(prefixes, 1)
        ]
        sections[section] = [*sections.get(section, []), {"name": f"{name}{twin}", "sequence_numbers": lines}]
        matches.append(f"{family} address prefix-list {name}{twin}")
    return matches


def _line(prefix: str, bits: int) -> str:
    return prefix if prefix.endswith(f"/{bits}") else f"{prefix} eq {bits}"
