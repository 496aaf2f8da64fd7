"""udev's own naming of ports: veth ends stand for network functions, a made-up /sys says where each sits, and `udevadm test` renames them.

`udevadm test` runs every rule of the system and ours on one device, and renames its interface in earnest. The kernel's /sys is not asked:
SYSTEMD_DEVICE_VERIFY_SYSFS=0 lets libsystemd read another (systemd, docs/ENVIRONMENT.md).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.twin.bottle import Bottle

if TYPE_CHECKING:
    from collections.abc import Iterable

_BUS = "/sys/devices/pci0000:17/0000:17:01.0"
_FILE = "70-persistent-net.rules"
_HARMLESS = re.compile("Reading rules file| NAME '")
ETHERNET, INFINIBAND = "1", "32"


class RulesError(Exception):
    """udev has something to say of our rules beyond the names that they give."""


@dataclass(frozen=True, slots=True)
class Function:
    """A network interface as the kernel has it before udev: where it sits on the PCI bus, and what its attributes say.

    `below` is the device between the PCI function and the interface, for subfunctions; `pci` is empty for what has no hardware.
    """

    interface: str
    pci: str
    address: str = "02:00:00:00:00:01"
    kind: str = ETHERNET
    phys_port_name: str = ""
    below: str = ""


def renamed(rules: str, functions: Iterable[Function]) -> dict[str, str]:
    """Return the name of each interface after udev has seen it."""
    before = {function.interface: function for function in functions}
    with Bottle() as bottle:
        for folder in ("/sys", "/etc/udev/rules.d"):
            bottle.must("mount", "-t", "tmpfs", "judge", folder)
        bottle.must("sh", "-c", f"cat > /etc/udev/rules.d/{_FILE}", stdin=rules)
        pairs = [f"link add name {name} type veth peer name x-{name}" for name in before]
        bottle.must("ip", "-batch", "-", stdin="\n".join(pairs))
        numbers = {link["ifname"]: link["ifindex"] for link in json.loads(bottle.must("ip", "-j", "link"))}
        bottle.must("sh", "-e", stdin="\n".join(_device(each, numbers[name]) for name, each in before.items()))
        test = "SYSTEMD_DEVICE_VERIFY_SYSFS=0 udevadm test --action=add /sys/class/net"
        said = bottle.must("sh", "-e", stdin="\n".join(f"{test}/{name} 2>&1" for name in before))
        faults = [line for line in said.splitlines() if _FILE in line and not _HARMLESS.search(line)]
        if faults:
            raise RulesError("; ".join(faults))
        after = {link["ifindex"]: link["ifname"] for link in json.loads(bottle.must("ip", "-j", "link"))}
        return {name: after[numbers[name]] for name in before}


def _device(function: Function, ifindex: int) -> str:
    """Print the shell lines that put an interface into /sys."""
    parent = f"{_BUS}/{function.pci}" if function.pci else "/sys/devices/virtual"
    lines = ["mkdir -p /sys/class/net /sys/bus/pci/drivers/mlx5_core /sys/bus/auxiliary"]
    if function.pci:
        lines += _parent(parent, "pci", "DRIVER=mlx5_core")
        lines.append(f"ln -sfn /sys/bus/pci/drivers/mlx5_core {parent}/driver")
    if function.below:
        parent = f"{parent}/{function.below}"
        lines += _parent(parent, "auxiliary", "DRIVER=mlx5_core.sf")
    here = f"{parent}/net/{function.interface}"
    attributes = {
        "uevent": f"INTERFACE={function.interface}\\nIFINDEX={ifindex}",
        "type": function.kind,
        "address": function.address,
        "ifindex": str(ifindex),
    }
    if function.phys_port_name:
        attributes["phys_port_name"] = function.phys_port_name
    lines.append(f"mkdir -p {here}")
    lines += [f"printf '{value}\\n' > {here}/{name}" for name, value in attributes.items()]
    lines.append(f"ln -sfn /sys/class/net {here}/subsystem")
    lines.append(f"ln -sfn {here} /sys/class/net/{function.interface}")
    return "\n".join(lines)


def _parent(path: str, bus: str, uevent: str) -> list[str]:
    return [f"mkdir -p {path}", f"printf '{uevent}\\n' > {path}/uevent", f"ln -sfn /sys/bus/{bus} {path}/subsystem"]
