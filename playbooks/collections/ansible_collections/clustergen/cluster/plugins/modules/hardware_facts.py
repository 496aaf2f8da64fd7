# Copyright the clustergen authors. Licensed under Apache-2.0.

"""What hardware a host has, as the kernel tells it in sysfs and procfs: nothing is installed, nothing is changed."""

from __future__ import annotations

import array
import fcntl
import re
import socket
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ansible.module_utils.basic import AnsibleModule

DOCUMENTATION = r"""
module: hardware_facts
short_description: GPUs, NICs, drives, memory, processors and serial number of a host
description:
  - Reads sysfs and procfs alone, so it works on a host on which nothing has been installed yet.
  - Changes nothing; check mode gives the same answer.
options:
  root:
    description: The folder in which C(sys) and C(proc) stand. Another one than C(/) is for tests.
    type: path
    default: /
author: [clustergen]
"""

EXAMPLES = r"""
- name: Read what is in the host
  clustergen.cluster.hardware_facts:
  register: preflight_read
"""

RETURN = r"""
hardware:
  description:
    - C(serial), C(product), C(maker) of the host, empty where its firmware does not say.
    - C(gpus), a list of C(pci), C(vendor) and C(device).
    - C(nics), one entry a PCI function, with C(pci), C(vendor), C(device), C(kind) (ethernet or infiniband), C(firmware), C(interfaces)
      (C(name), C(mac), C(up)) and C(rdma) (C(name), C(node_guid), C(port_guids), C(link)).
    - C(drives), a list of C(name), C(bytes), C(model) and C(serial).
    - C(memory), with C(bytes) that the kernel has and C(modules), the bytes of each module where the firmware says.
    - C(cpu), with C(title), C(sockets), C(cores) and C(threads).
  returned: success
  type: dict
"""

_GPU_CLASSES = ("0300", "0302", "1200")
"""VGA, 3D controller, processing accelerator (PCI Code and ID Assignment Specification): makers of GPUs use all three."""
_GPU_MAKERS = {"10de": "nvidia", "1002": "amd"}
"""PCI vendor ids; a BMC's graphics chip has another one."""
_NIC_CLASSES = {"0200": "ethernet", "0207": "infiniband"}
_ADDRESS = re.compile(r"^[0-9a-f]{4,}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$")
_DRIVE = re.compile(r"^(nvme\d+n\d+|sd[a-z]+|vd[a-z]+|hd[a-z]+)$")
_LONGEST = 65536
"""Characters that are read of a file: what is looked for stands well before."""
_SECTOR = 512
"""Bytes of the unit of `size` in sysfs, whatever the drive's own sectors are (Linux, Documentation/ABI/stable/sysfs-block)."""
_SIOCETHTOOL, _DRIVER = 0x8946, 3
_DRIVER_BYTES, _FIRMWARE_AT = 196, 68
"""struct ethtool_drvinfo: command (4), driver (32), version (32), then fw_version (32)."""


class Machine:
    """The files of a host below a root."""

    def __init__(self, root: str) -> None:
        """Keep the root."""
        self.root = Path(root)

    def text(self, *parts: str) -> str:
        """Return a file's text without the space around it, cut where no such file goes on; empty where it cannot be read."""
        try:
            with self.root.joinpath(*parts).open(encoding="utf-8", errors="replace") as file:
                return file.read(_LONGEST).strip()
        except OSError:
            return ""

    def raw(self, *parts: str) -> bytes:
        """Return a file's bytes; none where it cannot be read."""
        try:
            return self.root.joinpath(*parts).read_bytes()
        except OSError:
            return b""

    def names(self, *parts: str) -> list[str]:
        """Return the names in a folder, in order; none where there is no such folder."""
        try:
            return sorted(path.name for path in self.root.joinpath(*parts).iterdir())
        except OSError:
            return []

    def pci_of(self, *parts: str) -> str:
        """Return the PCI address that a `device` link leads to: its own folder, or the nearest one above it."""
        place = self.root.joinpath(*parts).resolve()
        return next((each.name for each in (place, *place.parents) if _ADDRESS.match(each.name)), "")


def read_hardware(machine: Machine) -> dict[str, Any]:
    """Return all facts of a host."""
    dmi = "sys/class/dmi/id"
    return {
        "serial": machine.text(dmi, "product_serial"),
        "product": machine.text(dmi, "product_name"),
        "maker": machine.text(dmi, "sys_vendor"),
        "gpus": [device for device in _functions(machine) if _is_gpu(device)],
        "nics": list(_nics(machine)),
        "drives": list(_drives(machine)),
        "memory": {"bytes": _memory(machine), "modules": list(_modules(machine))},
        "cpu": _cpu(machine),
    }


def _functions(machine: Machine) -> Iterator[dict[str, Any]]:
    """Yield every PCI function that is no virtual one of another."""
    for address in machine.names("sys/bus/pci/devices"):
        place = ("sys/bus/pci/devices", address)
        if machine.root.joinpath(*place, "physfn").exists():
            continue
        found = {key: machine.text(*place, key)[2:] for key in ("vendor", "device", "class")}
        yield {"pci": address, **found, "class": found["class"][:4]}


def _is_gpu(device: dict[str, Any]) -> bool:
    return device["class"] in _GPU_CLASSES and device["vendor"] in _GPU_MAKERS


