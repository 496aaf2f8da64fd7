"""The same fabric by pyavd alone: `python -m tests.bench.avd LEAVES SPINES HOST_PORTS` designs and prints it, into nothing.

Its own way in: AVD's inputs, facts, structured configuration, text. Host ports are given to it ready made, so that only the fabric is its work.
"""

import sys
from typing import Any

import pyavd

_UPLINK_CAGES = range(33, 65)
_HOST_CAGES = range(1, 33)
_EVERY_CAGE = range(1, 65)
_LANES = (1, 5)
Inputs = dict[str, Any]


def fabric(leaves: int, spines: int, host_ports: int) -> dict[str, Inputs]:
    """Return AVD's inputs, device by device: each knows its own node, and leaves the spines' names. A leaf has one link to each spine."""
    upper = [f"spine{number}" for number in range(1, spines + 1)]
    common: Inputs = {
        "fabric_name": "BENCH",
        "design": {"type": "l3ls-evpn"},
        "overlay_routing_protocol": "none",
        "p2p_uplinks_mtu": 9214,
    }
    inputs: dict[str, Inputs] = {}
    for number, name in enumerate(upper, 1):
        own: Inputs = {"bgp_as": "65000", "loopback_ipv4_pool": "10.224.0.0/16"}
        inputs[name] = {**common, "type": "spine", "spine": {"defaults": own, "nodes": [{"name": name, "id": number}]}}
    defaults: Inputs = {
        "loopback_ipv4_pool": "10.225.0.0/16",
        "vtep": False,
        "uplink_switches": upper,
        "uplink_interfaces": _ports(_UPLINK_CAGES)[:spines],
        "max_uplink_switches": spines,
        "uplink_ipv4_pool": "10.240.0.0/12",
    }
    for number in range(1, leaves + 1):
        nodes = [_leaf(number, spines, host_ports)]
        inputs[nodes[0]["name"]] = {**common, "type": "l3leaf", "l3leaf": {"defaults": defaults, "nodes": nodes}}
    return inputs


def _leaf(number: int, spines: int, host_ports: int) -> Inputs:
    rows = [
        {
            "name": name,
            "shutdown": False,
            "mtu": 9214,
            "speed": "400g-4",
            "switchport": {"enabled": False},
            "ip_address": f"10.{number}.{2 * place >> 8}.{2 * place & 255}/31",
        }
        for place, name in enumerate(_ports(_HOST_CAGES)[:host_ports])
    ]
    return {
        "name": f"leaf{number}",
        "id": number,
        "bgp_as": str(65000 + number),
        "uplink_switch_interfaces": [_ports(_EVERY_CAGE)[number - 1]] * spines,
        "structured_config": {"ethernet_interfaces": rows},
    }


def _ports(cages: range) -> list[str]:
    return [f"Ethernet{cage}/{lane}" for cage in cages for lane in _LANES]


def main() -> None:
    """Print the number of lines that were made."""
    inputs = fabric(*map(int, sys.argv[1:]))
    facts = pyavd.get_avd_facts(inputs)
    lines = 0
    for name, each in inputs.items():
        text = pyavd.get_device_config(pyavd.get_device_structured_config(name, each, facts))
        lines += text.count("\n")
    print(lines)


if __name__ == "__main__":
    main()
