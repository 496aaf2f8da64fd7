"""State of a running device, to be compared with a later one: additions are growth, a loss is not."""

import json
from collections.abc import Iterator
from typing import Any

from generator.twin import frr
from generator.twin.twin import Twin

State = dict[tuple[str, ...], Any]
"""State by subject."""


def state(twin: Twin, device: str) -> State:
    """Addresses and the kernel's routes; of a switch also what FRR routes, its daemons, and how often each session came up and went down."""
    found = dict(_of_kernel(twin, device))
    return found | dict(_of_frr(twin, device)) if device in twin.switches else found


def addresses(state: State) -> State:
    """Return what of it is about addresses."""
    return {key: value for key, value in state.items() if key[0] == "address"}


def lost(before: State, after: State) -> list[str]:
    """Entries that were lost or changed."""
    return [
        f"{' '.join(key)}: {value} became {after.get(key)}" for key, value in before.items() if after.get(key) != value
    ]


def _of_kernel(twin: Twin, device: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    for port in json.loads(twin.bottle.must("ip", "-4", "-j", "addr", netns=device)):
        for each in port["addr_info"]:
            yield ("address", port["ifname"], each["local"]), each["prefixlen"]
    for route in json.loads(twin.bottle.must("ip", "-4", "-j", "route", "show", "table", "all", netns=device)):
        hops = {(hop.get("dev", ""), _via(hop)) for hop in route.get("nexthops", [route])}
        yield (
            (
                "kernel",
                str(route.get("table", "main")),
                route.get("type", "unicast"),
                route["dst"],
                str(route.get("metric", 0)),
            ),
            hops,
        )


def _via(hop: dict[str, Any]) -> str:
    return str(hop.get("gateway") or hop.get("via", {}).get("host", ""))


def _of_frr(twin: Twin, switch: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    for prefix, routes in json.loads(twin.show(switch, "show ip route json")).items():
        for route in routes:
            hops = {(hop.get("interfaceName", ""), hop.get("ip", "")) for hop in route["nexthops"] if hop.get("active")}
            yield ("route", route["protocol"], prefix), hops
    for port, peer in frr.sessions(twin.bottle, switch).items():
        yield ("session", port), (peer["state"], peer["connectionsEstablished"], peer["connectionsDropped"])
    yield ("daemons",), twin.bottle.must("sh", "-c", f"cat /run/frr/{switch}/*.pid").split()


def holds_back(twin: Twin, switch: str) -> bool:
    """Whether the switch has started and neither chooses nor announces yet (`update-delay`)."""
    said = json.loads(twin.show(switch, "show bgp ipv4 unicast summary json"))
    return bool(said.get("updateDelayInProgress", False))


def established(twin: Twin) -> set[tuple[str, str]]:
    """Every switch's ports with a session that is up."""
    return {
        (switch, port)
        for switch in twin.switches
        for port, peer in frr.sessions(twin.bottle, switch).items()
        if peer["state"] == "Established"
    }