def _nics(machine: Machine) -> Iterator[dict[str, Any]]:
    interfaces = _by_address(machine, "sys/class/net", _interface)
    adapters = _by_address(machine, "sys/class/infiniband", _rdma)
    for device in _functions(machine):
        kind = _NIC_CLASSES.get(device["class"])
        if kind is None:
            continue
        mine, rdma = interfaces.get(device["pci"], []), adapters.get(device["pci"], [{}])[0]
        firmware = rdma.get("firmware") or next((f for f in (_firmware(machine, each) for each in mine) if f), "")
        yield {**device, "kind": kind, "firmware": firmware, "interfaces": mine, "rdma": rdma}


def _by_address(
    machine: Machine, folder: str, read: Callable[[Machine, str], dict[str, Any]]
) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for name in machine.names(folder):
        address = machine.pci_of(folder, name, "device")
        if address:
            found.setdefault(address, []).append(read(machine, name))
    return found


def _interface(machine: Machine, name: str) -> dict[str, Any]:
    """Return an interface with its own address: a port of a bond shows the bond's in `address`."""
    own = machine.text("sys/class/net", name, "bonding_slave/perm_hwaddr")
    mac = own or machine.text("sys/class/net", name, "address")
    return {"name": name, "mac": mac, "up": machine.text("sys/class/net", name, "carrier") == "1"}


def _rdma(machine: Machine, name: str) -> dict[str, Any]:
    place = ("sys/class/infiniband", name)
    ports = machine.names(*place, "ports")
    gids = [machine.text(*place, "ports", port, "gids/0") for port in ports]
    return {
        "name": name,
        "firmware": machine.text(*place, "fw_ver"),
        "node_guid": f"0x{guid.replace(':', '')}" if (guid := machine.text(*place, "node_guid")) else "",
        # The lower half of a port's first GID is its GUID (InfiniBand Architecture Specification, 4.1.1).
        "port_guids": ["0x" + gid.replace(":", "")[16:] for gid in gids if gid],
        "link": machine.text(*place, "ports", ports[0], "link_layer") if ports else "",
    }


def _firmware(machine: Machine, interface: dict[str, Any]) -> str:
    """Return a NIC's firmware as its driver tells it, on the host itself."""
    if machine.root != Path("/"):
        return ""
    answer = array.array("B", struct.pack("I", _DRIVER).ljust(_DRIVER_BYTES, b"\0"))
    request = struct.pack("16sP", interface["name"].encode()[:15], answer.buffer_info()[0])
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            fcntl.ioctl(asked, _SIOCETHTOOL, request.ljust(40, b"\0"))
    except OSError:
        return ""
    text = answer.tobytes()[_FIRMWARE_AT : _FIRMWARE_AT + 32].split(b"\0")[0].decode("ascii", "replace")
    return text if text != "N/A" else ""


def _drives(machine: Machine) -> Iterator[dict[str, Any]]:
    for name in machine.names("sys/block"):
        place = ("sys/block", name)
        sectors = machine.text(*place, "size")
        if _DRIVE.match(name) and sectors.isdigit() and machine.text(*place, "removable") != "1":
            model, serial = machine.text(*place, "device/model"), machine.text(*place, "device/serial")
            yield {"name": name, "bytes": int(sectors) * _SECTOR, "model": model, "serial": serial}


def _memory(machine: Machine) -> int:
    found = re.search(r"^MemTotal:\s+(\d+) kB", machine.text("proc/meminfo"), re.MULTILINE)
    return int(found.group(1)) * 1024 if found else 0


def _modules(machine: Machine) -> Iterator[int]:
    """Yield the bytes of each memory module (SMBIOS type 17): size in MiB, in KiB with the top bit, 0x7fff for the longer field at 0x1c."""
    for name in machine.names("sys/firmware/dmi/entries"):
        if not name.startswith("17-"):
            continue
        entry = machine.raw("sys/firmware/dmi/entries", name, "raw")
        size = struct.unpack_from("<H", entry, 0x0C)[0] if len(entry) >= 0x0E else 0
        if size == 0x7FFF and len(entry) >= 0x20:
            yield (struct.unpack_from("<I", entry, 0x1C)[0] & 0x7FFFFFFF) << 20
        elif size not in (0, 0xFFFF):
            yield (size & 0x7FFF) << (10 if size & 0x8000 else 20)


def _cpu(machine: Machine) -> dict[str, Any]:
    cpus = "sys/devices/system/cpu"
    places = [name for name in machine.names(cpus) if re.match(r"^cpu\d+$", name)]
    read = [
        [machine.text(cpus, p, "topology", k) for k in ("physical_package_id", "thread_siblings_list")] for p in places
    ]
    online = [each for each in read if each[1]]
    title = re.search(r"^model name\s*:\s*(.+)$", machine.text("proc/cpuinfo"), re.MULTILINE)
    return {
        "title": title.group(1) if title else "",
        "sockets": len({package for package, _ in online}),
        "cores": len({siblings for _, siblings in online}),
        "threads": len(online),
    }


def main() -> None:
    """Answer Ansible."""
    module = AnsibleModule(argument_spec={"root": {"type": "path", "default": "/"}}, supports_check_mode=True)
    machine = Machine(module.params["root"])
    if not machine.names("sys/bus") and not machine.text("proc/meminfo"):
        module.fail_json(msg=f"{machine.root} has neither sys nor proc: check that /sys and /proc are mounted")
    module.exit_json(changed=False, hardware=read_hardware(machine))


if __name__ == "__main__":
    main()
