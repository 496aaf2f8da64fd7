#!/usr/bin/python
"""Read back from the kernel what a host's network is to be: addresses, MTUs, gateways of routes, rules, a bond's mode, ports and VLANs."""

from __future__ import annotations

DOCUMENTATION = r"""
module: network_in_effect
short_description: Compare the kernel's network with what is wanted
description:
  - Asks C(ip) and sysfs; changes nothing. Waits until all is there, or the time is over.
  - An address that files of the step before had, and files of the host have no more, must be gone.
options:
  interfaces:
    description:
      - Each with C(name), C(address) with its prefix length, and, where they are stated, C(mtu), C(gateway), C(address_ipv6) and C(gateway_ipv6).
      - Where the kernel has no device of that name, the one that has the address is looked at.
    type: list
    elements: dict
    required: true
  bond:
    description: C(name), C(mode), C(members) and C(vlans); looked at where the kernel has a bond of that name.
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
_BEFORE = "/var/lib/clustergen/previous"
_CIDR = re.compile(r"(?<![\w.:])(?:[0-9]{1,3}(?:[.][0-9]{1,3}){3}|[0-9a-fA-F:]+:[0-9a-fA-F:]*)/[0-9]{1,3}(?!\w)")
_OPTIONS = {
    "interfaces": {"type": "list", "elements": "dict", "required": True},
    "bond": {"type": "dict", "default": {}},
    "wait_s": {"type": "int", "default": 30},
}


def main() -> None:
    """Ask until nothing is missing, or the time is over."""
    module = AnsibleModule(_OPTIONS, supports_check_mode=True)
    wanted, end = module.params["interfaces"] + vlans(module.params["bond"]), time.monotonic() + module.params["wait_s"]
    while True:
        links = _asked(module, "addr")
        routed = {
            way for family in ("-4", "-6") for way in ways(_asked(module, family, "route", "show", "table", "all"))
        }
        stated = _stated()
        missing, unjudged = compared(wanted, links, routed, stated)
        missing += unruled(wanted, links, sources(_asked(module, "-4", "rule") + _asked(module, "-6", "rule")), stated)
        missing += left(wanted, links, _stated(_BEFORE), stated) + _bond(module.params["bond"])
        if not missing or time.monotonic() > end:
            module.exit_json(changed=False, missing=missing, unjudged=unjudged)
        time.sleep(1)


def _asked(module: AnsibleModule, *what: str) -> list:
    code, said, _ = module.run_command([module.get_bin_path("ip", required=True), "-j", *what])
    return json.loads(said) if code == 0 and said.strip() else []


def ways(routes: list) -> list:
    """Return the ways of routes as (device, gateway), of those with several next hops each."""
    hops = [hop for route in routes for hop in [route, *route.get("nexthops", [])]]
    return [(hop.get("dev", ""), hop["gateway"]) for hop in hops if "gateway" in hop]


def compared(wanted: list, links: list, routed: set, stated: str) -> tuple[list, list]:
    """Return what is missing and what cannot be judged; `routed` are the `ways` of all routes."""
    there = {link["ifname"]: link for link in links}
    missing, unjudged = [], []
    for each in wanted:
        # the inventory calls the port of the out-of-band network by its interface
        name = each["name"] if "name" in each else each["interface"]
        link = there.get(name) or _holder(links, each["address"])
        if link is None or ("LOWER_UP" not in link.get("flags", []) and each["address"] not in _addresses(link)):
            unjudged.append(name)
        else:
            missing += _lacking(each, name, link, links)
            missing += _unrouted(each, name, link["ifname"], routed, stated)
    return missing, unjudged


def _lacking(each: dict, name: str, link: dict, links: list) -> list:
    """Return what an interface lacks of its own: an address, which another one may have, and its MTU."""
    missing = []
    for address in (each["address"], each.get("address_ipv6")):
        if address and address not in _addresses(link):
            other = _holder(links, address)
            missing.append(f"{name} does not have {address}" + (f", {other['ifname']} has it" if other else ""))
    if each.get("mtu") and link["mtu"] != int(each["mtu"]):
        missing.append(f"{link['ifname']} has MTU {int(link['mtu'])}, not {each['mtu']}")
    return missing


def _unrouted(each: dict, name: str, device: str, routed: set, stated: str) -> list:
    """Return gateways without a route by this device. One counts where a file of the host names it: not each port has a route."""
    gateways = [each[key] for key in ("gateway", "gateway_ipv6") if each.get(key)]
    named = [each for each in gateways if re.search(rf"(?<![\w.:]){re.escape(each)}(?![\w.:])", stated)]
    return [f"{name} has no route by {gateway}" for gateway in named if (device, gateway) not in routed]


def sources(rules: list) -> set:
    """Return the addresses of rules for packets from one address."""
    return {rule["src"] for rule in rules if "src" in rule and "srclen" not in rule}


def unruled(wanted: list, links: list, ruled: set, stated: str) -> list:
    """Return interfaces without the rule for packets from their address that a file of the host states; those without the address are told already."""
    missing = []
    for each in wanted:
        for address in (each["address"], each.get("address_ipv6")):
            source = (address or "").split("/")[0]
            asked = source and re.search(rf"(?i)\bfrom[\s:=\"']+{re.escape(source)}(?![\w.:])", stated)
            if asked and source not in ruled and _holder(links, address):
                missing.append(f"{each.get('name') or each['interface']} has no rule for packets from {source}")
    return missing


def left(wanted: list, links: list, before: str, stated: str) -> list:
    """Return addresses that files had before this step and have no more, and that a link still has."""
    planned = {address for each in wanted for address in (each["address"], each.get("address_ipv6"))}
    old = {*_CIDR.findall(before)} - {*_CIDR.findall(stated)} - planned
    return [f"{link['ifname']} still has {address}" for link in links for address in _addresses(link) if address in old]


def _holder(links: list, address: str) -> dict | None:
    return next((link for link in links if address in _addresses(link)), None)


def _addresses(link: dict) -> list:
    return [f"{each['local']}/{each['prefixlen']}" for each in link.get("addr_info", []) if "local" in each]


def vlans(bond: dict) -> list:
    """Return the interfaces of a bond's VLANs, each with the address that it is to have, and the bond's MTU."""
    mtu = {"mtu": bond["mtu"]} if bond.get("mtu") else {}
    return [
        {"name": f"{bond['name']}.{each['vlan']}", "address": each["address"], **mtu} for each in bond.get("vlans", [])
    ]


def _stated(root: str = "") -> str:
    """Return the host's own files of the network below a folder, as one text."""
    texts = []
    for path in sorted(path for pattern in _FILES for path in glob.glob(root + pattern)):
        with open(path, encoding="utf-8", errors="replace") as file:
            texts.append(file.read())
    return "\n".join(texts)


def _bond(bond: dict) -> list:
    """Return what a bond lacks; nothing where this kernel has none of its name."""
    place = f"/sys/class/net/{bond.get('name', '')}/bonding"
    if not bond or not os.path.isdir(place):
        return []
    mode, ports = (_word(f"{place}/{each}") for each in ("mode", "slaves"))
    missing = [] if mode.split()[:1] == [bond["mode"]] else [f"{bond['name']} does not have mode {bond['mode']}"]
    lost = sorted(
        name
        for name in bond.get("members", [])
        if name not in ports.split() and os.path.isdir(f"/sys/class/net/{name}")
    )
    gone = [each["name"] for each in vlans(bond) if not os.path.isdir(f"/sys/class/net/{each['name']}")]
    return (
        missing
        + [f"{bond['name']} does not have port {name}" for name in lost]
        + [f"{name} does not exist" for name in gone]
    )


def _word(path: str) -> str:
    with open(path, encoding="ascii", errors="replace") as file:
        return file.read()


if __name__ == "__main__":
    main()
