"""A leaf-spine fabric by pyavd, run by the Python of pyavd's own environment: listings on stdin, what it allocated on stdout.

Nothing of this repository is imported here. AVD numbers the switches itself (its pool manager), takes ports from `default_interfaces`,
AS numbers and addresses from pools.
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyavd
from pyavd.api.pool_manager import PoolManager

Inputs = dict[str, Any]


def inputs(spines: list[str], leaves: list[str], most: int | None) -> dict[str, Inputs]:
    """Return AVD's inputs of every device. `most`: spines to leave room for (`max_uplink_switches`)."""
    spine = {"loopback_ipv4_pool": "10.224.0.0/16", "bgp_as": "65000"}
    leaf = {
        "loopback_ipv4_pool": "10.225.0.0/16",
        "bgp_as": "65101-65199",
        "vtep": False,
        "uplink_ipv4_pool": "10.240.0.0/16",
        "uplink_switches": spines,
        **({"max_uplink_switches": most} if most else {}),
    }
    common = {
        "fabric_name": "BENCH",
        "underlay_routing_protocol": "ebgp",
        "overlay_routing_protocol": "none",
        "fabric_numbering": {"node_id": {"algorithm": "pool_manager"}},
        "default_interfaces": [
            {"types": ["spine"], "platforms": ["default"], "downlink_interfaces": ["Ethernet1-64"]},
            {"types": ["l3leaf"], "platforms": ["default"], "uplink_interfaces": ["Ethernet49-56"]},
        ],
        "spine": {"defaults": spine, "nodes": [{"name": name} for name in spines]},
        "l3leaf": {"defaults": leaf, "nodes": [{"name": name} for name in leaves]},
    }
    return {name: common | {"type": kind} for kind, names in (("spine", spines), ("l3leaf", leaves)) for name in names}


def allocate(spines: list[str], leaves: list[str], most: int | None, state: Path) -> dict[str, list[list[str]]]:
    """Design one fabric; the pool manager reads `state` and saves it."""
    checked = {name: _checked(name, each) for name, each in inputs(spines, leaves, most).items()}
    pools = PoolManager(state)
    facts = pyavd.get_avd_facts(checked, pool_manager=pools)
    pools.save_updated_pools()
    found: dict[str, list[list[str]]] = {"addresses": [], "ports": [], "asns": []}
    for name, each in checked.items():
        device = pyavd.get_device_structured_config(name, each, facts)
        for port in device.ethernet_interfaces:
            found["ports"].append([name, port.metadata.peer, port.name])
            found["addresses"].append([name, port.metadata.peer, port.ip_address])
        found["addresses"] += [[name, loopback.name, loopback.ip_address] for loopback in device.loopback_interfaces]
        found["asns"].append([name, "AS", device.router_bgp.field_as])
    return found


def _checked(name: str, each: Inputs) -> Inputs:
    result = pyavd.validate_inputs(each)
    if result.validated_data is None:
        raise SystemExit(f"{name}: {[problem.message for problem in result.validation_result.violations]}")
    data: Inputs = result.validated_data
    return data


def main() -> None:
    """Design the first listing, then each of the others as a change of the first; `keep`: with the first one's state file."""
    task = json.load(sys.stdin)
    answers = []
    with TemporaryDirectory() as folder:
        for number, each in enumerate(task["listings"]):
            state = Path(folder) / str(number)
            first = Path(folder) / "0" / "data" / "BENCH-ids.yml"
            (state / "data").mkdir(parents=True)
            if number and task["keep"]:
                (state / "data" / first.name).write_bytes(first.read_bytes())
            answers.append(allocate(each["spines"], each["leaves"], task["most"], state))
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
