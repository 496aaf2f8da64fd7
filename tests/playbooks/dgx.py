"""A delivered DGX H100 as the catalog documents it, and ways to deliver it wrongly."""

from __future__ import annotations

import base64
import io
import json
import tarfile
from typing import TYPE_CHECKING, Any

from generator.render.inventory import host_facts
from generator.render.inventory_hosts import hardware_facts
from tests.playbooks.sysfs import ASPEED, H100, NVSWITCH, MadeHost

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from generator.plan.draft import Draft


Facts = dict[str, Any]
GPU_ADDRESSES = tuple(f"0000:{bus}:00.0" for bus in ("1b", "43", "52", "61", "9d", "c3", "d1", "df"))
"""Where the GPUs of a DGX H100 are; no document of the catalog says, and nobody judges it."""


def planned(plan: Draft) -> Facts:
    """Return what the inventory says of the group `gpu`."""
    facts: Facts = dict(hardware_facts(plan, "gpu")["hardware"])
    return facts


def ports_of(plan: Draft, name: str, macs: Mapping[str, str] | None = None) -> list[Facts]:
    """Return the ports of a host's inventory, with MAC addresses as assets.yaml would give them."""
    host = next(each for each in plan.hosts if each.name == name)
    ports: list[Facts] = list(host_facts(plan, host)["ports"])
    return [{**port, "mac": macs[port["name"]]} if macs and port["name"] in macs else port for port in ports]


def mac(host: int, port: int) -> str:
    """Return the MAC address of a port of the n-th delivered host."""
    return f"a0:88:c2:00:{host:02x}:{port:02x}"


def deliver(root: Path, hardware: Facts, number: int = 1, **fault: Any) -> dict[str, str]:
    """Make the sysfs of a whole host; a fault changes one thing of it. Gives the MAC address of each port."""
    made = MadeHost(root)
    made.dmi(fault.get("serial", f"16600000{number:02d}"))
    made.cpu(fault.get("cpu", "Intel(R) Xeon(R) Platinum 8480C"), 2, fault.get("cores", 56), fault.get("threads", 2))
    made.memory([64] * fault.get("modules", 32))
    made.function("0000:03:00.0", ASPEED, "0300")
    made.function("0000:07:00.0", NVSWITCH, "0680")
    for address in GPU_ADDRESSES[: fault.get("gpus", 8)]:
        made.function(address, fault.get("gpu", H100), "0302")
    for each in range(fault.get("drives", 8)):
        made.drive(f"nvme{each}n1", 3.84)
    for each in (8, 9):
        made.drive(f"nvme{each}n1", 1.92)
    macs = {port["name"]: mac(number, place) for place, port in enumerate(hardware["ports"])}
    at = {port["name"]: port["pci"] for port in hardware["ports"]} | fault.get("moved", {})
    fitted = macs | fault.get("macs", {})
    for port in hardware["ports"]:
        if port["name"] not in fault.get("missing", ()):
            address = at[port["name"]]
            kernel = f"enp{int(address[5:7], 16)}s0f{address[-1]}np{address[-1]}"
            made.nic(
                address,
                kernel,
                fitted[port["name"]],
                port["rdma"],
                fault.get("firmware", "28.39.1002"),
                infiniband=fault.get("infiniband", False),
            )
    return macs


def add_hardware(tree: Path, plan: Draft) -> None:
    """Add the hardware of each group to a tree's inventory, if it is absent."""
    for group in {host.group for host in plan.hosts}:
        place = tree / "ansible" / "inventory" / "group_vars" / f"{group.replace('-', '_')}.yml"
        text = place.read_text(encoding="utf-8") if place.exists() else "---\n"
        facts = hardware_facts(plan, group)
        if facts and "cluster_hardware:" not in text:
            place.write_text(text + f"cluster_hardware: {json.dumps(facts['hardware'])}\n", encoding="utf-8")


def packed(root: Path) -> str:
    """Return a made sysfs as text, to be unpacked elsewhere (base64 of a tar archive)."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        tar.add(root, arcname=".")
    return base64.b64encode(archive.getvalue()).decode("ascii")
