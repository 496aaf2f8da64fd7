"""Hosts' network files: netplan, systemd-networkd, or NetworkManager, whichever a host has."""

from collections.abc import Callable
from pathlib import Path

from generator.source.broken import StatedError
from generator.verify.host_files import HostFiles, ini_sections, read_netplan
from generator.verify.reach import reading
from generator.verify.reach.hosts import MAIN, HostNetwork, Route, Rule
from generator.verify.reach.packet import family_of, own_and_span, span_of

FIREWALL = "etc/clustergen/firewall.nft"
"""Where a host's firewall is."""
_ANYWHERE = {"default": "0.0.0.0/0"}


def is_configured(files: HostFiles, host: str) -> bool:
    """Whether a host has a network or a firewall of ours; appliances have neither."""
    return files.has_any(host) and (files.file(host, FIREWALL) is not None or bool(network_files(files, host)))


def network_files(files: HostFiles, host: str) -> list[Path]:
    """Find the files of the first form that a host has."""
    return next((found for pattern in _READERS if (found := files.find(host, f"etc/{pattern}"))), [])


def read_host(files: HostFiles, host: str) -> HostNetwork | None:
    """Read a host's network; None where it has no known file."""
    found = network_files(files, host)
    if not found:
        return None
    network = HostNetwork(files.place(found[0] if len(found) == 1 else found[0].parent))
    read = next(read for pattern, read in _READERS.items() if found[0].match(pattern))
    with reading(network.file):
        read(found, network)
    return network


def _add_route(
    network: HostNetwork,
    interface: str,
    to: str,
    gateway: str,
    table: object = MAIN,
    metric: object = 0,
    kind: str = "",
) -> None:
    to = _ANYWHERE.get(to, to)
    unreachable = _leads_nowhere(kind)
    via = own_and_span(gateway)[0] if gateway and not unreachable else None
    network.routes.append(
        Route(
            family=family_of(to),
            to=span_of(to),
            interface=interface,
            gateway=via,
            table=int(str(table)),
            metric=int(str(metric)),
            unreachable=unreachable,
        )
    )


def _leads_nowhere(kind: str) -> bool:
    """Whether a route of this type rejects packets (ip-route(8)); other special types are not supported."""
    if kind not in {"", "unicast", "unreachable", "blackhole", "prohibit"}:
        message = f"a route of type {kind} is not known to clustergen"
        raise StatedError(message)
    return kind in {"unreachable", "blackhole", "prohibit"}


def _add_rule(network: HostNetwork, source: str, table: int, priority: int) -> None:
    network.rules.append(Rule(family=family_of(source), source=span_of(source), table=table, priority=priority))


def _add_address(network: HostNetwork, interface: str, address: str) -> None:
    network.add_address(interface, family_of(address), *own_and_span(address))


def _netplan(files: list[Path], network: HostNetwork) -> None:
    for file in files:
        document = read_netplan(file)
        for kind in ("ethernets", "bonds", "vlans"):
            for name, row in document.get(kind, {}).items():
                if kind == "bonds":
                    network.members[name] = list(row["interfaces"])
                elif kind == "vlans":
                    network.vlans[name] = (row["link"], int(row["id"]))
                for address in row.get("addresses", []):
                    _add_address(network, name, address)
                for route in row.get("routes", []):
                    _add_route(network, name, route["to"], route.get("via", ""), route.get("table", MAIN), route.get("metric", 0), route.get("type", ""))  # fmt: skip
                for rule in row.get("routing-policy", []):
                    _add_rule(network, rule["from"], int(rule["table"]), int(rule["priority"]))


def _networkd(files: list[Path], network: HostNetwork) -> None:
    tags: dict[str, int] = {}
    for file in files:
        sections = list(ini_sections(file))
        if file.suffix == ".netdev":
            rows = {section: dict(lines) for section, lines in sections}
            if "VLAN" in rows:
                tags[rows["NetDev"]["Name"]] = int(rows["VLAN"]["Id"])
            continue
        name = next(value for section, lines in sections if section == "Match" for key, value in lines if key == "Name")
        for section, lines in sections:
            row = dict(lines)
            if section == "Route":
                _add_route(network, name, row["Destination"], row.get("Gateway", ""), row.get("Table", MAIN), row.get("Metric", 0), row.get("Type", ""))  # fmt: skip
            elif section == "RoutingPolicyRule":
                _add_rule(network, row["From"], int(row["Table"]), int(row["Priority"]))
            for key, value in lines:
                if (section, key) == ("Network", "Address"):
                    _add_address(network, name, value)
                elif (section, key) == ("Network", "Bond"):
                    network.members.setdefault(value, []).append(name)
                elif (section, key) == ("Network", "VLAN"):
                    network.vlans[value] = (name, 0)
    network.vlans = {name: (parent, tags[name]) for name, (parent, _) in network.vlans.items()}


def _keyfiles(files: list[Path], network: HostNetwork) -> None:
    for file in files:
        rows = {section: dict(lines) for section, lines in ini_sections(file)}
        head = rows["connection"]
        name = head["interface-name"]
        if "master" in head or "controller" in head:
            network.members.setdefault(head.get("master", head.get("controller", "")), []).append(name)
        if "vlan" in rows:
            network.vlans[name] = (rows["vlan"]["parent"], int(rows["vlan"]["id"]))
        for family, anywhere in (("ipv4", "0.0.0.0/0"), ("ipv6", "::/0")):
            for key, value in rows.get(family, {}).items():
                words = value.split(",")
                if key.startswith("address") and key[7:].isdigit():
                    _add_address(network, name, words[0])
                    if len(words) > 1:
                        _add_route(network, name, anywhere, words[1])
                elif key.startswith("route") and key[5:].isdigit():
                    options = dict(o.split("=", 1) for o in rows[family].get(f"{key}_options", "").split(",") if o)
                    _add_route(network, name, words[0], words[1] if len(words) > 1 else "", options.get("table", MAIN), words[2] if len(words) > 2 else 0, options.get("type", ""))  # fmt: skip
                elif key.startswith("routing-rule"):
                    said = value.split()
                    rule = dict(zip(said[::2], said[1::2], strict=False))
                    _add_rule(network, rule["from"], int(rule["table"]), int(rule["priority"]))


_READERS: dict[str, Callable[[list[Path], HostNetwork], None]] = {
    "netplan/*.yaml": _netplan,
    "systemd/network/*.net*": _networkd,
    "NetworkManager/system-connections/*.nmconnection": _keyfiles,
}
