#!/usr/bin/python
"""Read back from the kernel what a host's network is to be: addresses, MTUs, gateways of routes, a bond's mode and ports."""

from __future__ import annotations

DOCUMENTATION = r"""
module: network_in_effect
short_description: Compare the kernel's network with what is wanted
description:
  - Asks C(ip) and sysfs; changes nothing. Waits until all is there, or the time is over.
options:
  interfaces:
    description: Each with C(name), C(address) with its prefix length, and, where they are stated, C(mtu) and C(gateway).
    type: list
    elements: dict
    required: true
  bond:
    description: C(name), C(mode) and C(members); looked at where the kernel has a bond of that name.
    type: dict
    default: {}
  wait_s:
    description: How long the programs that configure it may take, in seconds.
    type: int
    default: 30
author:
  - clustergen
attributes:
  check_mode: {support: full}
"""

EXAMPLES = r"""
- name: Read the network back
  clustergen.cluster.network_in_effect:
    interfaces: [{name: rail0, address: 10.1.0.2/31, mtu: 9000, gateway: 10.1.0.3}]
  register: seen
"""

RETURN = r"""
missing:
  description: What is wanted and not in effect, a text each.
  returned: always
  type: list
  sample: [rail0 has not 10.1.0.2/31]
unjudged:
  description: Interfaces that are not there or have no carrier, of which nothing is said.
  returned: always
  type: list
  sample: [rail3]
"""

import glob
import json
import os
import re
import time

from ansible.module_utils.basic import AnsibleModule

_FILES = ("/etc/netplan/*.yaml", "/etc/systemd/network/*.network", "/etc/NetworkManager/system-connections/*")
_OPTIONS = {
    "interfaces": {"type": "list", "elements": "dict", "required": True},
    "bond": {"type": "dict", "default": {}},
    "wait_s": {"type": "int", "default": 30},
}


def main() -> None:
    """Ask until nothing is missing, or the time is over."""
    module = AnsibleModule(_OPTIONS, supports_check_mode=True)
    wanted, end = module.params["interfaces"], time.monotonic() + module.params["wait_s"]
    while True:
        links = _asked(module, "addr")
        gateways = {
            way for family in ("-4", "-6") for way in ways(_asked(module, family, "route", "show", "table", "all"))
        }
        missing, unjudged = compared(wanted, links, gateways, _stated())
        missing += _bond(module.params["bond"])
        if not missing or time.monotonic() > end:
            module.exit_json(changed=False, missing=missing, unjudged=unjudged)
        time.sleep(1)


def _asked(module: AnsibleModule, *what: str) -> list:
    code, said, _ = module.run_command([module.get_bin_path("ip", required=True), "-j", *what])
    return json.loads(said) if code == 0 and said.strip() else []


def ways(routes: list) -> list:
    """Return the gateways of routes, of those with several next hops each."""
    hops = [hop for route in routes for hop in [route, *route.get("nexthops", [])]]
    return [hop["gateway"] for hop in hops if "gateway" in hop]


def compared(wanted: list, links: list, gateways: set, stated: str) -> tuple[list, list]:
    """Return what is missing and what cannot be judged. A gateway counts where a file of the host names it: not each port has a route."""
    there = {link["ifname"]: link for link in links}
    at = {f"{a['local']}/{a['prefixlen']}": link for link in links for a in link.get("addr_info", []) if "local" in a}
    missing, unjudged = [], []
    for each in wanted:
        # the inventory calls the port of the out-of-band network by its interface
        name = each["name"] if "name" in each else each["interface"]
        address, mtu, gateway = each["address"], each.get("mtu"), each.get("gateway")
        link = at.get(address)
        if link is None and ("LOWER_UP" not in there.get(name, {}).get("flags", [])):
            unjudged.append(name)
        elif link is None:
            missing.append(f"{name} has not {address}")
        elif mtu and link["mtu"] != int(mtu):
            missing.append(f"{link['ifname']} has MTU {int(link['mtu'])}, not {mtu}")
        elif gateway and gateway not in gateways and re.search(rf"(?<![\w.:]){re.escape(gateway)}(?![\w.:])", stated):
            missing.append(f"{name} has no route by {gateway}")
    return missing, unjudged


def _stated() -> str:
    """Return the host's own files of the network, as one text."""
    texts = []
    for path in sorted(path for pattern in _FILES for path in glob.glob(pattern)):
        with open(path, encoding="utf-8", errors="replace") as file:
            texts.append(file.read())
    return "\n".join(texts)


def _bond(bond: dict) -> list:
    """Return what a bond lacks; nothing where this kernel has none of its name."""
    place = f"/sys/class/net/{bond.get('name', '')}/bonding"
    if not bond or not os.path.isdir(place):
        return []
    mode, ports = (_word(f"{place}/{each}") for each in ("mode", "slaves"))
    missing = [] if mode.split()[:1] == [bond["mode"]] else [f"{bond['name']} has not mode {bond['mode']}"]
    lost = sorted(
        name
        for name in bond.get("members", [])
        if name not in ports.split() and os.path.isdir(f"/sys/class/net/{name}")
    )
    return missing + [f"{bond['name']} has not its port {name}" for name in lost]


def _word(path: str) -> str:
    with open(path, encoding="ascii", errors="replace") as file:
        return file.read()


if __name__ == "__main__":
    main()
