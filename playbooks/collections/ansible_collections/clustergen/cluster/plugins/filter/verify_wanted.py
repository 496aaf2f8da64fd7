# Copyright the clustergen authors. Licensed under Apache-2.0.

"""What a host should be in, read from its rendered files and its inventory: the questions that its module is asked, and the right answers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

Facts = dict[str, Any]
_MANAGEMENT_MTU = 1500
"""Management ports carry what every such port does (IEEE 802.3); the inventory says none."""
_LEAST_IPV6 = 1280
"""RFC 8200, section 5."""
_ROCE = [
    "interface",
    "tool",
    "fabric",
    "dscp",
    "priority",
    "pfc",
    "cnp_dscp",
    "cnp_priority",
    "marking",
    "traffic_class",
    "weight",
    "ats",
    "length_m",
    "nvconfig",
    "roce_accl",
]
"""The columns of roce.conf."""
_FILES = {
    "sysctl": "etc/sysctl.d/90-clustergen.conf",
    "preset": "etc/systemd/system-preset/80-clustergen.preset",
    "roce": "etc/clustergen/roce.conf",
    "firewall": "etc/clustergen/firewall.nft",
    "mounts": "etc/systemd/system/*.mount",
    "clock": "etc/**/chrony.conf",
}
"""Where a host's rendered files are; chrony.conf is in etc or in etc/chrony."""


def verify_wanted(host: Facts, folders: list[str], peers: Iterable[tuple[str, list[Facts]]]) -> Facts:
    """Return what a host should be in. `host`: its inventory; `folders`: those of its rendered files; `peers`: other hosts of its rails, with their ports.

    A file that is not there says nothing, and nothing is then asked.
    """
    texts = {name: _text(folders, place) for name, place in _FILES.items()}
    interfaces = list(_interfaces(host))
    on, off = _units(texts["preset"])
    return {
        "interfaces": interfaces,
        "infiniband": list(_infiniband(host)),
        "pings": [*_gateways(host, interfaces), *_peers(host, peers)],
        "sysctls": dict(_settings(texts["sysctl"])),
        "on": on,
        "off": off,
        "roce": [dict(zip(_ROCE, line.split(), strict=True)) for line in _lines(texts["roce"])],
        "chains": re.findall(r"^\s*chain (\S+) \{", texts["firewall"], re.MULTILINE),
        "mounts": re.findall(r"^Where=(.+)$", texts["mounts"], re.MULTILINE),
        "clock": bool(texts["clock"]),
    }


def _text(folders: list[str], pattern: str) -> str:
    """Return the text of all files that a pattern means, in the order of their names; a file of the last folder that has it wins."""
    found = {path.relative_to(home): path for home in map(Path, folders) for path in home.glob(pattern)}
    return "".join(found[each].read_text(encoding="utf-8") for each in sorted(found))


def _lines(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if line.strip() and not line.lstrip().startswith(("#", ";")))


def _settings(text: str) -> Iterator[tuple[str, str]]:
    for line in _lines(text):
        key, _, value = line.partition("=")
        yield key.strip(), " ".join(value.split())


def _units(preset: str) -> tuple[list[str], list[str]]:
    """Return the units that a preset enables, instances by their whole name, and those that it disables."""
    found: dict[str, list[str]] = {"enable": [], "disable": []}
    for line in _lines(preset):
        verb, unit, *instances = line.split()
        found[verb] += [unit.replace("@.", f"@{each}.") for each in instances] or [unit]
    return found["enable"], found["disable"]


def _interfaces(host: Facts) -> Iterator[Facts]:
    """Yield every interface with its speed, MTU and addresses, where the plan has them."""
    bond, management = host.get("bond"), host.get("management", {})
    for port in host["ports"]:
        if port["name"] == "bmc" or without_interface(port):
            continue
        wanted: Facts = {"name": port["name"], "speed_gbps": port["speed_gbps"], "addresses": []}
        if bond and port["name"] in bond["members"]:
            wanted["mtu"] = bond["mtu"]
        elif port["name"] == management.get("interface"):
            wanted |= {"mtu": _MANAGEMENT_MTU, "addresses": [management["address"]], "gateway": management["gateway"]}
        elif port.get("address"):
            own = [port[key] for key in ("address", "address_ipv6") if port.get(key)]
            wanted |= {"mtu": port["mtu"], "addresses": own, "gateway": port["gateway"]}
        yield wanted
    if bond:
        yield {"name": bond["name"], "mtu": bond["mtu"], "addresses": [bond["address"]], "gateway": bond["gateway"]}
        for vlan in bond["vlans"]:
            yield {"name": f"{bond['name']}.{vlan['vlan']}", "mtu": bond["mtu"], "addresses": [vlan["address"]]}


