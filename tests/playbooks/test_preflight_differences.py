"""Delivered hosts against the plan: a right one gives no row, and every planted fault gives its own and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.playbooks import dgx
from tests.playbooks.roles import filters, module

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from generator.plan.draft import Draft


READER = module("hardware_facts")
HARDWARE = filters("preflight_hardware")
PORTS = filters("preflight_ports")
FLEET = filters("preflight_fleet")
Row = dict[str, Any]


@pytest.fixture(scope="module")
def plan(plans: Callable[[str], Draft]) -> Draft:
    return plans("roce-16")


def judge(plan: Draft, root: Path, **fault: Any) -> list[Row]:
    """Deliver gpu01 with a fault and give its rows; assets.yaml has what was ordered."""
    hardware = dgx.planned(plan)
    macs = dgx.deliver(root, hardware, **fault)
    found = READER.read_hardware(READER.Machine(str(root)))
    rows: list[Row] = HARDWARE["hardware_differences"](found, hardware, "gpu01")
    ports = dgx.ports_of(plan, "gpu01", macs)
    return [*rows, *PORTS["port_differences"](found, hardware, ports, "gpu01", "1660000001")]


def test_what_was_ordered_gives_no_row(plan: Draft, tmp_path: Path) -> None:
    assert judge(plan, tmp_path) == []


RAIL0_OFF = {"moved": {"rail0": "0000:1a:00.0"}}
SWAPPED = {"macs": {"rail0": dgx.mac(1, 3), "rail3": dgx.mac(1, 0)}}
FAULTS: dict[str, tuple[dict[str, Any], list[tuple[str, str, str]]]] = {
    "a GPU is missing": ({"gpus": 7}, [("GPUs", "8 x NVIDIA H100 SXM5 80GB", "7 (at")]),
    "a NIC is elsewhere": (RAIL0_OFF, [("NIC rail0", "connectx-7 at 0000:18:00.0", "missing")]),
    "a NIC is missing": (
        {"missing": ["rail5"]},
        [
            ("NIC rail5", "connectx-7 at 0000:c0:00.0", "missing"),
            ("MAC address of rail5", dgx.mac(1, 5), "no port has it"),
        ],
    ),
    "two NICs are swapped": (
        SWAPPED,
        [
            ("MAC address of rail0", dgx.mac(1, 0), dgx.mac(1, 3)),
            ("MAC address of rail3", dgx.mac(1, 3), dgx.mac(1, 0)),
        ],
    ),
    "another NIC was fitted": (
        {"macs": {"rail1": "a0:88:c2:ff:00:01"}},
        [("MAC address of rail1", dgx.mac(1, 1), "a0:88:c2:ff:00:01")],
    ),
    "half of the memory": ({"modules": 16}, [("memory", "2000 GB", "1100 GB in 16 modules")]),
    "another chassis": ({"serial": "1660000077"}, [("serial number", "1660000001", "1660000077")]),
    "cores are off": ({"cores": 48}, [("CPU cores", "112", "96")]),
    "threads are off": ({"threads": 1}, [("CPU threads", "224", "112")]),
    "two drives are missing": (
        {"drives": 6},
        [("drives of 3.84 TB", "8", "6, beside nvme8n1 of 1.92 TB, nvme9n1 of 1.92 TB")],
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_gives_its_own_rows(name: str, plan: Draft, tmp_path: Path) -> None:
    fault, wanted = FAULTS[name]
    rows = judge(plan, tmp_path, **fault)
    assert [(row["what"], row["planned"]) for row in rows] == [(what, planned) for what, planned, _ in wanted]
    assert all(row["found"].startswith(found) for row, (_, _, found) in zip(rows, wanted, strict=True))
    assert all(row["fault"] and row["hint"] and row["host"] == "gpu01" for row in rows)


def test_hints_say_what_happened(plan: Draft, tmp_path: Path) -> None:
    swapped = judge(plan, tmp_path / "swapped", **SWAPPED)
    assert all(
        "the NICs of rail0 and rail3 are swapped" in row["hint"] or "the NICs of rail3 and rail0 are" in row["hint"]
        for row in swapped
    )
    (elsewhere,) = judge(plan, tmp_path / "elsewhere", **RAIL0_OFF)
    assert "a card of this kind is at 0000:1a:00.0" in elsewhere["hint"]


def test_what_nobody_states_or_only_a_profile_assumes_fails_no_host(plan: Draft, tmp_path: Path) -> None:
    """Another name of the processor is told; an assumption of the catalog's is no order; a serial number that the firmware lacks is a matter for eyes."""
    rows = judge(plan, tmp_path / "name", cpu="Intel(R) Xeon(R) Platinum 8480CL @ 2.00GHz")
    assert [(row["what"], row["fault"]) for row in rows] == [("CPU model", False)]
    rows = judge(plan, tmp_path / "serial", serial="To be filled by O.E.M.")
    assert [(row["what"], row["fault"]) for row in rows] == [("serial number", False)]

    hardware = {**dgx.planned(plan), "assumed": ["cpu", "memory_gb", "local_nvme"]}
    dgx.deliver(tmp_path / "assumed", hardware, cores=32, modules=8, drives=1, gpus=7)
    found = READER.read_hardware(READER.Machine(str(tmp_path / "assumed")))
    rows = HARDWARE["hardware_differences"](found, hardware, "gpu01")
    assert {row["what"]: row["fault"] for row in rows} == {
        "GPUs": True,
        "CPU cores": False,
        "memory": False,
        "drives of 3.84 TB": False,
    }

    bare = {
        "model": "x",
        "title": "X",
        "gpus": {"count": 8, "title": "GPU", "maker": "nvidia"},
        "drives": [],
        "ports": [],
        "assumed": [],
    }
    assert HARDWARE["hardware_differences"](found, bare, "gpu01")[0]["what"] == "GPUs"
    assert HARDWARE["hardware_not_stated"](bare) == [
        "processors",
        "memory",
        "drives",
        "PCI ids of the GPU's model",
        "PCI addresses of GPUs",
    ]
    assert HARDWARE["hardware_differences"]({**found, "gpus": []}, {}, "ufm1") == []


