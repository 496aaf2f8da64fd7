"""Serial numbers, MAC addresses and GUIDs of any source: what is written validates, what no rule accepts is reported, and the baseline has them."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.plan.draft import Draft
from tests.adopt import exports
from tests.adopt.test_round_trip import PINNED, explained, imported, run
from tests.conftest import example

Plans = Callable[[str], Draft]
Rows = list[dict[str, Any]]


def _with_assets(plan: Draft, edit: Callable[[Mapping[str, Rows]], None] = lambda rows: None) -> dict[str, str]:
    """Return an export of NetBox with MAC addresses, edited."""
    answers = {name: json.loads(text) for name, text in (exports.netbox(plan) | exports.netbox_more(plan)).items()}
    edit({name.removesuffix(".json"): answer["results"] for name, answer in answers.items()})
    return {name: json.dumps(answer, indent=1) for name, answer in answers.items()}


def _site(tmp_path: Path, plan: Draft, name: str, files: Mapping[str, str], *more: Any) -> dict[str, Any]:
    """Import, and validate what was written."""
    folder = exports.write(tmp_path / "export", files)
    pinned = PINNED if name == "pinned-4" else {}
    report = imported(tmp_path, exports.site_map(example(name), plan, tmp_path, **pinned), folder, *more)
    code, said = run("validate", tmp_path / "site" / "cluster.yaml")
    assert code == 0, said
    return report


def _assets(tmp_path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((tmp_path / "site" / "assets.yaml").read_text())
    return found


@pytest.mark.parametrize("name", ["pinned-4", "roce-16", "small-4-hosts"])
def test_mac_addresses_of_every_interface(name: str, tmp_path: Path, plans: Plans) -> None:
    """Ports of switches are called as their system calls them; bonds and VLANs have MAC addresses that no file needs."""
    plan = plans(name)
    report = _site(tmp_path, plan, name, _with_assets(plan), "--strict")
    explained(report, "names", "addresses", "cables")
    assert report["not_placed"] == []
    assets = _assets(tmp_path)
    hosts = {host.name for host in plan.hosts}
    assert all("bmc" in each["macs"] for device, each in assets.items() if device in hosts)
    assert all(set(each["macs"]) == {"mgmt0"} for device, each in assets.items() if device not in hosts)
    assert sum(each["count"] for each in report["not_used"]) > 0


def test_mac_addresses_of_switches_by_two_sources(
    tmp_path: Path, rendered: Callable[[str], Path], plans: Plans
) -> None:
    """A switch's base address in its own file is often that of its management port; a port of hosts has one that no file needs."""
    plan = plans("roce-16")

    def edit(rows: Mapping[str, Rows]) -> None:
        for port in ("Ethernet0", "Ethernet500"):
            device = {"id": 1, "name": "compute-leaf1"}
            rows["interfaces"].append({"id": 1, "name": port, "device": device, "mac_address": "0c:42:a1:99:00:01"})

    answers = _with_assets(plan, edit)
    macs = json.loads(answers["mac-addresses.json"])["results"]
    mine = {row["assigned_object"]["name"]: row["mac_address"] for row in macs if _of(row) == "compute-leaf1"}
    config = json.loads((rendered("roce-16") / "switches/compute-leaf1/config_db.json").read_text())
    config["DEVICE_METADATA"]["localhost"]["mac"] = mine["eth0"].lower()
    report = _site(tmp_path, plan, "roce-16", answers | {"compute-leaf1/config_db.json": json.dumps(config)})
    assert report["not_placed"] == []
    assert _assets(tmp_path)["compute-leaf1"] == {"macs": {"mgmt0": mine["eth0"].lower()}}


def _of(row: Mapping[str, Any]) -> str:
    return str(row["assigned_object"]["device"]["name"])


def test_what_the_rules_refuse(tmp_path: Path, plans: Plans) -> None:
    """One serial number of two devices, one MAC address of two ports, a port that no model has: each is reported with its line, and left out."""
    plan = plans("small-4-hosts")

    def edit(rows: Mapping[str, Rows]) -> None:
        for device in rows["devices"][:2]:
            device["serial"] = "SN-1"
        ports = [row for row in rows["mac-addresses"] if row["assigned_object"]["name"] == "bmc"]
        ports[1]["mac_address"] = ports[0]["mac_address"]
        rows["mac-addresses"].append(
            {
                "mac_address": "0c:42:a1:99:00:02",
                "is_primary": True,
                "assigned_object": {"device": {"name": "gpu1"}, "name": "ens77f0"},
            }
        )
        rows["interfaces"].clear()

    report = _site(tmp_path, plan, "small-4-hosts", _with_assets(plan, edit))
    told = [each["what"] for each in report["not_placed"]]
    assert len(told) == 3
    assert any("serial number SN-1" in each for each in told)
    assert any("is stated for bmc of" in each for each in told)
    assert any(each.startswith("gpu1 ens77f0 has a mac") for each in told)
    assert all(":" in each["source"] for each in report["not_placed"])
    assert "plan.json" not in report["files"]


