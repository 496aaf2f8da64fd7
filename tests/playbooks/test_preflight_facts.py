"""The module that reads a host's hardware: a made sysfs gives the facts that its files have, and the machine's own gives some."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.playbooks import dgx
from tests.playbooks.roles import module
from tests.playbooks.sysfs import CONNECTX7, H100, MadeHost

if TYPE_CHECKING:
    from collections.abc import Callable

    from generator.plan.draft import Draft


READER = module("hardware_facts")


def read(root: Path) -> dict[str, Any]:
    facts: dict[str, Any] = READER.read_hardware(READER.Machine(str(root)))
    return facts


@pytest.fixture(scope="module")
def plan(plans: Callable[[str], Draft]) -> Draft:
    return plans("roce-16")


def test_a_whole_host_is_read(plan: Draft, tmp_path: Path) -> None:
    macs = dgx.deliver(tmp_path, dgx.planned(plan))
    found = read(tmp_path)
    assert found["serial"] == "1660000001"
    assert [gpu["pci"] for gpu in found["gpus"]] == list(dgx.GPU_ADDRESSES)
    assert {(gpu["vendor"], gpu["device"]) for gpu in found["gpus"]} == {H100}
    assert found["cpu"] == {"title": "Intel(R) Xeon(R) Platinum 8480C", "sockets": 2, "cores": 112, "threads": 224}
    assert found["memory"]["modules"] == [64 << 30] * 32
    assert 2.0e12 < found["memory"]["bytes"] < 2.2e12
    assert len(found["drives"]) == 10
    assert len(found["nics"]) == 12
    rail0 = next(nic for nic in found["nics"] if nic["pci"] == "0000:18:00.0")
    assert (rail0["vendor"], rail0["device"]) == CONNECTX7
    assert (rail0["kind"], rail0["firmware"]) == ("ethernet", "28.39.1002")
    assert rail0["interfaces"] == [{"name": "enp24s0f0np0", "mac": macs["rail0"], "up": True}]
    assert rail0["rdma"]["name"] == "mlx5_0"


def test_a_port_of_a_bond_has_its_own_address(tmp_path: Path) -> None:
    made = MadeHost(tmp_path)
    made.nic("0000:aa:00.1", "frontend0", "02:00:00:00:00:99", "mlx5_8")
    made.put("sys/class/net/frontend0/bonding_slave/perm_hwaddr", "a0:88:c2:00:00:01")
    assert [each["interfaces"][0]["mac"] for each in read(tmp_path)["nics"]] == ["a0:88:c2:00:00:01"]


def test_an_infiniband_port_has_its_guid(tmp_path: Path) -> None:
    MadeHost(tmp_path).nic("0000:18:00.0", "ib0", "a0:88:c2:00:01:00", "mlx5_0", infiniband=True)
    (nic,) = read(tmp_path)["nics"]
    assert nic["kind"] == "infiniband"
    assert nic["rdma"]["port_guids"] == ["0xa088c20300000100"]
    assert nic["rdma"]["link"] == "InfiniBand"


def test_virtual_functions_and_small_modules(tmp_path: Path) -> None:
    made = MadeHost(tmp_path)
    made.nic("0000:18:00.0", "eth0", "a0:88:c2:00:01:00", "mlx5_0")
    folder = made.function("0000:18:00.2", CONNECTX7, "0200")
    made.link(f"{folder}/physfn", "sys/devices/pci0000:00/0000:18:00.0")
    made.memory([16, 32, 0])
    found = read(tmp_path)
    assert [nic["pci"] for nic in found["nics"]] == ["0000:18:00.0"]
    assert found["memory"]["modules"] == [16 << 30, 32 << 30]


def test_the_machine_itself_is_read() -> None:
    found = read(Path("/"))
    assert found["memory"]["bytes"] > 1e8
    assert found["cpu"]["threads"] >= found["cpu"]["cores"] >= found["cpu"]["sockets"] >= 1
