"""Planes through the whole plan: addresses by plane, configurations of every plane, eight of them with a transceiver of one's own."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.catalog.load import Catalog
from generator.pipeline.read import read_plan
from generator.plan.draft import Draft
from tests.conftest import tree_of


def optic(folder: Path, ports: int) -> None:
    """Describe a transceiver with that many ends in a cage: what the catalog lacks and a user's folder may have."""
    entry: dict[str, Any] = {
        "model": f"osfp-{ports}x{800 // ports}g", "vendor": "nobody", "title": "made for this test", "form_factors": ["osfp", "osfp-flat"],
        "ports": ports, "speed_gbps": 800 // ports, "signal": f"{800 // ports}g", "fibre": "os2", "connector": "mpo-12-apc", "reach_m": 500,
        "power_w": None, "technologies": ["ethernet"], "part": None, "sources": {"ports": "this test"},
    }  # fmt: skip
    (folder / "optics").mkdir(parents=True, exist_ok=True)
    (folder / "optics" / f"{entry['model']}.yaml").write_text(yaml.safe_dump(entry), encoding="utf-8")


def planned(folder: Path, planes: int, leaf: str, hosts: int = 12) -> Draft:
    """Plan B300 hosts over planes; for eight of them, with an overlay that has the transceiver."""
    if planes == 8:
        optic(folder / "catalog", planes)
    spec = {
        "clustergen": 1, "name": "x", "domain": "x.example", "hosts": {"gpu": {"model": "dgx-b300", "count": hosts, "max": 16}},
        "fabrics": {"compute": {"technology": "roce", "planes": planes, "leaf": {"model": leaf}, "spines": 2}},
    }  # fmt: skip
    path = folder / "cluster.yaml"
    path.write_text(json.dumps(spec), encoding="utf-8")
    return read_plan(path, Catalog((folder / "catalog",)), "cluster.yaml")[0]


@pytest.mark.parametrize(("planes", "leaf"), [(2, "sn5600"), (4, "sn5600"), (8, "7060x6-64pe")])
def test_every_plane_has_switches_ports_and_prefixes_of_its_own(tmp_path: Path, planes: int, leaf: str) -> None:
    plan = planned(tmp_path, planes, leaf)
    rails = [link for link in plan.links if link.kind == "host_leaf"]
    assert len(rails) == 12 * 8 * planes
    assert {link.speed_gbps for link in plan.links} == {800 / planes}
    interfaces = {f"rail{rail}p{plane}" for rail in range(8) for plane in range(planes)}
    assert {link.a.interface for link in rails} == interfaces
    assert {(link.a.port, link.a.ports) for link in rails} == {(plane + 1, planes) for plane in range(planes)}
    addresses = [address.address for address in plan.addresses]
    assert len(addresses) == len(set(addresses))
    prefixes = {p.prefix for p in plan.prefixes if p.kind == "rail"}
    assert len(prefixes) == 8 * planes
    announced = [prefix for switch in plan.switches for prefix in switch.networks]
    assert len(announced) == len(set(announced)) == 8 * planes
    tree = tree_of(plan)
    assert all(f"switches/{switch.name}/frr.conf" in tree for switch in plan.switches)
    assert {switch.name.split("-")[1] for switch in plan.switches} == {f"p{plane}" for plane in range(planes)}
