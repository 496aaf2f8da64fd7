# Copyright the clustergen authors. Licensed under Apache-2.0.

"""What a host is in, all of it in one visit: interfaces, neighbours, pings, clock, units, kernel settings, RoCE, mounts, firewall, schedulers."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ansible.module_utils.basic import AnsibleModule

if TYPE_CHECKING:
    from collections.abc import Callable

DOCUMENTATION = r"""
module: host_state
short_description: What a host is in, without changing any of it
description:
  - Reads sysfs and procfs, and asks C(ip), C(lldpcli), C(ping), C(chronyc), C(systemctl), C(dcb), C(nft), C(sinfo) and C(kubectl) where they are.
  - What a missing program would have said is C(null), and C(missing) names the program. Changes nothing; check mode gives the same answer.
options:
  interfaces:
    description: Interfaces whose link is asked for.
    type: list
    elements: str
    default: []
  sysctls:
    description: Keys of the kernel whose value is asked for.
    type: list
    elements: str
    default: []
  units:
    description: Units of systemd whose state is asked for.
    type: list
    elements: str
    default: []
  roce:
    description: Interfaces whose RoCE classes are asked for, each with the priority that it has.
    type: dict
    default: {}
  pings:
    description: C(target), C(source) and C(bytes) (of the IP packet, which is not divided) of each ping.
    type: list
    elements: dict
    default: []
  firewall:
    description: The table whose chains are asked for, as C(inet clustergen); empty for none.
    type: str
    default: ""
  schedulers:
    description: Whether Slurm and Kubernetes are asked for their hosts.
    type: bool
    default: false
author: [clustergen]
"""

EXAMPLES = r"""
- name: Look at the host
  clustergen.cluster.host_state:
    interfaces: [rail0, bond0]
    sysctls: [net.ipv4.ip_forward]
    pings: [{target: 10.0.0.1, source: 10.0.0.0, bytes: 9000}]
  register: verify_read
"""

RETURN = r"""
state:
  description: One key a subject, called as the option or the program; C(pings) in the order in which they were asked for.
  returned: success
  type: dict
"""

_HEADERS = {4: 28, 6: 48}
"""Bytes of IP and ICMP headers (RFC 791 and 792, RFC 8200 and 4443): ping's size is what comes after them."""
_PATIENCE_S = 2
_KUBERNETES = "/etc/kubernetes/admin.conf"


class Host:
    """The host: its files, its programs, and which of these are missing."""

    def __init__(self, find: Callable[[str], str | None]) -> None:
        """Keep how programs are found."""
        self._find = find
        self.missing: list[str] = []

    def ask(self, program: str, *arguments: str) -> str | None:
        """Return what a program prints; nothing where it is missing or fails."""
        path = self._find(program)
        if path is None:
            self.missing.append(program)
            return None
        try:
            done = subprocess.run((path, *arguments), capture_output=True, text=True, timeout=30, check=False)  # noqa: S603
        except subprocess.TimeoutExpired:
            return None
        return done.stdout if done.returncode == 0 else None

    def start(self, program: str, *arguments: str) -> subprocess.Popen[str] | None:
        """Start a program whose answer is waited for later."""
        path = self._find(program)
        if path is None:
            return None
        pipe = subprocess.PIPE
        return subprocess.Popen((path, *arguments), stdout=pipe, stderr=subprocess.STDOUT, text=True)  # noqa: S603


def _text(*parts: str) -> str:
    try:
        return Path(*parts).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _json(said: str | None) -> Any:
    try:
        return json.loads(said) if said else None
    except ValueError:
        return None


def read_interfaces(host: Host, names: list[str]) -> dict[str, Any]:
    """Return each interface that is there: its link, speed (Mb/s), MTU and addresses."""
    told = {each["ifname"]: each for each in _json(host.ask("ip", "-json", "address", "show")) or []}
    found = {}
    for name in names:
        if name not in told:
            continue
        place = f"/sys/class/net/{name}"
        found[name] = {
            "up": _text(place, "carrier") == "1",
            "speed": _text(place, "speed"),
            "mtu": told[name].get("mtu"),
            "addresses": [f"{a['local']}/{a['prefixlen']}" for a in told[name].get("addr_info", []) if "local" in a],
        }
    return found


def read_rdma(root: str = "/sys/class/infiniband") -> dict[str, list[dict[str, str]]]:
    """Return each RDMA device with the link layer, state and rate of its ports, as the kernel writes them: `4: ACTIVE`, `400 Gb/sec (4X NDR)`."""
    ports = sorted(Path(root).glob("*/ports/*"))
    found: dict[str, list[dict[str, str]]] = {port.parent.parent.name: [] for port in ports}
    for port in ports:
        told = {key: _text(str(port), key) for key in ("link_layer", "state", "rate")}
        found[port.parent.parent.name].append(told)
    return found


def read_sysctls(keys: list[str]) -> dict[str, str]:
    """Return each key's value; empty where the kernel has no such key. A dot parts the folders, as sysctl(8) has it."""
    return {key: " ".join(_text("/proc/sys", key.replace(".", "/")).split()) for key in keys}


def read_units(host: Host, units: list[str]) -> dict[str, Any] | None:
    """Return the load and active states of each unit; nothing where systemd does not answer."""
    shown = ("Id", "LoadState", "ActiveState", "ConditionResult", "ConditionTimestampMonotonic")
    said = host.ask("systemctl", "show", f"--property={','.join(shown)}", *units) if units else ""
    if said is None:
        return None
    blocks = [dict(line.split("=", 1) for line in block.splitlines() if "=" in line) for block in said.split("\n\n")]
    # In the order in which they were asked for: Id of an alias is another name.
    return {unit: block for unit, block in zip(units, [each for each in blocks if each])}  # noqa: C416  (Python 3.9)