def test_assets_of_a_device_that_keeps_another_name(tmp_path: Path, plans: Plans) -> None:
    """A name that a rule refuses is listed, and what was delivered belongs to the device as the plan calls it."""
    plan = plans("small-4-hosts")

    def edit(rows: Mapping[str, Rows]) -> None:
        for device in rows["devices"]:
            if device["name"] == "gpu1":
                device["serial"] = "SN-1"

    files = {name: text.replace('"gpu1"', '"storage9"') for name, text in _with_assets(plan, edit).items()}
    folder = exports.write(tmp_path / "export", files)
    site = exports.site_map(example("small-4-hosts"), plan, tmp_path)
    said = json.loads(site.read_text())
    said["devices"] = {"storage9": "gpu"} | said["devices"]
    site.write_text(json.dumps(said))
    report = imported(tmp_path, site, folder)
    assert run("validate", tmp_path / "site" / "cluster.yaml")[0] == 0
    names = {each["what"] for each in report["listed"] if each["subject"] == "names"}
    assert [name for name, each in _assets(tmp_path).items() if each.get("serial") == "SN-1"] == (
        ["gpu1"] if names else ["storage9"]
    )


def test_guids_of_ethernet_ports(tmp_path: Path, plans: Plans) -> None:
    """A port GUID on a fabric of the design without InfiniBand is reported, and not written."""
    plan = plans("ib-256")
    text = exports.ibnetdiscover(plan).replace("gpu01 mlx5_0", "gpu01 frontend0")
    report = _site(tmp_path, plan, "ib-256", {"fabric.txt": text, "hosts.ini": exports.ini(plan)})
    assert any("frontend0 has a guid" in each["what"] for each in report["not_placed"])
    assert "frontend0" not in _assets(tmp_path)["gpu01"]["guids"]


@pytest.mark.parametrize("what", ["serial", "mac"])
def test_the_baseline_has_them(what: str, tmp_path: Path, plans: Plans, rendered: Callable[[str], Path]) -> None:
    """A serial number in an inventory, or a MAC address in a switch's file, is no reason to go without a baseline."""
    plan, tree = plans("roce-16"), rendered("roce-16")
    more = {f"{path.parent.name}/{path.name}": path.read_text() for path in tree.glob("switches/*/config_db.json")}
    if what == "mac":
        config = json.loads(more["compute-leaf1/config_db.json"])
        config["DEVICE_METADATA"]["localhost"]["mac"] = "0c:42:a1:99:00:01"
        more["compute-leaf1/config_db.json"] = json.dumps(config)
    if what == "serial":
        more["serials.ini"] = "[spares]\ncompute-leaf1 serial=SN-1\n"
    sources = [tree / "cabling/cables.csv", tree / "ansible/inventory", tree / "ip/addresses.csv"]
    report = _site(tmp_path, plan, "roce-16", more, *sources)
    assert "plan.json" in report["files"], report
    assert _assets(tmp_path)["compute-leaf1"] in ({"serial": "SN-1"}, {"macs": {"base": "0c:42:a1:99:00:01"}})
    code, said = run("render", tmp_path / "site/cluster.yaml", "-o", tmp_path / "tree", "--only", "plan")
    assert code == 0, said
    assert (tmp_path / "tree/plan.json").read_text() == (tmp_path / "site/plan.json").read_text()


def test_pins_in_the_map(tmp_path: Path, plans: Plans) -> None:
    """A spec cannot have pins beside the pins.yaml that is written."""
    plan = plans("small-4-hosts")
    folder = exports.write(tmp_path / "export", exports.netbox(plan))
    site = exports.site_map(example("small-4-hosts"), plan, tmp_path)
    code, said = run("import", folder, "--map", site, "--set", "pins.vnis.inband=5", "-o", tmp_path / "site")
    assert code == 2
    assert "spec: of --map has pins" in said
    assert not (tmp_path / "site").exists()
