# Copyright the clustergen authors. Licensed under Apache-2.0.

"""What a host's ports are in, held against the plan: links, addresses, InfiniBand, and what answers a ping.

A row is a difference: `what`, `planned`, `found`, `hint`, and whether it is a `fault`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Row = dict[str, Any]
Facts = dict[str, Any]


def link_differences(state: Facts, wanted: Facts, host: str, speeds: bool = True) -> list[Row]:
    """Return the rows of one host's ports. `speeds`: whether links must run at their speed (virtual ones do not)."""
    rows = [
        *_links(state, wanted["interfaces"], speeds=speeds),
        *_subnet(state["rdma"], wanted["infiniband"]),
        *_pings(state, wanted),
    ]
    return [{"host": host, **row} for row in rows]


def _row(what: str, planned: object, found: object, hint: str, *, fault: bool = True) -> Row:
    return {"what": what, "planned": str(planned), "found": str(found), "hint": hint, "fault": fault}


def _links(state: Facts, wanted: list[Facts], *, speeds: bool) -> Iterator[Row]:
    for each in wanted:
        name, found = each["name"], state["interfaces"].get(each["name"])
        if found is None:
            yield _row(
                name,
                "an interface",
                "no interface of this name",
                "run preflight: its card or its MAC address in assets.yaml may be missing",
            )
            continue
        if not found["up"]:
            yield _row(f"{name} link", "up", "down", "check the cable and both transceivers")
        elif speeds and "speed_gbps" in each and found["speed"] != str(each["speed_gbps"] * 1000):
            hint = "check the transceiver, the breakout and the speed of the switch's port"
            yield _row(f"{name} speed", f"{each['speed_gbps']:g} Gb/s", f"{found['speed'] or 'unknown'} Mb/s", hint)
        if each.get("mtu") and found["mtu"] != each["mtu"]:
            yield _row(f"{name} MTU", each["mtu"], found["mtu"], "run playbook hosts")
        lacking = [address for address in each["addresses"] if address not in found["addresses"]]
        if lacking:
            there = ", ".join(a for a in found["addresses"] if not a.startswith("fe80")) or "none"
            yield _row(f"{name} address", ", ".join(lacking), there, "run playbook hosts")


def _subnet(devices: dict[str, list[Facts]], wanted: list[Facts]) -> Iterator[Row]:
    """Judge InfiniBand ports by the RDMA device that their document names; of those that no document names, how many are as they should be."""
    for each in (port for port in wanted if port["rdma"]):
        ports = devices.get(each["rdma"])
        if ports:
            yield from _infiniband(each, ports[0])
        else:
            yield _row(
                each["name"],
                f"RDMA device {each['rdma']}",
                "no device of this name",
                "run preflight: its card may be missing or its driver not loaded",
            )
    loose = [port for port in wanted if not port["rdma"]]
    ports = [port for each in devices.values() for port in each if port["link_layer"] == "InfiniBand"]
    good = [port for port in ports if loose and not list(_infiniband(loose[0], port))]
    if len(good) < len(loose):
        planned = f"{len(loose)} active at {loose[0]['speed_gbps']:g} Gb/s"
        yield _row(
            "InfiniBand ports",
            planned,
            f"{len(good)} of {len(ports)}",
            "ibstat; INIT: the subnet manager does not see it",
        )


def _infiniband(wanted: Facts, port: Facts) -> Iterator[Row]:
    name, speed = wanted["name"], wanted["speed_gbps"]
    if port["link_layer"] != "InfiniBand":
        yield _row(
            f"{name} link layer",
            "InfiniBand",
            port["link_layer"] or "unknown",
            "clustergen-host.sh firmware, then reboot",
        )
        return
    if "ACTIVE" not in port["state"]:
        yield _row(
            f"{name} state", "ACTIVE", port["state"], "INIT: the subnet manager does not see it; DOWN: the cable"
        )
        return
    rate = re.match(r"[\d.]+", port["rate"])
    if rate and float(rate.group()) < speed:
        yield _row(f"{name} speed", f"{speed:g} Gb/s", port["rate"], "a lane is down: clean or replace the cable")


def _pings(state: Facts, wanted: Facts) -> Iterator[Row]:
    """Judge pings of ports that are up and have their address: of others, that is the difference, and is told."""
    ready = {
        address.partition("/")[0]
        for each in wanted["interfaces"]
        if (found := state["interfaces"].get(each["name"])) and found["up"]
        for address in found["addresses"]
    }
    for each, said in zip(wanted["pings"], state["pings"], strict=True):
        planned = f"{each['target']} answers {each['bytes']} bytes"
        if each["source"] not in ready or said == "ok":
            continue
        if said == "small":
            yield _row(each["what"], planned, "answers small packets only", "a port on the path has a smaller MTU")
        else:
            yield _row(each["what"], planned, said, "check the link, the leaf's port and its BGP sessions")


class FilterModule:
    """What Ansible takes from this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Name the filters."""
        return {"link_differences": link_differences}
