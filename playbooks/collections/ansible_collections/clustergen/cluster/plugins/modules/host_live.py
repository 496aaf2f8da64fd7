#!/usr/bin/python
"""What is in effect on a host beside its files and units: its name, the kernel's settings, the firewall, what waits for a boot."""

from __future__ import annotations

DOCUMENTATION = r"""
module: host_live
short_description: Compare what is in effect on a host with the files that it has
description:
  - The running kernel's settings against a file of sysctl.d, the running firewall against its file; one round trip.
  - Sets the kernel's settings where O(bring) says so. What the kernel does not take is no change.
options:
  settings:
    description: A file of sysctl.d.
    type: path
    default: /etc/sysctl.d/90-clustergen.conf
  firewall:
    description: A file of nft that makes the table O(table); it is read in a network namespace of its own.
    type: path
    default: /etc/clustergen/firewall.nft
  table:
    description: Family and name of the firewall's table.
    type: str
    default: inet clustergen
  bring:
    description: Set the kernel's settings that differ.
    type: bool
    default: false
author:
  - clustergen
attributes:
  check_mode: {support: full}
  diff_mode: {support: full}
"""

EXAMPLES = r"""
- name: Apply the kernel settings that can change at run time
  clustergen.cluster.host_live:
    bring: true
"""

RETURN = r"""
up:
  description: Whether the role C(hosts) has brought the host up before.
  returned: always
  type: bool
due:
  description: For what a boot is due, a line each.
  returned: always
  type: list
unread:
  description: Whether a network waits for a boot that is not the role's, to be read back after it.
  returned: always
  type: bool
name:
  description: The name that the kernel has for the host.
  returned: always
  type: str
settings:
  description: Keys of O(settings) that the kernel has and that have another value.
  returned: always
  type: list
firewall:
  description: Whether the table is not what O(firewall) makes; false without that file.
  returned: always
  type: bool
client:
  description: The address that the connection comes from, as sshd says; empty where it does not come by SSH.
  returned: always
  type: str
addresses:
  description: Addresses by interface.
  returned: always
  type: dict
directory:
  description: Whether the role C(directory) has placed files here.
  returned: always
  type: bool
"""

import json
import os
import socket

from ansible.module_utils.basic import AnsibleModule

_UP = "/var/lib/clustergen/up"
_DUE = "/run/clustergen-boot-due"
_UNREAD = "/var/lib/clustergen/network-unread"
_DIRECTORY = "/var/lib/clustergen/directory.json"
_COUNTED = {"handle", "metainfo"}


def main() -> None:
    """Compare; set what may be set."""
    module = AnsibleModule(
        {
            "settings": {"type": "path", "default": "/etc/sysctl.d/90-clustergen.conf"},
            "firewall": {"type": "path", "default": "/etc/clustergen/firewall.nft"},
            "table": {"type": "str", "default": "inet clustergen"},
            "bring": {"type": "bool", "default": False},
        },
        supports_check_mode=True,
    )
    wanted = _settings(module.params["settings"])
    before = {key: there for key, there in ((key, _value(key)) for key in wanted) if there is not None}
    differing = [key for key in before if before[key] != wanted[key]]
    after = dict(before)
    if module.params["bring"]:
        for key in differing:
            after[key] = wanted[key] if module.check_mode else _set(key, wanted[key])
    module.exit_json(
        changed=after != before,
        diff={"before": _lines(before, differing), "after": _lines(after, differing)},
        up=os.path.exists(_UP),
        due=_text(_DUE).splitlines(),
        unread=os.path.exists(_UNREAD),
        name=socket.gethostname(),
        settings=differing,
        firewall=_firewall_differs(module),
        client=(os.environ.get("SSH_CONNECTION", "").split() or [""])[0],
        addresses=_addresses(module),
        directory=_has_placed(_DIRECTORY),
    )


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _has_placed(path: str) -> bool:
    """Whether a set of rendered files is here, or waits to be in effect; one that nobody can read may be."""
    try:
        said = json.loads(_text(path) or "{}")
    except ValueError:
        return True
    return bool(said.get("placed") or said.get("pending"))


def _settings(path: str) -> dict[str, str]:
    """Return the keys of a file of sysctl.d with their values (sysctl.d(5)); patterns of keys are left to systemd."""
    pairs = (line.split("=", 1) for line in _text(path).splitlines() if "=" in line and line.strip()[0] not in "#;")
    return {key.strip().lstrip("-"): " ".join(value.split()) for key, value in pairs if "*" not in key}


def _place(key: str) -> str:
    """Return the file of a key; as in sysctl(8), a key that begins with path parts has its other separators as they are."""
    first = next((sign for sign in key if sign in "./"), ".")
    parts = key if first == "/" else key.translate(str.maketrans("./", "/."))
    return "/proc/sys/" + parts


def _value(key: str) -> str | None:
    """Return what the kernel has; nothing for a key that it lacks, or that only takes a value."""
    try:
        with open(_place(key), encoding="ascii", errors="replace") as file:
            return " ".join(file.read().split())
    except OSError:
        return None


def _set(key: str, value: str) -> str | None:
    """Write a value, and return what the kernel made of it."""
    try:
        with open(_place(key), "w", encoding="ascii") as file:
            file.write(value)
    except OSError:
        pass
    return _value(key)


def _lines(values: dict[str, str | None], keys: list[str]) -> str:
    return "".join(f"{key} = {values[key]}\n" for key in keys)


def _firewall_differs(module: AnsibleModule) -> bool:
    """Whether the table is not loaded, or lists otherwise than its file does where nothing else is loaded."""
    program, apart = module.get_bin_path("nft"), module.get_bin_path("unshare")
    if not program or not apart or not os.path.exists(module.params["firewall"]):
        return False
    table = module.params["table"].split()
    listing = [program, "--json", "list", "table", *table]
    failed, live, _ = module.run_command(listing)
    script = 'nft=$1 file=$2; shift 2; "$nft" --file "$file" && exec "$nft" --json list table "$@"'
    refused, planned, _ = module.run_command(
        [apart, "--net", "sh", "-c", script, "compare", program, module.params["firewall"], *table]
    )
    return not refused and bool(failed or _rules(live) != _rules(planned))


def _rules(listing: str) -> list[object]:
    return [_plain(each) for each in json.loads(listing)["nftables"] if "metainfo" not in each]


def _plain(value: object) -> object:
    """Return a part of nft's listing without handles and counts, which differ from load to load."""
    if isinstance(value, dict):
        counted = {"packets": 0, "bytes": 0} if {"packets", "bytes"} <= set(value) else {}
        return {key: _plain(each) for key, each in {**value, **counted}.items() if key not in _COUNTED}
    return [_plain(each) for each in value] if isinstance(value, list) else value


def _addresses(module: AnsibleModule) -> dict[str, list[str]]:
    program = module.get_bin_path("ip", required=True)
    said = json.loads(module.run_command([program, "-json", "address"], check_rc=True)[1])
    return {each["ifname"]: [one["local"] for one in each["addr_info"] if "local" in one] for each in said if each}


if __name__ == "__main__":
    main()
