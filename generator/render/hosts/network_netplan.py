"""60-clustergen.yaml: netplan's form (netplan(5), YAML configuration), read by Ubuntu 22.04 and later.

Ports are listed by name; udev's rules name them, so netplan renames nothing. netplan warns at every run if others than root can read the file.
"""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from generator.plan.hosts.network_choices import (
    addresses_of,
    bond_options,
    boot_waits_for,
    routes_ipv6_of,
    routes_of,
    rule_sources,
)
from generator.plan.hosts.records import HostInterface
from generator.plan.hosts.resolvers import Resolvers
from generator.render.artifact import ROOT_ONLY, Artifact, Grade, Proof
from generator.render.yaml_text import yaml_text

_PATH = "etc/netplan/60-clustergen.yaml"
_PROOF = Proof(Grade.PARSED, "netplan generate")
_HEAD = "written by clustergen; change the spec, not this file"
_SECTION = {"bond": "bonds", "vlan": "vlans"}
_BOND = {
    "mode": "mode",
    "primary": "primary",
    "primary_reselect": "primary-reselect-policy",
    "lacp_rate": "lacp-rate",
    "xmit_hash_policy": "transmit-hash-policy",
    "miimon": "mii-monitor-interval",
}
"""netplan's names of the kernel's options."""
_OWN = ("address", "gateway", "ipv6", "gateway_ipv6", "mac")
"""What differs between hosts that are wired alike."""
_own = attrgetter(*_OWN)
_alike = attrgetter(*(name for name in HostInterface.__struct_fields__ if name not in {"host", *_OWN}))


def netplan_path(interfaces: Sequence[HostInterface]) -> Iterator[str]:  # noqa: ARG001  (one file, whatever it holds)
    """Yield the one file, below the host's root."""
    yield _PATH


class NetplanWriter:
    """Prints hosts. Those that are wired alike are serialised once, with places for their addresses: a hall has thousands of them."""

    def __init__(self, names: Resolvers) -> None:
        """Take the resolvers of every host."""
        self._names = names
        self._printed: dict[tuple[Any, ...], str] = {}

    def files(self, root: str, interfaces: Sequence[HostInterface]) -> Iterator[Artifact]:
        """Yield the file of a host whose files are below `root`."""
        yield Artifact(root + _PATH, self._text(interfaces), _PROOF, ROOT_ONLY)

    def _text(self, interfaces: Sequence[HostInterface]) -> str:
        values = [value for each in interfaces for value in _own(each)]
        key = (*map(_alike, interfaces), *map(bool, values))
        if key not in self._printed:
            self._printed[key] = yaml_text(netplan(list(map(_with_places, enumerate(interfaces))), self._names), _HEAD)
        return self._printed[key].format(*values)


def _with_places(numbered: tuple[int, HostInterface]) -> HostInterface:
    """Replace every value that differs between hosts by `{n}`, in the order of `_OWN`."""
    number, each = numbered
    places: dict[str, Any] = {name: f"{{{number * len(_OWN) + at}}}" for at, name in enumerate(_OWN)}
    return replace(each, **{name: place for name, place in places.items() if getattr(each, name)})


def netplan(interfaces: Sequence[HostInterface], names: Resolvers) -> dict[str, Any]:
    """Return the whole document."""
    sections: dict[str, dict[str, Any]] = {"ethernets": {}, "bonds": {}, "vlans": {}}
    awaited = boot_waits_for(interfaces)
    for each in interfaces:
        section = _SECTION.get(each.kind, "ethernets")
        sections[section][each.name] = dict(_settings(each, interfaces, names, optional=each.name not in awaited))
    return {
        "network": {"version": 2, "renderer": "networkd", **{key: value for key, value in sections.items() if value}}
    }


def _settings(
    each: HostInterface, all_of_it: Sequence[HostInterface], names: Resolvers, *, optional: bool
) -> Iterator[tuple[str, Any]]:
    if each.kind == "bond":
        yield "interfaces", [port.name for port in all_of_it if port.parent == each.name and port.kind == "member"]
        yield "parameters", {_BOND[name]: value for name, value in bond_options(each, all_of_it).items()}
        if each.mac:
            yield "macaddress", each.mac
    elif each.kind == "vlan":
        yield from (("id", each.vlan), ("link", each.parent))
    yield "mtu", each.mtu_bytes
    yield "accept-ra", False
    if optional:
        yield "optional", True
    addresses = list(addresses_of(each))
    if not addresses:
        return
    yield "addresses", addresses
    if routes := list(_routes(each)):
        yield "routes", routes
    rules = [{"from": source, "table": each.table, "priority": each.rule} for source in rule_sources(each)]
    if rules:
        yield "routing-policy", rules
    if names.asked_on(each):
        yield "nameservers", {"addresses": list(names.addresses), "search": [names.domain]}


def _routes(each: HostInterface) -> Iterator[dict[str, Any]]:
    for route in (*routes_of(each), *routes_ipv6_of(each)):
        said = {"to": route.to, "via": route.gateway, "table": route.table, "metric": route.metric}
        kind = {"scope": "link"} if route.on_link else {} if route.gateway else {"type": "unreachable"}
        yield {key: value for key, value in said.items() if value} | kind