def read_roce(host: Host, ports: dict[str, int]) -> dict[str, Any]:
    """Return what each port has set: paused priorities, DSCP to priority, traffic class, marking; null where nobody says."""
    found = {}
    for name, priority in ports.items():
        pfc, app = (_json(host.ask("dcb", "-j", "-N", kind, "show", "dev", name)) for kind in ("pfc", "app"))
        net = f"/sys/class/net/{name}"
        classes = [_text(str(path)) for path in sorted(Path(net, "device/infiniband").glob("*/tc/1/traffic_class"))]
        points = [_text(net, "ecn", point, "enable", str(priority)) for point in ("roce_np", "roce_rp")]
        found[name] = {
            "pfc": [int(bool(each)) for each in pfc["prio_pfc"]] if pfc and "prio_pfc" in pfc else None,
            "dscp": {str(code): int(to) for code, to in app.get("dscp_prio", [])} if app is not None else None,
            "traffic_class": int(match.group()) if classes and (match := re.search(r"\d+$", classes[0])) else None,
            "marking": points if all(points) else None,
        }
    return found


def read_pings(host: Host, pings: list[dict[str, Any]]) -> list[str]:
    """Return for each ping `ok`, `small` (answered only where it fits the smallest MTU), or what ping said. All are sent at once."""
    large = _answers(host, [(each, int(each["bytes"])) for each in pings])
    again = [(each, 1280) for each, said in zip(pings, large) if said != "ok"]
    small = iter(_answers(host, again))
    return [said if said == "ok" else ("small" if next(small) == "ok" else said) for said in large]


def _answers(host: Host, pings: list[tuple[dict[str, Any], int]]) -> list[str]:
    started = [_ping(host, each, size) for each, size in pings]
    if any(each is None for each in started):
        host.missing.append("ping")
    said = [each.communicate()[0] if each else "no ping program" for each in started]
    return ["ok" if each and each.returncode == 0 else _last(text) for each, text in zip(started, said)]


def _ping(host: Host, ping: dict[str, Any], size: int) -> subprocess.Popen[str] | None:
    family = 6 if ":" in ping["target"] else 4
    payload = str(size - _HEADERS[family])
    source = ("-I", ping["source"]) if ping.get("source") else ()
    command = ("-n", "-q", f"-{family}", "-M", "do", "-c", "2", "-i", "0.2", "-W", str(_PATIENCE_S), "-s", payload)
    return host.start("ping", *command, *source, ping["target"])


def _last(text: str) -> str:
    """Return the line that says most: an error, else the count of packets."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(("PING", "---"))]
    errors = [line for line in lines if "rror" in line or "nreachable" in line or "too long" in line]
    return (errors or lines or ["no answer"])[0].strip()


def read_firewall(host: Host, table: str) -> dict[str, str] | None:
    """Return the chains of a table, each with its policy; nothing where it is not loaded."""
    told = _json(host.ask("nft", "-j", "list", "table", *table.split())) if table else None
    chains = [each["chain"] for each in told["nftables"] if "chain" in each] if told else None
    return {each["name"]: each.get("policy", "") for each in chains} if chains is not None else None


def read_schedulers(host: Host) -> dict[str, Any]:
    """Return the state of each host as Slurm has it, and whether Kubernetes calls it ready; null where nobody answers."""
    slurm = host.ask("sinfo", "--noheader", "--Node", "--format=%N %T")
    said = (
        host.ask("kubectl", "--kubeconfig", _KUBERNETES, "get", "nodes", "--output=json")
        if Path(_KUBERNETES).exists()
        else None
    )
    nodes = _json(said)
    ready = {
        each["metadata"]["name"]: next(
            (c["status"] for c in each["status"].get("conditions", []) if c["type"] == "Ready"), "Unknown"
        )
        for each in (nodes["items"] if nodes else [])
    }
    return {
        "slurm": dict(line.split()[:2] for line in slurm.splitlines() if line.strip()) if slurm else None,
        "kubernetes": ready or None,
    }


def main() -> None:
    """Answer Ansible."""
    lists = {key: {"type": "list", "elements": "str", "default": []} for key in ("interfaces", "sysctls", "units")}
    others: dict[str, Any] = {
        "roce": {"type": "dict", "default": {}},
        "pings": {"type": "list", "elements": "dict", "default": []},
        "firewall": {"type": "str", "default": ""},
        "schedulers": {"type": "bool", "default": False},
    }
    module = AnsibleModule(argument_spec={**lists, **others}, supports_check_mode=True)
    wanted = module.params
    host = Host(module.get_bin_path)
    state = {
        "interfaces": read_interfaces(host, wanted["interfaces"]),
        "rdma": read_rdma(),
        "sysctls": read_sysctls(wanted["sysctls"]),
        "units": read_units(host, wanted["units"]),
        "roce": read_roce(host, wanted["roce"]),
        "pings": read_pings(host, wanted["pings"]),
        "firewall": read_firewall(host, wanted["firewall"]),
        "mounts": {line.split()[1]: line.split()[2] for line in _text("/proc/self/mounts").splitlines()},
        "lldp": host.ask("lldpcli", "-f", "json0", "show", "neighbors", "details"),
        "tracking": (host.ask("chronyc", "-c", "tracking") or "").strip() or None,
        **(read_schedulers(host) if wanted["schedulers"] else {}),
    }
    module.exit_json(changed=False, state={**state, "missing": sorted(set(host.missing))})


if __name__ == "__main__":
    main()