def test_another_model_of_gpu_is_told_where_the_catalog_has_its_ids(plan: Draft, tmp_path: Path) -> None:
    hardware = dgx.planned(plan)
    hardware["gpus"] = {**hardware["gpus"], "pci_ids": ["10de:2330"]}
    dgx.deliver(tmp_path, hardware, gpu=("10de", "20b2"))
    rows = HARDWARE["hardware_differences"](READER.read_hardware(READER.Machine(str(tmp_path))), hardware, "gpu01")
    assert [(row["what"], row["found"]) for row in rows] == [("GPU model", "10de:20b2")]


def fleet(plan: Draft, root: Path, faults: dict[int, dict[str, Any]], count: int = 4) -> dict[str, dict[str, Any]]:
    """Deliver some hosts, each with its fault, and give what preflight saw of them."""
    hardware, seen = dgx.planned(plan), {}
    for number in range(1, count + 1):
        place = root / str(number)
        macs = dgx.deliver(place, hardware, number, cores=1, **faults.get(number, {}))
        found = READER.read_hardware(READER.Machine(str(place)))
        seen[f"gpu{number:02d}"] = {
            "group": "dgx-h100", "found": found, "serial": f"16600000{number:02d}", "macs": macs, "assets": {}, "not_stated": []
        }  # fmt: skip
    return seen


def test_the_odd_one_among_equals(plan: Draft, tmp_path: Path) -> None:
    """A lost module is within what a planned GB may mean, and is seen beside the others; firmware is told and fails nobody."""
    assert FLEET["fleet_differences"]([], fleet(plan, tmp_path / "right", {})) == []
    seen = fleet(
        plan, tmp_path / "odd", {2: {"modules": 31}, 3: {"firmware": "28.38.0000"}, 4: {"gpu": ("10de", "2324")}}
    )
    rows = FLEET["fleet_differences"]([], seen)
    assert [(row["host"], row["what"], row["found"], row["fault"]) for row in rows] == [
        ("gpu02", "memory, within the group", "31 x 64 GiB", True),
        ("gpu03", "NIC firmware, within the group", "15b3:1021 28.38.0000", False),
        ("gpu04", "GPU models, within the group", "10de:2324", True),
    ]
    pair = FLEET["fleet_differences"]([], fleet(plan, tmp_path / "pair", {2: {"modules": 31}}, count=2))
    assert [(row["host"], row["fault"]) for row in pair] == [("gpu01", False), ("gpu02", False)]


def test_two_hosts_that_changed_places_are_named(plan: Draft, tmp_path: Path) -> None:
    seen = fleet(plan, tmp_path, {1: {"serial": "1660000002"}, 2: {"serial": "1660000001"}}, count=2) | {"gpu03": {}}
    row = {
        "host": "gpu01",
        "what": "serial number",
        "planned": "1660000001",
        "found": "1660000002",
        "hint": "-",
        "fault": True,
    }
    (told,) = FLEET["fleet_differences"]([row], seen)
    assert told["hint"].startswith("this is gpu02's")
    card = {**row, "what": "MAC address of rail0", "found": dgx.mac(2, 4)}
    assert FLEET["fleet_differences"]([card], seen)[0]["hint"].startswith("this is gpu02 rail4's")
