"""`assets.yaml` completed from what was found: ports are the right ones, what is written stays, and clustergen takes the result."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.pipeline.waiting import waiting_for
from generator.spec.load import load_spec
from tests.conftest import example, plan_of
from tests.playbooks import dgx
from tests.playbooks.roles import filters, module

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from generator.plan.draft import Draft


READER = module("hardware_facts")
PORTS = filters("preflight_ports")
ASSETS = filters("preflight_assets")


def seen(root: Path, plan: Draft, *names: str, **fault: Any) -> dict[str, dict[str, Any]]:
    """Deliver hosts and give what preflight would hand on."""
    hardware, given = dgx.planned(plan), {}
    for number, name in enumerate(names, start=1):
        dgx.deliver(root / name, hardware, number, **fault)
        found = READER.read_hardware(READER.Machine(str(root / name)))
        given[name] = {"assets": PORTS["found_assets"](found, hardware, dgx.ports_of(plan, name), name)}
    return given


@pytest.fixture(scope="module")
def plan(plans: Callable[[str], Draft]) -> Draft:
    return plans("roce-16")


def test_ports_are_found_by_their_addresses(plan: Draft, tmp_path: Path) -> None:
    assets = seen(tmp_path, plan, "gpu01")["gpu01"]["assets"]
    assert assets["serial"] == "1660000001"
    assert assets["macs"] == {port["name"]: dgx.mac(1, place) for place, port in enumerate(dgx.planned(plan)["ports"])}
    assert "guids" not in assets


def test_infiniband_ports_give_guids(plan: Draft, tmp_path: Path) -> None:
    assets = seen(tmp_path, plan, "gpu01", infiniband=True)["gpu01"]["assets"]
    assert assets["guids"]["rail0"] == "0xa088c20300000100"
    assert "macs" not in assets


def test_ports_without_an_address_are_found_by_name_mac_or_neighbour() -> None:
    def nic(number: int, name: str) -> dict[str, Any]:
        return {"pci": f"0000:0{number}:00.0", "interfaces": [{"name": name, "mac": dgx.mac(1, number)}], "rdma": {}}

    ports = [
        {"name": name, "switch": "frontend-leaf1", "switch_port": f"Ethernet{place}", **more}
        for place, (name, more) in enumerate(
            {
                "frontend0": {},
                "frontend1": {"mac": dgx.mac(1, 2).upper().replace(":", "-")},
                "mgmt0": {},
                "storage0": {},
                "bmc": {},
            }.items()
        )
    ]
    found = {"serial": "", "nics": [nic(1, "eth0"), nic(2, "eth1"), nic(3, "mgmt0"), nic(4, "eth3"), nic(5, "eth4")]}
    heard = {
        "eth0": {"device": "frontend-leaf1", "port": "Ethernet0", "description": ""},
        "eth3": {"device": "frontend-leaf1", "port": "etp4", "description": "control1 storage0"},
    }
    planned = {"ports": [{"name": "frontend0"}]}
    macs = {"frontend0": dgx.mac(1, 1), "frontend1": dgx.mac(1, 2), "mgmt0": dgx.mac(1, 3), "storage0": dgx.mac(1, 4)}
    assert PORTS["found_assets"](found, planned, ports, "control1", heard) == {"macs": macs}
    assert PORTS["found_assets"](found, planned, ports, "control1") == {
        "macs": {n: macs[n] for n in ("frontend1", "mgmt0")}
    }


WRITTEN = """\
# the operator's words
gpu01: {serial: "1660000099", macs: {rail0: A0-88-C2-00-01-00, rail1: a0:88:c2:ff:00:01, bmc: 10:20:30:40:50:58}}
compute-leaf1:
  serial: 0123
  guid: 0x0c42a103008b3bd0
gpu02:
"""


def test_what_is_written_stays_and_conflicts_are_told(plan: Draft, tmp_path: Path) -> None:
    merged = ASSETS["merged_assets"](WRITTEN, seen(tmp_path, plan, "gpu01", "gpu02"))
    kept = yaml.safe_load(merged["text"])
    assert kept["gpu01"]["serial"] == "1660000099"
    assert kept["gpu01"]["macs"]["rail0"] == "A0-88-C2-00-01-00"
    assert kept["gpu01"]["macs"]["rail1"] == "a0:88:c2:ff:00:01"
    assert kept["gpu01"]["macs"]["bmc"] == "10:20:30:40:50:58"
    assert kept["gpu01"]["macs"]["rail2"] == dgx.mac(1, 2)
    assert kept["compute-leaf1"] == {"serial": "0123", "guid": "0x0c42a103008b3bd0"}
    assert kept["gpu02"]["serial"] == "1660000002"
    assert merged["added"] == {"gpu01": 10, "gpu02": 13}
    assert [(row["what"], row["planned"], row["found"], row["fault"]) for row in merged["rows"]] == [
        ("assets.yaml: serial", "1660000099", "1660000001", False),
        ("assets.yaml: macs.rail1", "a0:88:c2:ff:00:01", dgx.mac(1, 1), False),
    ]
    again = ASSETS["merged_assets"](merged["text"], seen(tmp_path / "again", plan, "gpu01", "gpu02"))
    assert (again["text"], again["added"]) == (merged["text"], {})


def test_clustergen_takes_the_completed_file(plan: Draft, tmp_path: Path) -> None:
    """Beside the spec it gives the MAC addresses of the ports, and fewer facts are waited for."""
    shutil.copy(example("roce-16"), tmp_path / "cluster.yaml")
    merged = ASSETS["merged_assets"]("", seen(tmp_path, plan, "gpu01", "gpu02"))
    (tmp_path / "assets.yaml").write_text(merged["text"], encoding="utf-8")
    assets = load_spec(tmp_path / "cluster.yaml").spec.assets
    assert assets["gpu02"].macs["storage1"] == dgx.mac(2, 9)
    later = plan_of(tmp_path / "cluster.yaml")
    assert dgx.ports_of(later, "gpu01")[0]["mac"] == dgx.mac(1, 0)
    before, after = (_unknown_macs(each) for each in (plan, later))
    assert before - after == 2, "the first frontend port of each host is served by DHCP"


def _unknown_macs(plan: Draft) -> int:
    line = next(line for line in waiting_for(plan) if "kea-dhcp4.conf" in line)
    return int(line.split()[1])


def test_the_inventory_stands_in_for_a_file_that_is_not_given() -> None:
    known = {
        "gpu01": {"serial": "S1", "macs": {"rail0": "a0:88:c2:00:01:00"}},
        "gpu02": {},
        "gpu03": {"serial": "", "macs": {}},
    }
    assert yaml.safe_load(ASSETS["known_assets"](known)) == {
        "gpu01": {"serial": "S1", "macs": {"rail0": "a0:88:c2:00:01:00"}}
    }
    assert yaml.safe_load(ASSETS["merged_assets"]("", {"gpu02": {}})["text"]) is None


@pytest.mark.parametrize("text", ["- gpu01", "gpu01: 5", "gpu01: {macs: 5}"])
def test_a_file_that_is_no_assets_is_refused(text: str) -> None:
    with pytest.raises((ValueError, TypeError), match=r"assets\.yaml"):
        ASSETS["merged_assets"](text, {"gpu01": {"assets": {"macs": {"rail0": "a0:88:c2:00:01:00"}}}})
