"""A made sysfs and procfs: what Linux shows of a host with the hardware that a test gives it."""

from __future__ import annotations

import os
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

CONNECTX7 = ("15b3", "1021")
H100 = ("10de", "2330")
NVSWITCH = ("10de", "22a3")
ASPEED = ("1a03", "2000")
BUS = "sys/devices/pci0000:00"


class MadeHost:
    """A host's files below a folder; everything is added by name and can be left out."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.put("sys/bus/pci/devices/.keep", "")

    def put(self, path: str, text: str) -> None:
        """Write a file as the kernel does, with a line end."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"{text}\n", encoding="utf-8")

    def link(self, path: str, target: str) -> None:
        """Make a symbolic link to another path below the root, which may be copied elsewhere."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(os.path.relpath(self.root / target, place.parent))

    def function(self, address: str, kind: tuple[str, str], pci_class: str) -> str:
        """Add a PCI function; gives its folder."""
        folder = f"{BUS}/{address}"
        for key, value in zip(("vendor", "device"), kind, strict=True):
            self.put(f"{folder}/{key}", f"0x{value}")
        self.put(f"{folder}/class", f"0x{pci_class}00")
        self.link(f"sys/bus/pci/devices/{address}", folder)
        return folder

    def nic(
        self,
        address: str,
        interface: str,
        mac: str,
        rdma: str,
        firmware: str = "28.39.1002",
        *,
        infiniband: bool = False,
    ) -> None:
        """Add a ConnectX-7 port with its interface and its RDMA device."""
        folder = self.function(address, CONNECTX7, "0207" if infiniband else "0200")
        digits = mac.replace(":", "")
        guid = f"{digits[:6]}0300{digits[6:]}"
        self.put(
            f"{folder}/net/{interface}/address", mac if not infiniband else f"00:00:10:29:fe:80:00:00:00:00:00:00:{mac}"
        )
        self.put(f"{folder}/net/{interface}/carrier", "1")
        self.link(f"{folder}/net/{interface}/device", folder)
        self.link(f"sys/class/net/{interface}", f"{folder}/net/{interface}")
        device = f"{folder}/infiniband/{rdma}"
        self.put(f"{device}/fw_ver", firmware)
        self.put(f"{device}/node_guid", _colons(guid))
        self.put(f"{device}/ports/1/link_layer", "InfiniBand" if infiniband else "Ethernet")
        self.put(f"{device}/ports/1/gids/0", f"fe80:0000:0000:0000:{_colons(guid)}")
        self.link(f"{device}/device", folder)
        self.link(f"sys/class/infiniband/{rdma}", device)

    def drive(self, name: str, size_tb: float) -> None:
        """Add an NVMe drive."""
        self.put(f"sys/block/{name}/size", str(int(size_tb * 1e12) // 512))
        self.put(f"sys/block/{name}/removable", "0")
        self.put(f"sys/block/{name}/device/serial", f"S{name}")

    def memory(self, modules: Iterable[int]) -> None:
        """Add memory modules (GiB each); the kernel keeps 1.5 per cent for itself."""
        sizes = list(modules)
        self.put("proc/meminfo", f"MemTotal:       {int(sum(sizes) * 0.985) << 20} kB\nMemFree: 1 kB")
        for number, size in enumerate(sizes):
            entry = bytearray(0x22)
            struct.pack_into("<H", entry, 0x0C, 0x7FFF if size >= 32 else size << 10)
            struct.pack_into("<I", entry, 0x1C, size << 10)
            place = self.root / f"sys/firmware/dmi/entries/17-{number}/raw"
            place.parent.mkdir(parents=True)
            place.write_bytes(entry)

    def cpu(self, title: str, sockets: int, cores: int, threads: int) -> None:
        """Add processors; a second thread of a core counts after all cores, as on Linux."""
        self.put("proc/cpuinfo", f"processor\t: 0\nmodel name\t: {title}")
        whole = sockets * cores
        for number in range(whole * threads):
            place = f"sys/devices/system/cpu/cpu{number}/topology"
            core = number % whole
            self.put(f"{place}/physical_package_id", str(core // cores))
            self.put(f"{place}/thread_siblings_list", ",".join(str(core + each * whole) for each in range(threads)))

    def dmi(self, serial: str) -> None:
        """Set its maker and serial number."""
        self.put("sys/class/dmi/id/product_serial", serial)
        self.put("sys/class/dmi/id/product_name", "DGXH100")
        self.put("sys/class/dmi/id/sys_vendor", "NVIDIA")


def _colons(guid: str) -> str:
    return ":".join(guid[at : at + 4] for at in range(0, 16, 4))