def without_interface(port: Facts) -> bool:
    """Whether a port is InfiniBand's without IPoIB: every other one of these fabrics has an address."""
    return port["fabric"] in {"compute", "storage"} and not port.get("address")


def _infiniband(host: Facts) -> Iterator[Facts]:
    """Yield every InfiniBand port with the name of its RDMA device, empty where no document has it."""
    names = {each["name"]: each.get("rdma", "") for each in host.get("hardware", {}).get("ports", ())}
    for port in host["ports"]:
        if without_interface(port):
            yield {"name": port["name"], "rdma": names.get(port["name"], ""), "speed_gbps": port["speed_gbps"]}


def _gateways(host: Facts, interfaces: list[Facts]) -> Iterator[Facts]:
    border = host.get("host_role") == "border"
    for each in interfaces:
        if (
            each.get("gateway")
            and each["addresses"]
            and not (border and each["name"] == host.get("bond", {}).get("name"))
        ):
            source = each["addresses"][0].partition("/")[0]
            yield {
                "what": f"{each['name']} to its gateway",
                "target": each["gateway"],
                "source": source,
                "bytes": each["mtu"],
            }


def _peers(host: Facts, peers: Iterable[tuple[str, list[Facts]]]) -> Iterator[Facts]:
    """Yield a ping from each port to the same rail of each peer, and say whether both are on one leaf."""
    for peer, ports in peers:
        far = {(port["name"], port["fabric"]): port for port in ports if port.get("address")}
        for port in host["ports"]:
            other = far.get((port["name"], port["fabric"]))
            if other is None or not port.get("address"):
                continue
            way = "own leaf" if other["switch"] == port["switch"] else f"by {port['switch']} and {other['switch']}"
            target, source = (each["address"].partition("/")[0] for each in (other, port))
            what = f"{port['name']} to {peer} ({way})"
            yield {"what": what, "target": target, "source": source, "bytes": min(port["mtu"], other["mtu"])}


def ring_peers(name: str, groups: Mapping[str, list[str]]) -> list[str]:
    """Return the next host of the same scalable unit, and the one in this place of the next unit: a ring, so each is asked by one or two others.

    Hosts that are planned or in maintenance are left out. A host without a unit has the next one of its first group whose name says what it is.
    """
    away = {*groups.get("planned", ()), *groups.get("maintenance", ())}
    units = [
        [each for each in members if each not in away] for _, members in sorted(_units_of(groups), key=lambda u: u[0])
    ]
    own = next((members for members in units if name in members), None)
    if own is None:
        own = next(
            (m for g, m in sorted(groups.items()) if name in m and f"role_{g}" not in groups and _is_kind(g)), [name]
        )
        own, units = [each for each in own if each not in away] or [name], []
    place = own.index(name) if name in own else 0
    found = [own[(place + 1) % len(own)]]
    if len(units) > 1:
        after = units[(units.index(own) + 1) % len(units)]
        found += [after[place % len(after)]] if after else []
    return [peer for peer in dict.fromkeys(found) if peer != name]


def _units_of(groups: Mapping[str, list[str]]) -> Iterator[tuple[int, list[str]]]:
    for group, members in groups.items():
        if re.fullmatch(r"su_\d+", group):
            yield int(group[3:]), members


def _is_kind(group: str) -> bool:
    return not group.startswith(_OTHERS) and group not in _EVERYBODY


_OTHERS = (
    "role_", "rack_", "su_", "os_", "fabric_", "pod_", "tenant_", "nvlink_", "power_off_", "without_",
)  # fmt: skip
"""How groups begin that say where hosts are, or what they depend on."""
_EVERYBODY = frozenset({"all", "ungrouped", "managed", "switches", "planned", "maintenance"})


class FilterModule:
    """What Ansible takes from this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Name the filters."""
        return {"verify_wanted": verify_wanted, "ring_peers": ring_peers}
