"""What a host's interfaces are to be: by the records of the plan, and by units of systemd-networkd, ours or netplan's."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.plan.hosts.configured import configured_hosts
from generator.render.backends import host_network
from tests.conftest import example
from tests.host_files import made_for
from tests.ours import TEMPLATES
from tests.specs import plan_data, with_site_services

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from generator.plan.draft import Draft
    from generator.plan.hosts.configured import Form
    from generator.plan.hosts.records import HostInterface
    from generator.plan.records import Host

MAIN = 254
"""The number of the main table (rtnetlink(7))."""
IPOIB_MTU = 4092
NOWHERE = "unreachable"
UNREACHABLE_METRIC = 1000


@dataclass(frozen=True, slots=True)
class Facts:
    """An interface as it stands: addresses as a.b.c.d/n, routes as (prefix, gateway, table, metric), rules as (source, table, priority).

    A route that leads nowhere has the gateway `unreachable`, one to neighbours none; a metric that is not stated is 0.
    """

    mtu: int
    addresses: frozenset[str] = frozenset()
    routes: frozenset[tuple[str, str, int, int]] = frozenset()
    rules: frozenset[tuple[str, int, int]] = frozenset()


def wanted(each: HostInterface) -> Facts:
    """Return what the plan says of an interface."""
    own = [(each.address, each.length), (each.ipv6, each.ipv6_length)]
    tables = [
        (each.routes, each.gateway, MAIN, 0), (each.table_routes, each.gateway, each.table, 0),
        (each.routes_ipv6, each.gateway_ipv6, MAIN, 0), (each.table_routes_ipv6, each.gateway_ipv6, each.table, 0),
        (each.neighbours, "", each.table, 0), (each.neighbours_ipv6, "", each.table, 0),
        (each.unreachable, NOWHERE, MAIN, UNREACHABLE_METRIC),
    ]  # fmt: skip
    if each.backup_metric:
        tables.append((each.table_routes, each.gateway, MAIN, each.backup_metric))
        tables.append((each.table_routes_ipv6, each.gateway_ipv6, MAIN, each.backup_metric))
    rules = [(source, each.table, each.rule) for source, _ in own if source] if each.table else []
    return Facts(
        mtu=IPOIB_MTU if each.kind == "infiniband" else each.mtu_bytes,
        addresses=frozenset(f"{address}/{length}" for address, length in own if address),
        routes=frozenset(
            (to, gateway, table or 0, metric) for prefixes, gateway, table, metric in tables for to in prefixes
        ),
        rules=frozenset((source, table or 0, rule or 0) for source, table, rule in rules),
    )


Sections = list[tuple[str, dict[str, list[str]]]]


def sections(text: str) -> Sections:
    """Read a file of sections; sections and keys may come again."""
    found: Sections = []
    for line in text.splitlines():
        if line.startswith("["):
            found.append((line.strip("[]"), defaultdict(list)))
        elif line and not line.startswith(("#", ";")):
            key, _, value = line.partition("=")
            found[-1][1][key].append(value)
    return found


def unit_facts(texts: Iterable[str]) -> dict[str, Facts]:
    """Return what .network units say of each interface."""
    found = {}
    for text in texts:
        parts = sections(text)
        first = dict(reversed(parts))
        found[first["Match"]["Name"][0]] = Facts(
            mtu=int(first["Link"]["MTUBytes"][0]),
            addresses=frozenset(first["Network"]["Address"]),
            routes=frozenset(
                (
                    route["Destination"],
                    route.get("Gateway") or route.get("Type", ""),
                    int(route.get("Table", MAIN)),
                    int(route.get("Metric", 0)),
                )
                for route in _every(parts, "Route")
            ),
            rules=frozenset(
                (rule["From"].partition("/")[0], int(rule["Table"]), int(rule["Priority"]))
                for rule in _every(parts, "RoutingPolicyRule")
            ),
        )
    return found


def _every(parts: Sections, wish: str) -> Iterator[dict[str, str]]:
    return ({key: values[0] for key, values in keys.items()} for name, keys in parts if name == wish)


def plan_with(name: str, system: str, folder: Path, bend: Callable[[dict[str, Any]], None] = lambda _: None) -> Draft:
    """Plan an example whose hosts all run `system`; `bend` may change more of its spec."""
    spec = yaml.safe_load(example(name).read_text(encoding="utf-8"))
    for group in spec["hosts"].values():
        group["os"] = system
    bend(spec)
    return plan_data(spec, folder)


def everything(spec: dict[str, Any]) -> None:
    """Ask for all that interfaces of Ethernet hosts may have: IPv6, VLANs on the bond, resolvers."""
    spec["addressing"] = {"ipv6": "fd42:c1::/32"}
    spec["segments"] = {"guests": {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["login", "control"]}}
    spec.update(with_site_services(spec, {"dns": ["192.0.2.53", "192.0.2.54"]}))


def in_vlans(spec: dict[str, Any]) -> None:
    """Ask for a VLAN for each rail and storage side, with all the rest."""
    everything(spec)
    for fabric in ("compute", "storage"):
        spec["fabrics"][fabric]["host_links"] = "vlan"
    spec["scheduler"] = {"slurm": {}}


def ip_over_infiniband(spec: dict[str, Any]) -> None:
    """Assign addresses to InfiniBand ports."""
    for fabric in ("compute", "storage"):
        spec["fabrics"][fabric]["ipoib"] = True


def host_files(plan: Draft, form: Form | None = None) -> dict[str, dict[str, str]]:
    """Return the network files of every host, by host and by path below its root; in `form`, whatever systems they run."""
    with pytest.MonkeyPatch.context() as patch:
        if form:
            patch.setattr(host_network, "forms", lambda plan: ((host, form) for host in configured_hosts(plan)))
        return made_for(plan, host_network.render(plan, TEMPLATES))


def kinds(plan: Draft, files: dict[str, dict[str, str]]) -> list[Host]:
    """Return the first host of each group that has files."""
    groups = {host.group: host for host in reversed(plan.hosts) if host.name in files}
    return [groups[group] for group in sorted(groups)]


def below(files: dict[str, str], folder: str) -> dict[str, str]:
    """Return the files below a folder, by their paths in it."""
    return {path.removeprefix(f"{folder}/"): text for path, text in files.items() if path.startswith(f"{folder}/")}


def configured(plan: Draft, host: str) -> list[HostInterface]:
    """Return the interfaces that the host's system has settings for: InfiniBand ports only with an address."""
    return [each for each in plan.interfaces_of[host] if each.kind != "infiniband" or each.address]
